/** Learns from simulated clicks on one collection and measures on the judgements of other queries. */

import { estimateJudgements } from "../../src/behavior/index.ts";
import { ExhaustiveRanker } from "../../src/discrimination/exhaustive-ranking.ts";
import {
  createTrainingQueries,
  type TrainingQuery,
} from "../../src/discrimination/training-queries.ts";
import { createDefaultSetting, tuneModel } from "../../src/discrimination/tune-model.ts";
import { createTunedWeights } from "../../src/discrimination/weight-table.ts";
import type { ModelSetting } from "../../src/discrimination/weighted-model.ts";
import { computeMeasures, WeightedRanker } from "../../src/discrimination/weighted-ranker.ts";
import { type ShownRankings, simulateClicks } from "./click-simulation.ts";
import { openTrialWorkload, type TrialPart, type TrialWorkload } from "./trial-workload.ts";
import { roundValue, tryWeights, type WeightTrial } from "./weight-trial.ts";

/** How a log comes about. */
export interface ClickSetting {
  /** `fixed`: one ranking per query; `two`: those of two rankers in turn. */
  readonly log: "fixed" | "two";
  readonly impressions: number;
  readonly noise: number;
}

/** The outcome of one log, or of the judgements themselves. */
export interface ClickPoint extends Partial<ClickSetting>, WeightTrial {
  /** Training queries with a click, or with a relevant document. */
  readonly queries: number;
  readonly source: "judgements" | "estimated" | "assumed";
  /** The mean error of the propensities of the first ten ranks. */
  readonly propensityError?: number;
}

export interface ClickOutcome {
  readonly protocol: string;
  /** nDCG@10 of each test query by default BM25. */
  readonly untuned: readonly number[];
  readonly points: readonly ClickPoint[];
}

const SHOWN = 10;
const BIAS = 1;
const CLICKED_IF_RELEVANT = 0.9;
const MAX_TUNING_QUERIES = 500;
/** The second ranker of a log with two: its lists differ, its quality does not by much. */
const OTHER_RANKER = { k1: 2.2, b: 0.9, idf: "cf", stopList: "none" } as const;

/** The module that computes outcomes: the code behind a cached one. */
export const CLICK_MODULE: string = import.meta.url;

/** Opens the collection and learns from one log after the other. */
export async function computeClickOutcome(
  settings: readonly ClickSetting[],
  ...opening: Parameters<typeof openTrialWorkload>
): Promise<ClickOutcome> {
  const workload = await openTrialWorkload(...opening);
  const { source, protocol, parts } = workload;
  const { pool, test } = parts[0] as TrialPart;
  const usual = createDefaultSetting("bm25", source.stopTerms);
  const points: ClickPoint[] = [
    { ...(await learn(workload, pool, test)), queries: pool.length, source: "judgements" },
  ];
  const [first, second] = [
    rankShown(workload, pool, usual),
    rankShown(workload, pool, { ...usual, ...OTHER_RANKER }),
  ];
  for (const setting of settings) {
    const { log, impressions, noise } = setting;
    const shown = pool.map((query, q): ShownRankings => {
      const relevant = new Set(Array.from(query.grades.keys(), (each) => source.view.id(each)));
      const lists = [first[q] as string[], ...(log === "two" ? [second[q] as string[]] : [])];
      return { query: String(q), rankings: lists, isRelevant: (id) => relevant.has(id) };
    });
    const model = { bias: BIAS, relevant: CLICKED_IF_RELEVANT, noise };
    const { judgements, report } = estimateJudgements(simulateClicks(shown, impressions, model, 1));
    const training = [...judgements].map(([q, grades]) =>
      replaceGrades(workload, pool[Number(q)] as TrainingQuery, grades),
    );
    const errors = report.propensities.map((each, rank) =>
      Math.abs(each - (1 / (rank + 1)) ** BIAS),
    );
    points.push({
      ...setting,
      ...(await learn(workload, training, test)),
      queries: training.length,
      source: report.source,
      propensityError: errors.reduce((sum, each) => sum + each, 0) / errors.length,
    });
  }
  return { protocol, untuned: measureSetting(workload, test, usual), points };
}

function learn(
  { source }: TrialWorkload,
  training: readonly TrainingQuery[],
  test: readonly TrainingQuery[],
): Promise<WeightTrial> {
  const { matrix, stopTerms } = source;
  const tuningQueries = training.slice(0, MAX_TUNING_QUERIES);
  const start = tuneModel(matrix, tuningQueries, "bm25", stopTerms, "kept");
  return tryWeights(source, training, test, start, 1);
}

/** The ids of the documents that a plain model shows first. */
function rankShown(
  { source }: TrialWorkload,
  queries: readonly TrainingQuery[],
  setting: ModelSetting,
): string[][] {
  const ranker = createPlainRanker(source, setting);
  return queries.map((query) =>
    Array.from(ranker.rank(query).subarray(0, SHOWN), (each) => source.view.id(each)),
  );
}

function measureSetting(
  { source }: TrialWorkload,
  queries: readonly TrainingQuery[],
  setting: ModelSetting,
): number[] {
  const ranker = createPlainRanker(source, setting);
  return queries.map((query) => roundValue(computeMeasures(query, ranker.rank(query)).ndcg));
}

function createPlainRanker(
  { matrix: all, stopTerms }: TrialWorkload["source"],
  setting: ModelSetting,
): WeightedRanker {
  const matrix = all.withoutStopWords(stopTerms.get(setting.stopList) ?? new Set());
  const start = { setting, isDefault: true, ndcg: 0, tried: 0 };
  const weights = createTunedWeights({ matrix, start, stopTerms });
  return new WeightedRanker(matrix, weights, new ExhaustiveRanker(matrix));
}

/** A query with the grades that its clicks suggest instead of its own. */
function replaceGrades(
  { source: { view, matrix } }: TrialWorkload,
  query: TrainingQuery,
  grades: ReadonlyMap<string, number>,
): TrainingQuery {
  const terms = Array.from(query.terms, (term, i) =>
    Array<string>(query.counts[i] as number).fill(matrix.terms[term] as string),
  ).flat();
  const judged = { queries: [{ id: query.id, terms }], judgements: new Map([[query.id, grades]]) };
  return createTrainingQueries(view, matrix, judged)[0] as TrainingQuery;
}
