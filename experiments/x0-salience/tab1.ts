/**
 * The re-ranking effectiveness of models with learned salience, compared with their bases and tuned
 * baselines (Table 1 of the salience paper).
 *
 * Each model is trained on train with its collection's settings. Dev chooses the step and the
 * depth; test is used once per seed. Tests are paired t tests over the test queries, by the mean of
 * a query over the seeds; all comparisons of a table are corrected together (Holm).
 */

import type { Finding } from "../../src/analysis/finding.ts";
import type { Report, Table } from "../../src/analysis/index.ts";
import { assignSignificanceLetters } from "../../src/evaluation/index.ts";
import {
  compareSystems,
  createBetterFinding,
  type SystemComparison,
  type SystemPair,
  toComparisonTable,
} from "../compare-systems.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { formatMean, formatSpread, mean } from "../format-values.ts";
import { compareRows, measureReferences } from "../neural/compare-rows.ts";
import { NEURAL_FULL, NEURAL_OPTIONS, NEURAL_QUICK } from "../neural/neural-options.ts";
import { openNeuralWorkload } from "../neural/neural-workload.ts";
import { listQueryIds } from "../neural/query-values.ts";
import {
  listTrainings,
  measureBaselineRows,
  measureTrainedRows,
  type SystemRow,
  toSeedsByName,
  toValuesByName,
} from "../neural/system-rows.ts";
import type { TrainedSystem } from "../neural/training-outcome.ts";
import { judgeBestModel } from "./best-model.ts";
import { QUICK_MODELS, SALIENCE_ROWS, type SalienceRow, TABLE_MODELS } from "./models.ts";

const TITLE = "Models with learned salience beside their bases and tuned baselines";
const TEXT =
  "First stage: what the models re-rank. LM, BM25 and RM3 are tuned on dev (stop list, idf, parameters). Models are trained on train; dev chooses the step and the depth; test is looked at once per seed. “At full depth” re-ranks all candidates. Letters as in the paper, by p < .01 after Holm's correction over all comparisons of the table: a system beats every member of a (LM, BM25, RM3), b (MatchPyramid), c (KNRM, KNRM-withIDF), d (PACRR-noIDF, PACRR), e (ConvKNRM). Brackets: the paper's value, on another collection.";

/** Table 1 of the salience paper. */
export const x0Table1: Experiment = {
  id: "X0-tab1",
  aliases: ["neural"],
  title: "effectiveness of KNRM, PACRR and ConvKNRM with learned salience, without, and with idf",
  source: "Table 1 of the salience paper",
  collections: NEURAL_FULL,
  quickCollections: NEURAL_QUICK,
  needs: { splits: true, judged: 10, vectors: true },
  options: [
    { name: "models", summary: "models to train", default: TABLE_MODELS, quick: QUICK_MODELS },
    ...NEURAL_OPTIONS,
  ],
  systems: listSystems,
  run: (request, environment) => forEachCollection(request, environment, TITLE, createReport),
};

function listSystems(request: ExperimentRequest): readonly TrainedSystem[] {
  const requestedModels = request.words("models");
  return SALIENCE_ROWS.flatMap(({ system }) =>
    system !== undefined && requestedModels.includes(system.model) ? [system] : [],
  );
}

/** Pairs of claims besides a model with its base and with BM25. */
const OTHER_PAIRS: readonly SystemPair[] = [
  ["S-KNRM", "KNRM-withIDF"],
  ["RM3", "BM25"],
];

/** The two measures of the paper, reported beside the collection's own. */
const PAPER_MEASURES = ["RR@10", "R@10"] as const;

