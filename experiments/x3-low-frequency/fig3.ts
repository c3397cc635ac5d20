/** ConvKNRM with every vocabulary, and BM25, on queries with rare words (Figure 3 of Hofstätter et al.). */

import type { Finding } from "../../src/analysis/finding.ts";
import { type Report, renderLineChart } from "../../src/analysis/index.ts";
import type { SeedValues } from "../../src/evaluation/index.ts";
import { compareSystems, createBetterFinding, type SystemSeeds } from "../compare-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatMean } from "../format-values.ts";
import { measureReferences, type RowReferences } from "../neural/compare-rows.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { toSeedsByName } from "../neural/system-rows.ts";
import { tuneBaseline } from "../neural/tune-baseline.ts";
import { createSmallReport } from "../small-report.ts";
import { findBaselineDefect } from "../testable-baseline.ts";
import { computeMeanUpTo, computeRarestFrequencies } from "./rarest-terms.ts";
import {
  listVocabularySystems,
  listVocabularyTrainings,
  measureVocabularyRows,
  VOCABULARY_OPTIONS,
  VOCABULARY_QUICK,
} from "./vocabulary-rows.ts";

const TITLE = "ConvKNRM and BM25 on queries with rare words";
const BOUNDS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 75, 100];
const MEASURE = "RR@10";
/** The bound below which the paper claims a large gain of fastText. */
const RARE = 15;

/** Figure 3 of the low-frequency paper. */
export const x3Figure3: Experiment = {
  id: "X3-fig3",
  title: "ConvKNRM with every vocabulary and BM25, for queries with rare words",
  source: "Figure 3 of Hofstätter, Rekabsaz, Eickhoff and Hanbury, SIGIR 2019",
  collections: ["msmarco-mini", "wikiqa"],
  quickCollections: VOCABULARY_QUICK,
  needs: { splits: true, vectors: true },
  options: VOCABULARY_OPTIONS.map((option) =>
    option.name === "models" ? { ...option, default: "ConvKNRM" } : option,
  ),
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
  const bm25 = await tuneBaseline(workload, "bm25");
  const rarest = await computeRarestFrequencies(workload);
  const references = await measureReferences(workload);
  await workload.close();
  const systems = new Map<string, readonly number[]>();
  const seeds = new Map<string, SeedValues>();
  for (const [model, rows] of byModel) {
    for (const row of rows) systems.set(`${model} ${row.name}`, row.testDeep[MEASURE] ?? []);
    for (const [row, values] of toSeedsByName(rows, MEASURE, "testDeep")) {
      seeds.set(`${model} ${row}`, values);
    }
  }
  systems.set("BM25", bm25.test[MEASURE] ?? []);
  // Bounds without a query have no mean.
  const bounds = BOUNDS.filter((bound) => computeMeanUpTo([...rarest], rarest, bound).queries > 0);
  const series = [...systems].map(([system, values]) => ({
    name: system,
    points: bounds.map((bound, i) => [i, computeMeanUpTo(values, rarest, bound).mean] as const),
  }));
  return createSmallReport({
    title: `${TITLE}: ${name}`,
    texts: [
      workload.summary,
      "Test queries whose rarest word occurs at most so often in the documents; RR@10 at full depth, BM25 tuned on dev.",
    ],
    tables: [
      {
        title: `${name}: RR@10 by the frequency of the rarest word`,
        table: {
          header: ["system", ...bounds.map((bound) => `≤ ${bound}`)],
          rows: [
            [
              "queries",
              ...bounds.map((bound) => String(computeMeanUpTo([...rarest], rarest, bound).queries)),
            ],
            ...[...systems].map(([system, values]) => [
              system,
              ...bounds.map((bound) => formatMean(computeMeanUpTo(values, rarest, bound).mean)),
            ]),
          ],
          words: [0],
        },
      },
    ],
    figures: [
      {
        title: `${name}: queries with rare words`,
        name: "rare-words",
        svg: renderLineChart(series, {
          x: "largest collection frequency of the rarest word",
          columns: bounds.map((bound) => `≤ ${bound}`),
          y: "RR@10",
          height: 440,
        }),
        caption: "To the left only queries with the rarest words count.",
      },
    ],
    results: { rarest, systems: Object.fromEntries(systems) },
    findings: createFindings(name, systems, seeds, references, rarest),
    trainings: listVocabularyTrainings(name, byModel),
    data: { [name]: workload.fingerprint },
  });
}

/**
 * The claims on queries with rare words. Whether ConvKNRM has learned to rank, so that it can carry a
 * claim, is seen on all test queries: on those with rare words it may well be below BM25, as claimed.
 */
function createFindings(
  collection: string,
  systems: ReadonlyMap<string, readonly number[]>,
  seeds: SystemSeeds,
  references: RowReferences,
  rarest: readonly number[],
): readonly Finding[] {
  const selectRare = (values: readonly number[]): readonly number[] =>
    values.filter((_, i) => (rarest[i] as number) <= RARE);
  const rare = new Map([...systems].map(([system, values]) => [system, selectRare(values)]));
  const rareSeeds = new Map(
    [...seeds].map(([system, values]) => [system, values.map((each) => selectRare([...each]))]),
  );
  const queries = rare.get("BM25")?.length ?? 0;
  const [full, own] = ["ConvKNRM Voc-Full", "ConvKNRM Voc-Full-own"];
  const claims = (
    [
      ["S3.4", "ConvKNRM FastText", full],
      ["S3.4", "ConvKNRM FastText", own],
      ["S3.5", "BM25", full],
    ] as const
  ).filter(([, system, baseline]) => rare.has(system) && rare.has(baseline));
  if (queries < 10) return [];
  const compared = compareSystems(
    rare,
    claims.map(([, system, baseline]) => [system, baseline]),
    rareSeeds,
  );
  const [chance, bm25] = [references.chance[MEASURE] ?? [], references.bm25[MEASURE] ?? []];
  return compared.map((each, i): Finding => {
    const defect = findBaselineDefect(systems.get(each.baseline) ?? [], { chance, bm25 });
    const comparison = defect === undefined ? each : { ...each, defect };
    const measured = `${queries} queries with a word of frequency ≤ ${RARE}, ${MEASURE}`;
    return createBetterFinding(claims[i]?.[0] ?? "", collection, measured, comparison);
  });
}
