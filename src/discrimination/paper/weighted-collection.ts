/**
 * The collection statistics of S' = tf · weight as functions of the weights, and their gradient.
 *
 * Each is a sum of tf · weight, so it and its gradient are exact over a whole collection for one
 * pass over the terms. Document frequencies do not depend on weights.
 */

import type { Bag } from "./bag.ts";
import type { ScoreGradient } from "./score-gradient.ts";

/** The counts of a collection that its statistics need. */
export interface CollectionCounts {
  readonly documentCount: number;
  /** Unweighted collection frequency of each term. */
  readonly frequencies: Float64Array;
  /** Document frequency of each term. */
  readonly documentFrequencies: Uint32Array;
}

export class WeightedCollection implements CollectionCounts {
  readonly documentCount: number;
  readonly frequencies: Float64Array;
  readonly documentFrequencies: Uint32Array;
  readonly totalLength: number;
  readonly maxCollectionFrequency: number;
  /** The derivative of the loss in the total length and in the largest frequency. */
  totalSlope = 0;
  maxSlope = 0;
  readonly #maxTerm: number;
  /** Its terms, if it consists of a few documents of a collection. */
  readonly #terms: readonly number[] | undefined;

  constructor(
    { documentCount, frequencies, documentFrequencies }: CollectionCounts,
    weights: Float64Array,
    terms?: readonly number[],
  ) {
    this.#terms = terms;
    this.documentCount = documentCount;
    this.frequencies = frequencies;
    this.documentFrequencies = documentFrequencies;
    let [total, max, maxTerm] = [0, 0, 0];
    const count = terms?.length ?? frequencies.length;
    for (let i = 0; i < count; i++) {
      const term = terms === undefined ? i : (terms[i] as number);
      const weighted = (frequencies[term] as number) * (weights[term] as number);
      total += weighted;
      if (weighted > max) {
        max = weighted;
        maxTerm = term;
      }
    }
    this.totalLength = total;
    this.maxCollectionFrequency = max;
    this.#maxTerm = maxTerm;
  }

  /** A collection of some documents, as the paper treats each half of a batch. */
  static ofDocuments(documents: readonly Bag[], weights: Float64Array): WeightedCollection {
    const frequencies = new Float64Array(weights.length);
    const documentFrequencies = new Uint32Array(weights.length);
    const all: number[] = [];
    for (const { terms, counts } of documents) {
      for (let i = 0; i < terms.length; i++) {
        const term = terms[i] as number;
        if (documentFrequencies[term] === 0) all.push(term);
        frequencies[term] = (frequencies[term] as number) + (counts[i] as number);
        documentFrequencies[term] = (documentFrequencies[term] as number) + 1;
      }
    }
    const counts = { documentCount: documents.length, frequencies, documentFrequencies };
    return new WeightedCollection(counts, weights, all);
  }

  /**
   * Adds the effect of the derivatives on weights to `gradient` and resets them. That of a whole
   * collection's length is passed to the gradient as one number.
   */
  addGradient(gradient: ScoreGradient): void {
    const { frequencies, totalSlope } = this;
    if (this.#terms === undefined) gradient.totalLength += totalSlope;
    else {
      for (const term of this.#terms)
        gradient.add(term, totalSlope * (frequencies[term] as number));
    }
    const maxTerm = this.#maxTerm;
    if (this.maxSlope !== 0)
      gradient.add(maxTerm, this.maxSlope * (frequencies[maxTerm] as number));
    this.totalSlope = 0;
    this.maxSlope = 0;
  }
}
