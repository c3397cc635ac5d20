/**
 * Vectors of stems, made from vectors of words: a stem gets the mean of those
 * of its forms, each counted as often as it occurs in the index.
 */

import type { Embeddings } from "../embeddings/index.ts";
import type { TermStatistics } from "../index/index.ts";

export class StemVectors implements Embeddings {
  readonly words: readonly string[];
  readonly dimension: number;
  readonly #vectors: ReadonlyMap<string, Float32Array>;

  /** `surface` are the forms of the index; `stemOf` tells the stem of each. */
  constructor(
    vectors: Embeddings,
    surface: ReadonlyMap<string, TermStatistics>,
    stemOf: (form: string) => string,
  ) {
    this.dimension = vectors.dimension;
    const sums = new Map<string, { sum: Float64Array; weight: number }>();
    for (const [form, { collectionFrequency }] of surface) {
      const vector = vectors.vectorOf(form);
      if (vector === undefined) continue;
      const stem = stemOf(form);
      const entry = sums.get(stem) ?? { sum: new Float64Array(vector.length), weight: 0 };
      entry.weight += collectionFrequency;
      for (const [i, value] of vector.entries()) {
        entry.sum[i] = (entry.sum[i] as number) + collectionFrequency * value;
      }
      sums.set(stem, entry);
    }
    this.words = [...sums.keys()];
    this.#vectors = new Map(
      [...sums].map(([stem, { sum, weight }]) => [stem, Float32Array.from(sum, (x) => x / weight)]),
    );
  }

  vectorOf(stem: string): Float32Array | undefined {
    return this.#vectors.get(stem);
  }
}
