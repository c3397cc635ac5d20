/**
 * The ranking of an index that a model prunes, over arrays in memory: the postings that it keeps,
 * and weights that compensate for the change of statistics with the precision that they are stored
 * with (index/weights/prune-postings.ts).
 */

import { roundWeight } from "../index/weights/index.ts";
import { ExhaustiveRanker } from "./exhaustive-ranking.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import { createPostingScorer } from "./posting-scorer.ts";
import type { WeightedSetting } from "./weight-table.ts";
import { computeIdf } from "./weighted-model.ts";
import { WeightedRanker } from "./weighted-ranker.ts";

/** The threshold at which a model keeps a given share of all postings. */
export function computePruningThreshold(
  matrix: PostingMatrix,
  model: WeightedSetting,
  share: number,
): number {
  return findThreshold(computeRelativeImpacts(matrix, model).sort(), share);
}

/** Slightly below the impact found, so that postings of equal impact are kept by any order of operations. */
function findThreshold(sorted: Float64Array, share: number): number {
  const position = Math.round((1 - share) * sorted.length);
  return (1 - 1e-12) * (sorted[Math.min(position, sorted.length - 1)] ?? 0);
}

/** Prunes by one model to some shares of the postings. */
export class ModelPruner {
  readonly #matrix: PostingMatrix;
  readonly #model: WeightedSetting;
  readonly #values: Float64Array;
  readonly #thresholds: ReadonlyMap<number, number>;

  constructor(matrix: PostingMatrix, model: WeightedSetting, shares: readonly number[]) {
    this.#matrix = matrix;
    this.#model = model;
    this.#values = computeRelativeImpacts(matrix, model);
    const sorted = this.#values.slice().sort();
    this.#thresholds = new Map(shares.map((share) => [share, findThreshold(sorted, share)]));
  }

  prune(share: number): WeightedRanker {
    const threshold = this.#thresholds.get(share) as number;
    const isDropped = new Uint8Array(this.#values.length);
    for (let i = 0; i < isDropped.length; i++) {
      const value = this.#values[i] as number;
      isDropped[i] = value > 0 && value >= threshold ? 0 : 1;
    }
    const pruned = this.#matrix.withoutPostings(isDropped);
    const model = compensateWeights(this.#matrix, pruned, this.#model);
    return new WeightedRanker(pruned, model, new ExhaustiveRanker(pruned));
  }
}

/** impact / √(largest impact of the document), of every posting. */
function computeRelativeImpacts(matrix: PostingMatrix, model: WeightedSetting): Float64Array {
  const { starts, documents, termCount } = matrix;
  const scorer = createPostingScorer(matrix, model.setting);
  const idf = computeIdf(matrix, model.setting.idf);
  const values = new Float64Array(matrix.postingCount);
  const largest = new Float64Array(matrix.lengths.length);
  for (let term = 0; term < termCount; term++) {
    const [start, end] = [starts[term] as number, starts[term + 1] as number];
    const salience = (model.queryWeights[term] as number) * (idf[term] as number);
    const impacts = values.subarray(start, end);
    scorer.impacts(term, salience, model.documentWeights[term] as number, impacts);
    for (let i = start; i < end; i++) {
      const [document, impact] = [documents[i] as number, values[i] as number];
      if (impact > (largest[document] as number)) largest[document] = impact;
    }
  }
  for (let i = 0; i < values.length; i++) {
    const maxImpact = largest[documents[i] as number] as number;
    if (maxImpact > 0) values[i] = (values[i] as number) / Math.sqrt(maxImpact);
  }
  return values;
}

/** Keeps the query weight times idf, and the document weight over p(t|C), up to their precision. */
function compensateWeights(
  before: PostingMatrix,
  after: PostingMatrix,
  model: WeightedSetting,
): WeightedSetting {
  const { setting, queryWeights, documentWeights } = model;
  const [was, is] = [computeIdf(before, setting.idf), computeIdf(after, setting.idf)];
  const rarer = (term: number): number => {
    const ratio = (was[term] as number) / (is[term] as number);
    return after.documentFrequency(term) > 0 && Number.isFinite(ratio) ? ratio : 1;
  };
  const likelier = (term: number): number =>
    setting.model === "lm" && after.documentFrequency(term) > 0
      ? (after.collectionFrequencies[term] as number) /
        (before.collectionFrequencies[term] as number)
      : 1;
  return {
    ...model,
    queryWeights: queryWeights.map((weight, term) => roundWeight(weight * rarer(term))),
    documentWeights: documentWeights.map((weight, term) => roundWeight(weight * likelier(term))),
  };
}
