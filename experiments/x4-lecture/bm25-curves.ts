/**
 * The weight of a term by its count: logarithms against BM25's saturation, and the effect of
 * document length (the lecture's two figures). The curves are those of the actual scorers.
 */

import { type LineSeries, renderLineChart } from "../../src/analysis/index.ts";
import { type Bm25Options, bm25Match, tfIdfMatch } from "../../src/ranking/index.ts";
import type { Experiment } from "../experiment.ts";
import { createSmallReport } from "../small-report.ts";

const COUNTS = Array.from({ length: 201 }, (_, i) => i / 10);
const MEAN_LENGTH = 100;
const STATISTICS = { documentFrequency: 1, collectionFrequency: 1 };
const COLLECTION = {
  documentCount: 10,
  totalLength: 10 * MEAN_LENGTH,
  averageLength: MEAN_LENGTH,
  maxCollectionFrequency: 10,
};

/** BM25 with the factor (k1 + 1), as the lecture writes it. */
export function computeBm25Curve(
  options: Bm25Options,
  length: number = MEAN_LENGTH,
): LineSeries["points"] {
  const score = bm25Match({ ...options, form: "k1-plus-1" }).term(STATISTICS, COLLECTION);
  return COUNTS.map((count) => [count, count === 0 ? 0 : score(count, length)]);
}

/** The lecture's figures of BM25. */
export const x4Bm25Curves: Experiment = {
  id: "X4-bm25curves",
  title: "how a term's weight grows with its count in TF-IDF and BM25, and shrinks with length",
  source: "figures A and B of the lecture on BM25",
  collections: [],
  options: [],
  async run() {
    const logTf = tfIdfMatch().term(STATISTICS, COLLECTION);
    const saturation: LineSeries[] = [
      {
        name: "log(tc)",
        points: COUNTS.filter((count) => count >= 1).map((count) => [count, Math.log(count)]),
      },
      { name: "log(1 + tc)", points: COUNTS.map((count) => [count, logTf(count, MEAN_LENGTH)]) },
      { name: "1.6 tc / (0.6 + tc): k1 = 0.6", points: computeBm25Curve({ k1: 0.6, b: 0 }) },
      { name: "2.6 tc / (1.6 + tc): k1 = 1.6", points: computeBm25Curve({ k1: 1.6, b: 0 }) },
    ];
    const lengths: LineSeries[] = [0.5, 1, 5].map((share) => ({
      name: share === 1 ? "mean length" : `${share} × mean length`,
      points: computeBm25Curve({ k1: 0.6, b: 1 }, share * MEAN_LENGTH),
    }));
    const at = (series: LineSeries, count: number): string =>
      (series.points.find(([x]) => x === count)?.[1] ?? Number.NaN).toFixed(4);
    const axes = { x: "tc, occurrences in the document", y: "weight of the term" };
    return createSmallReport({
      title: "Term weights by count: logarithm, saturation, length",
      texts: [
        "BM25 with the factor (k1 + 1), so that the curve tends to k1 + 1; TF-IDF without length. The lecture's label says log tc and its formula log(1 + tc): both are drawn.",
      ],
      tables: [
        {
          title: "Values of the curves",
          table: {
            header: ["tc", ...[...saturation, ...lengths].map(({ name }) => name)],
            rows: [1, 2, 5, 10, 20].map((count) => [
              String(count),
              ...[...saturation, ...lengths].map((series) => at(series, count)),
            ]),
            words: [],
          },
        },
      ],
      figures: [
        {
          title: "Figure A: saturation, without length normalisation (b = 0)",
          name: "saturation",
          svg: renderLineChart(saturation, axes),
          caption:
            "The logarithm grows without end. BM25 saturates: the smaller k1, the sooner further occurrences stop counting.",
        },
        {
          title: "Figure B: length (k1 = 0.6, b = 1)",
          name: "length",
          svg: renderLineChart(lengths, axes),
          caption: "The same count weighs less in a longer document.",
        },
      ],
      results: { saturation, lengths },
    });
  },
};
