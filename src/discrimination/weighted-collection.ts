/**
 * The collection statistics of S' = tf · weight as functions of the weights,
 * and their gradient.
 *
 * Each is a sum of tf · weight, so it is exact over a whole collection for the
 * price of one pass over the terms, and so is its gradient; nothing is left to
 * a sample unless the collection itself is a batch of documents. Document
 * frequencies do not depend on weights.
 */

import type { Bag } from "./bag.ts";

/** A collection, as far as statistics go. */
export interface CollectionCounts {
  readonly documentCount: number;
  /** Occurrences of each term, not weighted. */
  readonly frequencies: Float64Array;
  /** Documents of each term. */
  readonly documentFrequencies: Uint32Array;
}

export class WeightedCollection implements CollectionCounts {
  readonly documentCount: number;
  readonly frequencies: Float64Array;
  readonly documentFrequencies: Uint32Array;
  readonly totalLength: number;
  readonly maxCollectionFrequency: number;
  /** What the loss gains per unit of the total length and of the largest frequency. */
  totalSlope = 0;
  maxSlope = 0;
  readonly #maxTerm: number;

  constructor(
    { documentCount, frequencies, documentFrequencies }: CollectionCounts,
    weights: Float64Array,
  ) {
    this.documentCount = documentCount;
    this.frequencies = frequencies;
    this.documentFrequencies = documentFrequencies;
    let [total, max, maxTerm] = [0, 0, 0];
    for (let term = 0; term < frequencies.length; term++) {
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

  /** A collection of its own made of some documents, as the paper takes each half of a batch. */
  static ofDocuments(documents: readonly Bag[], weights: Float64Array): WeightedCollection {
    const frequencies = new Float64Array(weights.length);
    const documentFrequencies = new Uint32Array(weights.length);
    for (const { terms, counts } of documents) {
      for (let i = 0; i < terms.length; i++) {
        const term = terms[i] as number;
        frequencies[term] = (frequencies[term] as number) + (counts[i] as number);
        documentFrequencies[term] = (documentFrequencies[term] as number) + 1;
      }
    }
    const counts = { documentCount: documents.length, frequencies, documentFrequencies };
    return new WeightedCollection(counts, weights);
  }

  /** Adds what `totalSlope` and `maxSlope` mean for each weight to `gradient`. */
  addGradient(gradient: Float64Array): void {
    const { frequencies, totalSlope } = this;
    if (totalSlope !== 0) {
      for (let term = 0; term < frequencies.length; term++) {
        gradient[term] = (gradient[term] as number) + totalSlope * (frequencies[term] as number);
      }
    }
    const most = this.#maxTerm;
    gradient[most] = (gradient[most] as number) + this.maxSlope * (frequencies[most] as number);
  }
}
