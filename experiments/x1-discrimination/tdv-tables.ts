/** The contents of Table 2: values, tests corrected over all comparisons of a table, findings. */

import {
  computePairedDifference,
  type Finding,
  judgeEquivalence,
  judgeSuperiority,
} from "../../src/analysis/finding.ts";
import type { ReportTable } from "../../src/analysis/index.ts";
import { type ComparisonRow, evaluate, holm } from "../../src/evaluation/index.ts";
import { averageOverSeeds, compareSystems } from "../compare-systems.ts";
import { formatInterval, formatP, mean } from "../format-values.ts";
import type { NeuralRow } from "./neural-rows.ts";
import type { TdvRow } from "./tdv-row.ts";

/** Seeds that a claim about a trained model needs (docs/protocol.md). */
const MIN_SEEDS = 5;

const BASELINES = ["usual", "cf", "parameters"];

/** TDV beats the plain model, by the paper's measure, corrected over the models. */
export function createTdvFindings(
  collection: string,
  stopList: string,
  rows: readonly TdvRow[],
): readonly Finding[] {
  const values = new Map<string, readonly number[]>();
  for (const { model, systems, judgements } of rows) {
    for (const name of ["usual", "TDV", "paper"]) {
      const run = systems.get(name);
      if (run === undefined) continue;
      const [first] = evaluate(run, judgements, ["nDCG@5"]).measures;
      values.set(`${model} ${name}`, [...(first?.perQuery ?? [])]);
    }
  }
  const pairs = rows.flatMap(({ model, systems }) =>
    ["TDV", "paper"]
      .filter((name) => systems.has(name))
      .map((name) => [`${model} ${name}`, `${model} usual`] as const),
  );
  return compareSystems(values, pairs).map((each): Finding => {
    const { system, difference, correctedP: p } = each;
    const isPaper = system.endsWith("paper");
    const measured = `stop list ${stopList}, nDCG@5 of ${system} − usual: ${formatInterval(difference)}`;
    const claim = isPaper ? "S1.3" : "S1.2";
    return { claim, collection, measured, difference, p, verdict: judgeSuperiority(each, p) };
  });
}

/** TDV beats the plain model in Recall@1000, corrected over the models. */
export function createRecallFindings(
  collection: string,
  stopList: string,
  rows: readonly TdvRow[],
): readonly Finding[] {
  const values = new Map<string, readonly number[]>();
  for (const { model, systems, judgements } of rows) {
    for (const name of ["usual", "TDV"]) {
      const run = systems.get(name);
      if (run === undefined) continue;
      const [recall] = evaluate(run, judgements, ["R@1000"]).measures;
      values.set(`${model} ${name}`, [...(recall?.perQuery ?? [])]);
    }
  }
  const pairs = rows.map(({ model }) => [`${model} TDV`, `${model} usual`] as const);
  return compareSystems(values, pairs).map((each): Finding => {
    const { system, difference, correctedP: p } = each;
    const measured = `stop list ${stopList}, R@1000 of ${system} − usual: ${formatInterval(difference)}`;
    const verdict = judgeSuperiority(each, p);
    return { claim: "S1.11", collection, measured, difference, p, verdict };
  });
}

/** The paper's method starts as the plain model with the same idf. */
export function createStartFindings(
  collection: string,
  stopList: string,
  rows: readonly TdvRow[],
): readonly Finding[] {
  return rows.flatMap(({ model, systems, judgements, start }): Finding[] => {
    const plain = systems.get("cf");
    if (plain === undefined || start.size === 0) return [];
    const { queries, measures } = evaluate(plain, judgements, ["nDCG@5"]);
    const [values = []] = measures.map(({ perQuery }) => [...perQuery]);
    const compared = computePairedDifference(
      queries.map((query) => start.get(query) ?? 0),
      values,
    );
    const { difference } = compared;
    const measured = `stop list ${stopList}, nDCG@5 of ${model} at a random start − plain: ${formatInterval(difference)}`;
    return [
      {
        ...{ claim: "S1.10", collection, measured, difference },
        verdict: judgeEquivalence(compared, mean(values)),
      },
    ];
  });
}

/**
 * Neural models are not better than learned weights on BM25: the claim holds where learned weights
 * are better, and fails where the neural model is. It needs five seeds.
 */