async function createReport(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Report> {
  const name = request.collection;
  const workload = await openNeuralWorkload(name, request, environment);
  const systems = listSystems(request);
  const rows = [
    ...(await measureBaselineRows(workload)),
    ...(await measureTrainedRows(workload, systems, request.number("seeds"))),
  ];
  const queries = listQueryIds(workload.test);
  const references = await measureReferences(workload);
  await workload.close();
  const measures = [...new Set([...PAPER_MEASURES, workload.measure.name])];
  const compared = new Map(measures.map((measure) => [measure, compareForLetters(rows, measure)]));
  const own = workload.measure.name;
  // Lists that come with a query are re-ranked whole, at one depth.
  const isWhole = workload.collection.among === "judged";
  const pairs = rows.flatMap(({ name: system }) => {
    const base = SALIENCE_ROWS.find((row) => row.name === system)?.base;
    return [...(base === undefined ? [] : [[system, base] as const]), [system, "BM25"] as const];
  });
  const hasRow = (each: string): boolean => rows.some((row) => row.name === each);
  const tablePairs = [
    ...pairs.filter(([system]) =>
      rows.some((row) => row.name === system && row.outcomes.length > 0),
    ),
    ...OTHER_PAIRS,
  ].filter((pair) => pair.every(hasRow));
  const tuned = compareRows(rows, references, own, "test", tablePairs);
  const deep = compareRows(rows, references, own, "testDeep", tablePairs);
  return {
    title: `${TITLE}: ${name}`,
    texts: [TEXT, workload.summary],
    tables: [
      { title: `${name}: effectiveness`, table: createEffectivenessTable(rows, compared) },
      { title: `${name}: ${own} against the base and tuned BM25`, table: toComparisonTable(tuned) },
      ...(isWhole
        ? []
        : [{ title: `${name}: the same at full depth`, table: toComparisonTable(deep) }]),
    ],
    figures: [],
    results: rows.map(({ outcomes: _, ...row }) => row),
    runs: [],
    perQuery: measures.map((measure) => ({
      name: measure,
      queries,
      systems: Object.fromEntries(toValuesByName(rows, measure)),
    })),
    findings: [
      ...createFindings(name, own, tuned),
      ...(isWhole ? [] : createFindings(name, `${own} at full depth`, deep)),
      ...createBestModelFindings(name, own, rows, "test"),
      ...(isWhole ? [] : createBestModelFindings(name, `${own} at full depth`, rows, "testDeep")),
    ],
    trainings: listTrainings(name, rows),
    data: { [name]: workload.fingerprint },
  };
}

/** Every model against tuned BM25 and its base, and the comparisons for the letters. */
function compareForLetters(
  rows: readonly SystemRow[],
  measure: string,
): readonly SystemComparison[] {
  const presentRows = SALIENCE_ROWS.filter(({ name }) => rows.some((row) => row.name === name));
  const pairs: SystemPair[] = [];
  for (const row of presentRows.filter(({ system }) => system !== undefined)) {
    for (const other of presentRows) {
      const isBaseline = other.letter !== undefined && other.name !== row.name;
      const isBase = other.name === row.base;
      if ((isBaseline && other.letter !== row.letter) || isBase) pairs.push([row.name, other.name]);
    }
  }
  return compareSystems(toValuesByName(rows, measure), pairs);
}

function createEffectivenessTable(
  rows: readonly SystemRow[],
  compared: ReadonlyMap<string, readonly SystemComparison[]>,
): Table {
  const findSalienceRow = (row: SystemRow): SalienceRow =>
    SALIENCE_ROWS.find(({ name }) => name === row.name) ?? { name: row.name, group: "" };
  const names = rows.map(({ name }) => name);
  const groups: Record<string, string[]> = {};
  for (const row of rows.map(findSalienceRow)) {
    if (row.letter !== undefined) groups[row.letter] = [...(groups[row.letter] ?? []), row.name];
  }
  const letters = new Map(
    PAPER_MEASURES.map((measure) => [
      measure,
      assignSignificanceLetters(names, groups, (system, baseline) => {
        const comparison = compared
          .get(measure)
          ?.find((each) => each.system === system && each.baseline === baseline);
        return (
          comparison !== undefined && comparison.difference[0] > 0 && comparison.correctedP < 0.01
        );
      }),
    ]),
  );
  const paper = (value: number | undefined): string =>
    value === undefined ? "" : ` [${formatMean(value).slice(0, 4)}]`;
  return {
    header: [
      ...["system", "dev RR@10", "dev R@10", "test RR@10", "test R@10"],
      ...["RR@10 at full depth", "seeds, test RR@10", "depth"],
    ],
    rows: rows.map((row) => {
      const { name, dev, test, testDeep, seeds, depths } = row;
      const value = (of: SystemRow["test"], measure: string): string =>
        formatMean(mean(of[measure] ?? []));
      const [a, b, c, d] = findSalienceRow(row).paper ?? [];
      return [
        name,
        `${value(dev, "RR@10")}${paper(a)}`,
        `${value(dev, "R@10")}${paper(b)}`,
        `${value(test, "RR@10")}${letters.get("RR@10")?.get(name) ?? ""}${paper(c)}`,
        `${value(test, "R@10")}${letters.get("R@10")?.get(name) ?? ""}${paper(d)}`,
        depths.length === 0 ? "" : value(testDeep, "RR@10"),
        formatSpread(seeds["RR@10"] ?? []),
        depths.join(" ") || "",
      ];
    }),
    words: [0, 6, 7],
  };
}

/** The claims of the paper's Table 1, by the collection's own measure. */
const CLAIMS: readonly (readonly [claim: string, system: string, baseline: string])[] = [
  ["S0.1", "S-KNRM", "KNRM"],
  ["S0.2", "S-PACRR", "PACRR"],
  ["S0.3", "S-ConvKNRM", "ConvKNRM"],
  ["S0.4", "KNRM-withIDF", "KNRM"],
  ["S0.5", "PACRR", "PACRR-noIDF"],
  ["S0.7", "S-ConvKNRM", "BM25"],
  ["S0.17", "S-KNRM", "KNRM-withIDF"],
  ["S0.20", "RM3", "BM25"],
];

function createFindings(
  collection: string,
  measure: string,
  compared: readonly SystemComparison[],
): readonly Finding[] {
  return CLAIMS.flatMap(([claim, system, baseline]): Finding[] => {
    const comparison = compared.find(
      (each) => each.system === system && each.baseline === baseline,
    );
    if (comparison === undefined) return [];
    return [createBetterFinding(claim, collection, measure, comparison)];
  });
}

/** S0.6: whether S-ConvKNRM is the best of the models. */
function createBestModelFindings(
  collection: string,
  measure: string,
  rows: readonly SystemRow[],
  at: "test" | "testDeep",
): readonly Finding[] {
  const own = measure.split(" ")[0] ?? measure;
  const trained = rows.filter(({ outcomes }) => outcomes.length > 0);
  const values = new Map(trained.map((row) => [row.name, row[at][own] ?? []]));
  return judgeBestModel("S-ConvKNRM", values, toSeedsByName(rows, own, at)).map((result) => ({
    ...{ ...result, claim: "S0.6", collection },
    measured: `${measure}: ${result.measured}`,
  }));
}
