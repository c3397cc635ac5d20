/**
 * How many postings an index can do without: postings are dropped in the order
 * of impact / √(largest impact of the document), fewest first, as long as
 * queries that were not learned from find as much as the tuned model finds in
 * the whole index.
 *
 * Each query is ranked by the model of its inner fold, which has not seen it, on
 * the index as that model would prune it. The walk stops before nDCG@10 or R@100
 * falls below a share of what the unpruned tuned model reaches.
 */

import { ExhaustiveRanking, type WeighedQuery } from "./exhaustive-ranking.ts";
import type { LearningData } from "./learning-data.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import { type PostingScorer, postingScorer } from "./posting-scorer.ts";
import { CUTOFF, discountedGain, type TrainingQuery } from "./training-queries.ts";
import type { WeightedSetting } from "./weight-table.ts";
import { damped, idfOf } from "./weighted-model.ts";

/** What may be lost of either measure. A hundredth is allowed; half of it is left for what a sample cannot tell. */
const LEAST_SHARE = 0.995;
const RECALL_DEPTH = 100;
/** Queries that are ranked at every step, at most. */
const MOST_QUERIES = 600;
/** Shares of the postings to keep, walked down until one is too few. */
const SHARES = Array.from({ length: 19 }, (_, i) => (19 - i) / 20);

export interface PruningStep {
  /** Share of the postings that is kept. */
  readonly kept: number;
  /** Means of the queries, each over that of the tuned model on the whole index. */
  readonly ndcg: number;
  readonly recall: number;
}

export interface PruningChoice {
  readonly kept: number;
  readonly steps: readonly PruningStep[];
}

export function choosePruning(
  { matrix, queries }: LearningData,
  tuned: WeightedSetting,
  folds: Uint8Array,
  foldModels: readonly WeightedSetting[],
): PruningChoice {
  const some = queries.slice(0, MOST_QUERIES);
  const ranking = new ExhaustiveRanking(matrix);
  const base = new WeighedRanking(matrix, tuned, ranking);
  const before = meanMeasures(some.map((query) => measuresOf(query, base.rank(query))));
  const models = foldModels.map((model) => new PrunedRanking(matrix, model, ranking));
  const steps: PruningStep[] = [];
  let kept = 1;
  for (const share of SHARES) {
    for (const model of models) model.prune(share);
    const after = meanMeasures(
      some.map((query, q) =>
        measuresOf(query, (models[folds[q] as number] as PrunedRanking).rank(query)),
      ),
    );
    const step = {
      kept: share,
      ndcg: before.ndcg === 0 ? 1 : after.ndcg / before.ndcg,
      recall: before.recall === 0 ? 1 : after.recall / before.recall,
    };
    steps.push(step);
    if (step.ndcg < LEAST_SHARE || step.recall < LEAST_SHARE) break;
    kept = share;
  }
  return { kept, steps };
}

/** The threshold at which a model keeps a share of all postings. */
export function pruningThreshold(
  matrix: PostingMatrix,
  model: WeightedSetting,
  share: number,
): number {
  return thresholdOf(relativeImpacts(matrix, model), share);
}

function thresholdOf(values: Float32Array, share: number): number {
  const sorted = values.slice().sort();
  const place = Math.round((1 - share) * sorted.length);
  return sorted[Math.min(place, sorted.length - 1)] ?? 0;
}

/** impact / √(largest impact of the document), of every posting. */
function relativeImpacts(matrix: PostingMatrix, model: WeightedSetting): Float32Array {
  const { starts, documents, termCount } = matrix;
  const scorer = postingScorer(matrix, model.setting);
  const idf = idfOf(matrix, model.setting.idf);
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
    const most = largest[documents[i] as number] as number;
    if (most > 0) values[i] = (values[i] as number) / Math.sqrt(most);
  }
  return values;
}

/** Ranks queries by a weighted model over all postings. */
class WeighedRanking {
  readonly #model: WeightedSetting;
  readonly #scorer: PostingScorer;
  readonly #idf: Float64Array;
  readonly #ranking: ExhaustiveRanking;

  constructor(matrix: PostingMatrix, model: WeightedSetting, ranking: ExhaustiveRanking) {
    this.#model = model;
    this.#scorer = postingScorer(matrix, model.setting);
    this.#idf = idfOf(matrix, model.setting.idf);
    this.#ranking = ranking;
  }

  rank(query: TrainingQuery, isDropped?: Uint8Array): Uint32Array {
    const weighed = this.#weigh(query);
    return this.#ranking.rank(this.#scorer, weighed, query, RECALL_DEPTH, isDropped);
  }

  #weigh({ terms, counts }: TrainingQuery): WeighedQuery {
    const { setting, queryWeights, documentWeights } = this.#model;
    const saliences = Array.from(
      terms,
      (term, place) =>
        damped(counts[place] as number, setting.k3) *
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

/** The same over the postings that the model would keep. */
class PrunedRanking {
  readonly #whole: WeighedRanking;
  readonly #values: Float32Array;
  readonly #sorted: Float32Array;
  readonly #isDropped: Uint8Array;

  constructor(matrix: PostingMatrix, model: WeightedSetting, ranking: ExhaustiveRanking) {
    this.#whole = new WeighedRanking(matrix, model, ranking);
    this.#values = relativeImpacts(matrix, model);
    this.#sorted = this.#values.slice().sort();
    this.#isDropped = new Uint8Array(this.#values.length);
  }

  prune(share: number): void {
    const place = Math.round((1 - share) * this.#sorted.length);
    const threshold = this.#sorted[Math.min(place, this.#sorted.length - 1)] ?? 0;
    for (let i = 0; i < this.#values.length; i++) {
      this.#isDropped[i] = (this.#values[i] as number) < threshold ? 1 : 0;
    }
  }

  rank(query: TrainingQuery): Uint32Array {
    return this.#whole.rank(query, this.#isDropped);
  }
}

interface Measures {
  readonly ndcg: number;
  readonly recall: number;
}

function measuresOf({ grades, idealGain, relevant }: TrainingQuery, found: Uint32Array): Measures {
  const gains = Array.from(found, (document) => grades.get(document) ?? 0);
  return {
    ndcg: discountedGain(gains.slice(0, CUTOFF)) / idealGain,
    recall: gains.filter((gain) => gain > 0).length / relevant,
  };
}

function meanMeasures(all: readonly Measures[]): Measures {
  const mean = (of: (each: Measures) => number): number =>
    all.reduce((sum, each) => sum + of(each), 0) / all.length;
  return { ndcg: mean(({ ndcg }) => ndcg), recall: mean(({ recall }) => recall) };
}