export function createNeuralFindings(
  collection: string,
  neural: readonly NeuralRow[],
  rows: readonly TdvRow[],
): readonly Finding[] {
  const row = rows.find(({ model }) => model === "bm25");
  const learned = row?.systems.get("TDV");
  if (row === undefined || learned === undefined || neural.length === 0) return [];
  const { queries, measures } = evaluate(learned, row.judgements, ["nDCG@5"]);
  const bySeed = new Map(
    neural.map(({ model, seeds }) => [
      model,
      seeds.map((values) => queries.map((query) => values.get(query) ?? 0)),
    ]),
  );
  const values = new Map([["bm25 TDV", [...(measures[0]?.perQuery ?? [])]]]);
  for (const [model, seeds] of bySeed) values.set(model, [...averageOverSeeds(seeds)]);
  const pairs = neural.map(({ model }) => ["bm25 TDV", model] as const);
  return compareSystems(values, pairs, bySeed).map((each): Finding => {
    const { baseline, difference, correctedP: p } = each;
    const count = bySeed.get(baseline)?.length ?? 0;
    const measured = `nDCG@5 of bm25 TDV − ${baseline}, ${count} seeds: ${formatInterval(difference)}`;
    const verdict = count < MIN_SEEDS ? "not testable here" : judgeSuperiority(each, p);
    return { claim: "S1.13", collection, measured, difference, p, verdict };
  });
}

/** Neural models on the same held-out queries, compared with the plain and the learned ones. */
export function createNeuralTable(
  name: string,
  neural: readonly NeuralRow[],
  rows: readonly TdvRow[],
): ReportTable {
  const plain = rows.flatMap((row) =>
    ["usual", "TDV"].map((system) => [
      `${row.model} ${system}`,
      formatOverall(row, system, "nDCG@5"),
    ]),
  );
  return {
    title: `${name}: neural models, nDCG@5`,
    table: {
      header: ["model", "nDCG@5"],
      rows: [
        ...plain,
        ...neural.map(({ model, seeds }) => [
          model,
          mean(seeds.map((values) => mean([...values.values()]))).toFixed(4),
        ]),
      ],
      words: [0],
    },
    note: "Neural models re-rank the best documents of BM25; where a collection has no splits, five folds: three to learn from, one to choose by, one to report on.",
  };
}

/** Every model by one measure: its systems, and TDV against the baselines. */
export function createTdvTable(rows: readonly TdvRow[], measure: string): ReportTable["table"] {
  const against = createComparisonCells(rows, measure);
  const compared = BASELINES.map((name) => `TDV : ${name}`);
  return {
    header: ["model", ...BASELINES, "TDV", "paper", ...compared, "pruned", "epochs"],
    rows: rows.map((row, i) => [
      row.model,
      ...[...BASELINES, "TDV", "paper"].map((name) => formatOverall(row, name, measure)),
      ...(against[i] ?? []),
      `${(100 * (1 - row.tdv.kept)).toFixed(1)} %`,
      row.tdv.learned.map(({ chosen }) => chosen.epoch).join(" "),
    ]),
    words: [0],
  };
}

function findComparison(
  { systems, comparison }: TdvRow,
  system: string,
  measure: string,
): ComparisonRow | undefined {
  const name = systems.get(system)?.name;
  const measureComparison = comparison.measures.find((each) => each.measure === measure);
  return measureComparison?.rows.find(({ run }) => run === name);
}

function formatOverall(row: TdvRow, system: string, measure: string): string {
  return findComparison(row, system, measure)?.overall.toFixed(4) ?? "–";
}

/** TDV against each baseline, a row of cells per model; p corrected over all of them. */
function createComparisonCells(
  rows: readonly TdvRow[],
  measure: string,
): readonly (readonly string[])[] {
  const comparisons = rows.map((row) =>
    BASELINES.map((baseline) => findComparison(row, baseline, measure)?.against),
  );
  const presentComparisons = comparisons.flat().filter((against) => against !== undefined);
  const corrected = holm(presentComparisons.map(({ p }) => p));
  return comparisons.map((cells) =>
    cells.map((against) => {
      if (against === undefined) return "–";
      const p = corrected[presentComparisons.indexOf(against)] as number;
      // The difference is baseline minus TDV.
      const mark = p >= 0.05 ? "=" : against.difference < 0 ? "+" : "-";
      return `${mark} ${formatP(p)}`;
    }),
  );
}
