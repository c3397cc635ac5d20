/**
 * How many postings an index can do without. Postings are dropped in ascending
 * order of impact / √(largest impact of the document), as long as queries that
 * were not learned from lose nothing to speak of.
 *
 * Each query is ranked by the model of its inner fold, which has not seen it, on
 * the index as that model would prune it. Shares are tried in descending order;
 * the search stops at the first one that fails the rule of its reference:
 *
 * - `learned`: a non-inferiority test against the same models on all postings.
 *   The lower end of a one-sided 95 % interval of the mean difference must stay
 *   within 1 % of the reference, for nDCG@10 and for R@100.
 * - `tuned`: both means reach 99.5 % of the tuned model's on all postings. This
 *   may give away what was learned.
 */

import { computeMeanDifference } from "./inner-validation.ts";
import type { LearningData } from "./learning-data.ts";
import { ModelPruner } from "./pruned-model.ts";
import type { WeightedSetting } from "./weight-table.ts";
import { openRankers, rankByFolds } from "./weighted-ranker.ts";

/** Margin of the non-inferiority test, as a share of the reference, and its one-sided 95 % quantile. */
const MARGIN = 0.01;
const QUANTILE = 1.645;
/** What the means must reach of the tuned model's. */
const MIN_TUNED_SHARE = 0.995;
/** Maximum number of queries ranked at every step. */
const MAX_QUERIES = 600;
/** Shares of the postings to keep, in descending order until one is too small. */
const KEPT_SHARES = Array.from({ length: 19 }, (_, i) => (19 - i) / 20);

export interface PruningStep {
  /** Share of the postings that are kept. */
  readonly kept: number;
  /** Means of the queries, each over that of the reference on the whole index. */
  readonly ndcg: number;
  readonly recall: number;
}

/** What a pruned index is compared with: the learned ranking or tuned BM25, on all postings. */
export type PruningReference = "learned" | "tuned";

export interface PruningChoice {
  readonly kept: number;
  readonly reference: PruningReference;
  readonly steps: readonly PruningStep[];
}

/** The tuned model, and for each query the number of its inner fold, whose model has not seen it. */
export interface PruningModels {
  readonly tuned: WeightedSetting;
  readonly folds: Uint8Array;
  readonly foldModels: readonly WeightedSetting[];
}

export function choosePruning(
  { matrix, queries }: LearningData,
  { tuned, folds, foldModels }: PruningModels,
  reference: PruningReference,
): PruningChoice {
  const sample = queries.slice(0, MAX_QUERIES);
  const pruners = foldModels.map((model) => new ModelPruner(matrix, model, KEPT_SHARES));
  const before =
    reference === "learned"
      ? rankByFolds(sample, folds, openRankers(matrix, foldModels))
      : rankByFolds(sample, new Uint8Array(sample.length), openRankers(matrix, [tuned]));
  const isGoodEnough = reference === "learned" ? isNonInferior : reachesShare;
  const steps: PruningStep[] = [];
  let keptShare = 1;
  for (const share of KEPT_SHARES) {
    const after = rankByFolds(
      sample,
      folds,
      pruners.map((pruner) => pruner.prune(share)),
    );
    const values = (["ndcg", "recall"] as const).map((measure) => ({
      before: before.map((each) => each[measure]),
      after: after.map((each) => each[measure]),
    }));
    const [ndcg = 1, recall = 1] = values.map((pair) => {
      const mean = computeMean(pair.before);
      return mean === 0 ? 1 : computeMean(pair.after) / mean;
    });
    steps.push({ kept: share, ndcg, recall });
    if (!values.every(isGoodEnough)) break;
    keptShare = share;
  }
  return { kept: keptShare, reference, steps };
}

/** Values of one measure, query by query. */
interface MeasurePair {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** nDCG@10 of each query under the tuned model, and under that of its fold on the index it prunes. */
export function measurePruned(
  { matrix, queries }: LearningData,
  { tuned, folds, foldModels }: PruningModels,
  kept: number,
): { readonly before: Float64Array; readonly after: Float64Array } {
  const oneFold = new Uint8Array(queries.length);
  const pruned = foldModels.map((model) => new ModelPruner(matrix, model, [kept]).prune(kept));
  const before = rankByFolds(queries, oneFold, openRankers(matrix, [tuned]));
  const after = rankByFolds(queries, folds, pruned);
  return {
    before: Float64Array.from(before, ({ ndcg }) => ndcg),
    after: Float64Array.from(after, ({ ndcg }) => ndcg),
  };
}

function isNonInferior({ before, after }: MeasurePair): boolean {
  const { mean, error } = computeMeanDifference(
    Float64Array.from(after),
    Float64Array.from(before),
  );
  return mean - QUANTILE * error >= -MARGIN * computeMean(before);
}

function reachesShare({ before, after }: MeasurePair): boolean {
  return computeMean(after) >= MIN_TUNED_SHARE * computeMean(before);
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
