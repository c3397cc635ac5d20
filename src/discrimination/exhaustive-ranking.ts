/**
 * Ranks documents by scoring every posting of the query terms: slow, plain and exact, over arrays
 * in memory.
 *
 * Ties are ordered by id, as in searches of the index.
 */

import { TopK } from "../common/top-k.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import type { PostingScorer } from "./posting-scorer.ts";
import type { TrainingQuery } from "./training-queries.ts";

/** The terms of a query with their weights in the model. */
export interface WeightedQuery {
  readonly terms: ArrayLike<number>;
  /** Query count · u · idf, by position in `terms`; 0 for a term that does not count. */
  readonly saliences: ArrayLike<number>;
  /** For rounded scores: the query counts, which `saliences` are without. */
  readonly counts?: ArrayLike<number>;
  /** w, by position in `terms`. */
  readonly occurrences: ArrayLike<number>;
  /** The factor of the length part. */
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

  /** Best first. */
  rank(
    scorer: PostingScorer,
    { terms, saliences, counts, occurrences, weight }: WeightedQuery,
    { excluded }: Pick<TrainingQuery, "excluded">,
    top: number,
  ): Uint32Array {
    let touchedCount = 0;
    for (let slot = 0; slot < terms.length; slot++) {
      const salience = saliences[slot] as number;
      if (salience === 0) continue;
      const term = terms[slot] as number;
      const impacts = this.#reserveImpacts(term);
      scorer.impacts(term, salience, occurrences[slot] as number, impacts);
      touchedCount = this.#add(term, impacts, counts?.[slot] ?? 1, touchedCount);
    }
    const { idRanks } = this.#matrix;
    const best = new TopK(top, (a, b) => (idRanks[a] as number) > (idRanks[b] as number));
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

  #add(term: number, impacts: Float64Array, count: number, touchedCount: number): number {
    const { starts, documents } = this.#matrix;
    const [start, end] = [starts[term] as number, starts[term + 1] as number];
    for (let i = start; i < end; i++) {
      const document = documents[i] as number;
      if (this.#isTouched[document] === 0) {
        this.#isTouched[document] = 1;
        this.#touchedDocuments[touchedCount++] = document;
      }
      const score = count * (impacts[i - start] as number);
      this.#scores[document] = (this.#scores[document] as number) + score;
    }
    return touchedCount;
  }

  #reserveImpacts(term: number): Float64Array {
    const size = this.#matrix.documentFrequency(term);
    if (this.#impacts.length < size) this.#impacts = new Float64Array(2 * size);
    return this.#impacts;
  }
}
