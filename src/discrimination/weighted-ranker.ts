/**
 * Ranks judged queries by a weighted model over arrays in memory, as an index with the weights
 * does, and measures the rankings.
 */

import { roundCount } from "../ranking/scorers/index.ts";
import { ExhaustiveRanker, type WeightedQuery } from "./exhaustive-ranking.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import { createPostingScorer, createRoundedScorer, type PostingScorer } from "./posting-scorer.ts";
import { CUTOFF, computeDiscountedGain, type TrainingQuery } from "./training-queries.ts";
import type { WeightedSetting } from "./weight-table.ts";
import { computeIdf, dampCount } from "./weighted-model.ts";

const RECALL_DEPTH = 100;

/** Ranks queries by a weighted model over all postings. */
export class WeightedRanker {
  readonly #model: WeightedSetting;
  readonly #scorer: PostingScorer;
  readonly #idf: Float64Array;
  readonly #ranking: ExhaustiveRanker;

  constructor(matrix: PostingMatrix, model: WeightedSetting, ranking: ExhaustiveRanker) {
    this.#model = model;
    this.#scorer = (model.isRounded ? createRoundedScorer : createPostingScorer)(
      matrix,
      model.setting,
    );
    this.#idf = computeIdf(matrix, model.setting.idf);
    this.#ranking = ranking;
  }

  rank(query: TrainingQuery): Uint32Array {
    const weighed = this.#weightQuery(query);
    return this.#ranking.rank(this.#scorer, weighed, query, RECALL_DEPTH);
  }

  #weightQuery({ terms, counts }: TrainingQuery): WeightedQuery {
    const { setting, queryWeights, documentWeights, isRounded } = this.#model;
    const damped = Array.from(counts, (count) => {
      const exact = dampCount(count, setting.k3);
      return isRounded ? roundCount(exact) : exact;
    });
    const saliences = Array.from(
      terms,
      (term, i) =>
        (isRounded ? 1 : (damped[i] as number)) *
        (queryWeights[term] as number) *
        (this.#idf[term] as number),
    );
    return {
      terms,
      saliences,
      ...(isRounded && { counts: damped }),
      occurrences: Array.from(terms, (term) => documentWeights[term] as number),
      weight: saliences.reduce((sum, each) => sum + each, 0),
    };
  }
}

/** A ranker of every model. They share their buffers. */
export function openRankers(
  matrix: PostingMatrix,
  models: readonly WeightedSetting[],
): WeightedRanker[] {
  const ranking = new ExhaustiveRanker(matrix);
  return models.map((model) => new WeightedRanker(matrix, model, ranking));
}

/** Measures each query by the ranker of its fold. */
export function rankByFolds(
  queries: readonly TrainingQuery[],
  folds: Uint8Array,
  rankers: readonly WeightedRanker[],
): QueryMeasures[] {
  return queries.map((query, q) =>
    computeMeasures(query, (rankers[folds[q] as number] as WeightedRanker).rank(query)),
  );
}

/** The measures that learning and pruning are judged by: nDCG@10 and R@100. */
export interface QueryMeasures {
  readonly ndcg: number;
  readonly recall: number;
}

export function computeMeasures(
  { grades, idealGain, relevant }: TrainingQuery,
  documents: Uint32Array,
): QueryMeasures {
  const gains = Array.from(documents, (document) => grades.get(document) ?? 0);
  return {
    ndcg: computeDiscountedGain(gains.slice(0, CUTOFF)) / idealGain,
    recall: gains.filter((gain) => gain > 0).length / relevant,
  };
}
