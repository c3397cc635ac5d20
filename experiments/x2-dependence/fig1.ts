/**
 * Kernels on a similarity matrix: which windows of 2 × 2, 3 × 3 and 4 × 4 cells
 * match best between "fastest bowling records in cricket" and the sentence about
 * its record, by hand-set diagonal kernels and by a trained PACRR.
 */

import { type CellFrame, renderHeatMap } from "../../src/analysis/heat-map.ts";
import type { ReportFigure } from "../../src/analysis/index.ts";
import { cosine } from "../../src/scoring/index.ts";
import type { Experiment } from "../experiment.ts";
import { explainTexts, toLabels } from "../neural/explain-texts.ts";
import { NEURAL_OPTIONS } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { trainSystem } from "../neural/training-outcome.ts";
import { createSmallReport } from "../small-report.ts";

const QUERY = "fastest bowling records in cricket";
const DOCUMENT = "Shoaib Akhter holds the record for the fastest delivery in cricket";
const SIZES = [2, 3, 4];

/** The window whose diagonal has the largest mean, for one size; the first of equals. */
export function findBestWindow(matrix: readonly (readonly number[])[], size: number): CellFrame {
  let best = { row: 0, column: 0, value: -Infinity };
  for (let row = 0; row + size <= matrix.length; row++) {
    for (let column = 0; column + size <= (matrix[0]?.length ?? 0); column++) {
      let value = 0;
      for (let i = 0; i < size; i++) value += (matrix[row + i]?.[column + i] ?? 0) / size;
      if (value > best.value) best = { row, column, value };
    }
  }
  return {
    name: `${size} × ${size}`,
    row: best.row,
    column: best.column,
    rows: size,
    columns: size,
  };
}

/** Figure 1 of the report on dependency. */
export const x2Figure1: Experiment = {
  id: "X2-fig1",
  title: "the windows of a similarity matrix that kernels of three sizes respond to",
  source: "Figure 1 of the report on dependency and axioms",
  collections: ["wikiqa"],
  needs: { splits: true, vectors: true },
  options: NEURAL_OPTIONS,
  async run(request, environment) {
    const workload = await openNeuralWorkload(request.collection, request, environment);
    const words = (text: string): string[] => text.toLowerCase().split(" ");
    const getVector = (word: string): Float32Array =>
      workload.vectors.getVector(word) ?? new Float32Array(workload.vectors.dimension);
    const matrix = words(QUERY).map((a) =>
      words(DOCUMENT).map((b) => (a === b ? 1 : cosine(getVector(a), getVector(b)))),
    );
    const frames = SIZES.map((size) => findBestWindow(matrix, size));
    const system = { name: "PACRR", model: "pacrr", options: { longest: 4 } };
    const trained = await trainSystem(workload, system, 1);
    const explained = await explainTexts(workload, trained, QUERY, DOCUMENT);
    await workload.close();
    const kept = (explained.windows ?? []).slice(1).flatMap((rows, i): CellFrame[] => {
      const size = i + 2;
      const all = rows.flatMap((matches, row) =>
        matches.map(({ place, value }) => ({ row, place, value })),
      );
      const inside = all.filter(
        ({ row, place }) =>
          row + size <= explained.query.length && place + size <= explained.document.length,
      );
      const [top] = inside.sort((a, b) => b.value - a.value);
      if (top === undefined) return [];
      const name = `${size} × ${size}`;
      return [{ name, row: top.row, column: top.place, rows: size, columns: size }];
    });
    const figures: ReportFigure[] = [
      {
        title: "Given vectors, hand-set diagonal kernels",
        name: "diagonal-kernels",
        svg: renderHeatMap(matrix, { rows: words(QUERY), columns: words(DOCUMENT), frames }),
        caption:
          "Cosines of word vectors. A frame is the window whose diagonal has the largest mean: terms in the order of the query.",
      },
      {
        title: "Trained PACRR",
        name: "trained-pacrr",
        svg: renderHeatMap(
          explained.matches.map((row) => [...row]),
          { rows: toLabels(explained.query), columns: toLabels(explained.document), frames: kept },
        ),
        caption: `Cosines of the trained vectors of stems, and the strongest window of each size. Trained on ${workload.train.length} queries of ${request.collection}; words that it does not contain are unknown.`,
      },
    ];
    const at = (a: string, b: string): string =>
      (matrix[words(QUERY).indexOf(a)]?.[words(DOCUMENT).indexOf(b)] ?? 0).toFixed(2);
    return createSmallReport({
      title: "Kernels on a similarity matrix",
      texts: [
        `Query: ${QUERY}. Document: ${DOCUMENT}.`,
        `Soft matches of the example: bowling ~ delivery ${at("bowling", "delivery")}, records ~ record ${at("records", "record")}.`,
      ],
      figures,
      results: { matrix, frames, kept },
      data: { [request.collection]: workload.fingerprint },
    });
  },
};
