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

import { ExhaustiveRanker } from "./exhaustive-ranking.ts";
import { computeMeanDifference } from "./inner-validation.ts";
import type { LearningData } from "./learning-data.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import { createPostingScorer } from "./posting-scorer.ts";
import type { TrainingQuery } from "./training-queries.ts";
import type { WeightedSetting } from "./weight-table.ts";
import { computeIdf } from "./weighted-model.ts";
import { computeMeasures, type QueryMeasures, WeightedRanker } from "./weighted-ranker.ts";

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
  const ranking = new ExhaustiveRanker(matrix);
  const models = foldModels.map((model) => new PrunedRanker(matrix, model, ranking));
  const rankByFolds = (): QueryMeasures[] =>
    sample.map((query, q) =>
      computeMeasures(query, (models[folds[q] as number] as PrunedRanker).rank(query)),
    );
  const base = new WeightedRanker(matrix, tuned, ranking);
  const before =
    reference === "learned"
      ? rankByFolds()
      : sample.map((query) => computeMeasures(query, base.rank(query)));
  const isGoodEnough = reference === "learned" ? isNonInferior : reachesShare;
  const steps: PruningStep[] = [];
  let keptShare = 1;
  for (const share of KEPT_SHARES) {
    for (const model of models) model.prune(share);
    const after = rankByFolds();
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

/** The threshold at which a model keeps a given share of all postings. */
export function computePruningThreshold(
  matrix: PostingMatrix,
  model: WeightedSetting,
  share: number,
): number {
  return findThreshold(computeRelativeImpacts(matrix, model), share);
}

function findThreshold(values: Float32Array, share: number): number {
  const sorted = values.slice().sort();
  const position = Math.round((1 - share) * sorted.length);
  return sorted[Math.min(position, sorted.length - 1)] ?? 0;
}

/** impact / √(largest impact of the document), of every posting. */
function computeRelativeImpacts(matrix: PostingMatrix, model: WeightedSetting): Float32Array {
  const { starts, documents, termCount } = matrix;
  const scorer = createPostingScorer(matrix, model.setting);
  const idf = computeIdf(matrix, model.setting.idf);
  const values = new Float32Array(matrix.postingCount);
  const largest = new Float64Array(matrix.lengths.length);
  let impacts = new Float64Array(1024);
  for (let term = 0; term < termCount; term++) {
    const [start, end] = [starts[term] as number, starts[term + 1] as number];
    if (impacts.length < end - start) impacts = new Float64Array(2 * (end - start));
    const salience = (model.queryWeights[term] as number) * (idf[term] as number);
    scorer.impacts(term, salience, model.documentWeights[term] as number, impacts);
    for (let i = start; i < end; i++) {
      const [document, impact] = [documents[i] as number, impacts[i - start] as number];
      values[i] = impact;
      if (impact > (largest[document] as number)) largest[document] = impact;
    }
  }
  for (let i = 0; i < values.length; i++) {
    const maxImpact = largest[documents[i] as number] as number;
    if (maxImpact > 0) values[i] = (values[i] as number) / Math.sqrt(maxImpact);
  }
  return values;
}

/** Ranks queries over the postings that the model would keep. */
class PrunedRanker {
  readonly #fullRanker: WeightedRanker;
  readonly #values: Float32Array;
  readonly #sorted: Float32Array;
  readonly #isDropped: Uint8Array;

  constructor(matrix: PostingMatrix, model: WeightedSetting, ranking: ExhaustiveRanker) {
    this.#fullRanker = new WeightedRanker(matrix, model, ranking);
    this.#values = computeRelativeImpacts(matrix, model);
    this.#sorted = this.#values.slice().sort();
    this.#isDropped = new Uint8Array(this.#values.length);
  }

  prune(share: number): void {
    const position = Math.round((1 - share) * this.#sorted.length);
    const threshold = this.#sorted[Math.min(position, this.#sorted.length - 1)] ?? 0;
    for (let i = 0; i < this.#values.length; i++) {
      this.#isDropped[i] = (this.#values[i] as number) < threshold ? 1 : 0;
    }
  }

  rank(query: TrainingQuery): Uint32Array {
    return this.#fullRanker.rank(query, this.#isDropped);
  }
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
