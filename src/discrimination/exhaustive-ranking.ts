/**
 * The best documents of queries by scoring every posting of their terms: slow,
 * plain and exact, over arrays that are in memory already.
 *
 * Postings can be left out one by one, so that an index can be judged before it
 * is pruned. Equal scores go by the number of the document.
 */

import { TopK } from "../common/top-k.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import type { PostingScorer } from "./posting-scorer.ts";
import type { TrainingQuery } from "./training-queries.ts";

/** A query's terms as the model weighs them. */
export interface WeightedQuery {
  readonly terms: ArrayLike<number>;
  /** Query count · u · idf, by place in `terms`; a term of 0 does not count. */
  readonly saliences: ArrayLike<number>;
  /** w, by place in `terms`. */
  readonly occurrences: ArrayLike<number>;
  /** What the length part is multiplied with. */
  readonly weight: number;
}

export class ExhaustiveRanker {
  readonly #matrix: PostingMatrix;
  readonly #scores: Float64Array;
  readonly #isTouched: Uint8Array;
  readonly #touchedDocuments: Uint32Array;
  #impacts: Float64Array = new Float64Array(1024);

  constructor(matrix: PostingMatrix) {
    this.#matrix = matrix;
    const count = matrix.lengths.length;
    this.#scores = new Float64Array(count);
    this.#isTouched = new Uint8Array(count);
    this.#touchedDocuments = new Uint32Array(count);
  }

  /** Best first. `isDropped` has a 1 for each posting that is left out. */
  rank(
    scorer: PostingScorer,
    { terms, saliences, occurrences, weight }: WeightedQuery,
    { excluded }: Pick<TrainingQuery, "excluded">,
    top: number,
    isDropped?: Uint8Array,
  ): Uint32Array {
    let touchedCount = 0;
    for (let slot = 0; slot < terms.length; slot++) {
      const salience = saliences[slot] as number;
      if (salience === 0) continue;
      const term = terms[slot] as number;
      const impacts = this.#reserveImpacts(term);
      scorer.impacts(term, salience, occurrences[slot] as number, impacts);
      touchedCount = this.#add(term, impacts, touchedCount, isDropped);
    }
    const best = new TopK(top, (a, b) => a < b);
    const { lengthParts } = scorer;
    for (let i = 0; i < touchedCount; i++) {
      const document = this.#touchedDocuments[i] as number;
      const part = lengthParts === undefined ? 0 : weight * (lengthParts[document] as number);
      const score = (this.#scores[document] as number) + part;
      this.#scores[document] = 0;
      this.#isTouched[document] = 0;
      if (score >= best.threshold && !excluded.has(document)) best.push(document, score);
    }
    return best.drain().items;
  }

  #add(
    term: number,
    impacts: Float64Array,
    touchedCount: number,
    isDropped: Uint8Array | undefined,
  ): number {
    const { starts, documents } = this.#matrix;
    const [start, end] = [starts[term] as number, starts[term + 1] as number];
    for (let i = start; i < end; i++) {
      if (isDropped !== undefined && isDropped[i] === 1) continue;
      const document = documents[i] as number;
      if (this.#isTouched[document] === 0) {
        this.#isTouched[document] = 1;
        this.#touchedDocuments[touchedCount++] = document;
      }
      this.#scores[document] = (this.#scores[document] as number) + (impacts[i - start] as number);
    }
    return touchedCount;
  }

  #reserveImpacts(term: number): Float64Array {
    const size = this.#matrix.documentFrequency(term);
    if (this.#impacts.length < size) this.#impacts = new Float64Array(2 * size);
    return this.#impacts;
  }
}
