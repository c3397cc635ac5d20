/**
 * The tables of the experiment on two-sided term weights, from the outcomes of one or more runs.
 */

import type { ReportTable } from "../../src/analysis/index.ts";
import type { LearningReport } from "../../src/discrimination/index.ts";
import { holm, pairedT } from "../../src/evaluation/index.ts";
import { mean, formatMean as shown } from "../format-values.ts";

/** The compared systems, in column order. */
export const SYSTEMS = ["default", "tuned", "paper", "learned", "pruned"] as const;
export type TableSystem = (typeof SYSTEMS)[number];

/** Values of each system, by test query. */
export type Values = Record<TableSystem, { readonly ndcg: number[]; readonly recall: number[] }>;

export interface TermWeightOutcome {
  readonly name: string;
  readonly protocol: string;
  readonly values: Values;
  readonly reports: readonly LearningReport[];
  /** Means over the folds, each relative to the index with the tuned stop list. */
  readonly postings: number;
  readonly listBytes: number;
  readonly bytesWithoutTexts: number;
  readonly bytes: number;
  /** Seconds of learning, mean over the folds. */
  readonly seconds: number;
  /** Milliseconds per query of tuned BM25 and of the learned ranking on the pruned index. */
  readonly exhaustive: readonly [number, number];
  readonly best10: readonly [number, number];
  readonly best1000: readonly [number, number];
}

/** The tables of a run; outcomes of several runs can be combined. */
export function createTermWeightTables(outcomes: readonly TermWeightOutcome[]): ReportTable[] {
  return [
    {
      title: "nDCG@10 of queries that nothing was learned from",
      table: {
        header: [
          "collection",
          "queries",
          ...SYSTEMS,
          "learned - tuned",
          "p",
          "pruned - tuned",
          "p",
        ],
        rows: createNdcgRows(outcomes),
        words: [0],
      },
    },
    {
      title: "R@100",
      table: {
        header: ["collection", ...SYSTEMS],
        rows: outcomes.map(({ name, values }) => [
          name,
          ...SYSTEMS.map((system) => formatMean(values[system].recall)),
        ]),
        words: [0],
      },
    },
    {
      title:
        "The pruned index against one with the same stop list; its means against tuned BM25 and against the learned ranking",
      table: {
        header: [
          ...["collection", "postings kept", "lists", "without texts", "whole index"],
          ...["nDCG@10 - tuned", "R@100 - tuned", "nDCG@10 - learned", "R@100 - learned"],
        ],
        rows: outcomes.map(createSizeRow),
        words: [0],
      },
    },
    {
      title:
        "Processor time on one machine: learning, and ms per query (tuned BM25 with the same stop list → pruned)",
      table: {
        header: [
          "collection",
          "learning",
          "exhaustive",
          ...createTimeColumns("best 10", "best 1,000"),
        ],
        rows: outcomes.map(createTimeRow),
        words: [0],
      },
    },
  ];
}

function createNdcgRows(outcomes: readonly TermWeightOutcome[]): string[][] {
  const systems = ["learned", "pruned"] as const;
  const differences = systems.map((system) =>
    outcomes.map(({ values }) => computeDifferences(values, system)),
  );
  // One family: every comparison of the table.
  const corrected = holm(differences.flat().map((each) => pairedT(each).p));
  const columns = differences.map((all, column) =>
    all.map((each, i) => [
      formatInterval(each),
      formatP(corrected[column * outcomes.length + i] as number),
    ]),
  );
  return outcomes.map(({ name, values }, i) => [
    name,
    String(values.tuned.ndcg.length),
    ...SYSTEMS.map((system) => formatMean(values[system].ndcg)),
    ...columns.flatMap((column) => column[i] as string[]),
  ]);
}

function createSizeRow({ name, values, ...shares }: TermWeightOutcome): string[] {
  const { postings, listBytes, bytesWithoutTexts, bytes } = shares;
  const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const against = (other: TableSystem, measure: "ndcg" | "recall"): string =>
    `${(100 * (mean(values.pruned[measure]) / mean(values[other][measure]) - 1)).toFixed(1)} %`;
  return [
    name,
    ...[postings, listBytes, bytesWithoutTexts, bytes].map(percent),
    ...[against("tuned", "ndcg"), against("tuned", "recall")],
    ...[against("learned", "ndcg"), against("learned", "recall")],
  ];
}

/** Each time is followed by how many times as fast the pruned index is. */
function createTimeColumns(...names: string[]): string[] {
  return names.flatMap((name) => [name, `${name}, ratio`]);
}

function createTimeRow({ name, seconds, exhaustive, ...times }: TermWeightOutcome): string[] {
  const pair = ([before, after]: readonly [number, number]): string =>
    `${before.toFixed(3)} → ${after.toFixed(3)}`;
  const ratio = ([before, after]: readonly [number, number]): string =>
    `${(before / after).toFixed(2)}x`;
  return [
    ...[name, `${seconds.toFixed(1)} s`, pair(exhaustive)],
    ...[times.best10, times.best1000].flatMap((each) => [pair(each), ratio(each)]),
  ];
}

function computeDifferences(values: Values, system: TableSystem): Float64Array {
  const { ndcg } = values.tuned;
  return Float64Array.from(values[system].ndcg, (value, i) => value - (ndcg[i] as number));
}

function formatMean(all: readonly number[]): string {
  return all.length === 0 ? "–" : shown(mean(all));
}

/** The mean difference and its 95 % interval. */
function formatInterval(all: Float64Array): string {
  const middle = mean([...all]);
  const squares = all.reduce((sum, each) => sum + (each - middle) ** 2, 0);
  const error = Math.sqrt(squares / (all.length - 1) / all.length);
  const signed = (value: number): string =>
    `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4).slice(1)}`;
  return `${signed(middle)} (${signed(middle - 1.96 * error)} to ${signed(middle + 1.96 * error)})`;
}

function formatP(p: number): string {
  return p < 0.0001 ? "< .0001" : p.toFixed(p < 0.01 ? 4 : 3).replace(/^0/, "");
}
