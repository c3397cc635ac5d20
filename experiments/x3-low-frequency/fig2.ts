/**
 * The gain of fastText over all words, by the rarity of the query's rarest word (Figure 2 of
 * Hofstätter et al.).
 */

import { renderBarChart } from "../../src/analysis/bar-chart.ts";
import type { Report, ReportFigure } from "../../src/analysis/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatSigned } from "../format-values.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { createSmallReport } from "../small-report.ts";
import { computeMeanUpTo, computeRarestFrequencies } from "./rarest-terms.ts";
import {
  listVocabularySystems,
  listVocabularyTrainings,
  measureVocabularyRows,
  VOCABULARY_OPTIONS,
  VOCABULARY_QUICK,
} from "./vocabulary-rows.ts";

const TITLE = "FastText against all words, by the rarest word of a query";
/** Bounds of the collection frequency, about even on a logarithmic scale. */
const BOUNDS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 1_000_000];

/** Figure 2 of the low-frequency paper. */
export const x3Figure2: Experiment = {
  id: "X3-fig2",
  title: "gain of fastText over a full vocabulary, by the rarity of query words",
  source: "Figure 2 of Hofstätter, Rekabsaz, Eickhoff and Hanbury, SIGIR 2019",
  collections: ["msmarco-mini", "wikiqa"],
  quickCollections: VOCABULARY_QUICK,
  needs: { splits: true, vectors: true },
  options: VOCABULARY_OPTIONS,
  systems: listVocabularySystems,
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const workload = await openNeuralWorkload(name, request, environment);
  const byModel = await measureVocabularyRows(workload, request);
  const rarest = await computeRarestFrequencies(workload);
  await workload.close();
  const figures: ReportFigure[] = [];
  const rows: string[][] = [];
  for (const [model, all] of byModel) {
    const values = (vocabulary: string): readonly number[] =>
      all.find((row) => row.name === vocabulary)?.testDeep["RR@10"] ?? [];
    const [sub, full] = [values("FastText"), values("Voc-Full")];
    const bars = BOUNDS.map((bound) => {
      const [a, b] = [computeMeanUpTo(sub, rarest, bound), computeMeanUpTo(full, rarest, bound)];
      rows.push([model, String(bound), String(a.queries), formatSigned(a.mean - b.mean)]);
      return { name: String(bound), value: a.mean - b.mean };
    });
    figures.push({
      title: `${name}: ${model}`,
      name: model.toLowerCase(),
      svg: renderBarChart(bars, {
        x: "largest collection frequency of the rarest word",
        y: "RR@10, FastText − Voc-Full",
      }),
      caption:
        "Above the line, in orange: fastText is better; below it, in blue: the full vocabulary is.",
    });
  }
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      workload.summary,
      "Test queries with a word that occurs at most so often in the documents; RR@10 at full depth.",
    ],
    tables: [
      {
        title: `${name}: differences`,
        table: {
          header: ["model", "frequency ≤", "queries", "FastText − Voc-Full"],
          rows,
          words: [0],
        },
      },
    ],
    ...{ figures, results: rows, data: { [name]: workload.fingerprint } },
    trainings: listVocabularyTrainings(name, byModel),
  });
}
