/** Ranks judged queries by a weighted model over arrays in memory, and measures the rankings. */

import type { ExhaustiveRanker, WeightedQuery } from "./exhaustive-ranking.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import { createPostingScorer, type PostingScorer } from "./posting-scorer.ts";
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
    this.#scorer = createPostingScorer(matrix, model.setting);
    this.#idf = computeIdf(matrix, model.setting.idf);
    this.#ranking = ranking;
  }

  rank(query: TrainingQuery, isDropped?: Uint8Array): Uint32Array {
    const weighed = this.#weightQuery(query);
    return this.#ranking.rank(this.#scorer, weighed, query, RECALL_DEPTH, isDropped);
  }

  #weightQuery({ terms, counts }: TrainingQuery): WeightedQuery {
    const { setting, queryWeights, documentWeights } = this.#model;
    const saliences = Array.from(
      terms,
      (term, i) =>
        dampCount(counts[i] as number, setting.k3) *
        (queryWeights[term] as number) *
        (this.#idf[term] as number),
    );
    return {
      terms,
      saliences,
      occurrences: Array.from(terms, (term) => documentWeights[term] as number),
      weight: saliences.reduce((sum, each) => sum + each, 0),
    };
  }
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
