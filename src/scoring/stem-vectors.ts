/**
 * Vectors of stems from vectors of words: the mean over the forms of a stem, weighted by their
 * occurrences in the index.
 */

import type { Embeddings } from "../embeddings/index.ts";
import type { FormCounts } from "./token-statistics.ts";

/** The vector of a word; undefined for an unknown one. All vectors have the same dimension. */
export type VectorLookup = (word: string) => ArrayLike<number> | undefined;

/** Vectors of stems, as means of the vectors of their forms. */
export class StemVectors implements Embeddings {
  readonly words: readonly string[];
  readonly dimension: number;
  readonly #vectors: ReadonlyMap<string, Float32Array>;

  constructor(vectors: Embeddings, forms: FormCounts) {
    this.dimension = vectors.dimension;
    const stemVectors = new Map<string, Float32Array>();
    for (const [stem, counts] of forms) {
      const mean = averageForms(counts, (word) => vectors.getVector(word));
      if (mean !== undefined) stemVectors.set(stem, Float32Array.from(mean));
    }
    this.words = [...stemVectors.keys()];
    this.#vectors = stemVectors;
  }

  getVector(stem: string): Float32Array | undefined {
    return this.#vectors.get(stem);
  }
}

/** The mean of the vectors of forms, weighted by occurrence; undefined if no form has one. */
export function averageForms(
  forms: ReadonlyMap<string, number>,
  getVector: VectorLookup,
): Float64Array | undefined {
  let sum: Float64Array | undefined;
  let total = 0;
  for (const [form, count] of forms) {
    const vector = getVector(form);
    if (vector === undefined) continue;
    sum ??= new Float64Array(vector.length);
    for (let i = 0; i < sum.length; i++) {
      sum[i] = (sum[i] as number) + count * (vector[i] as number);
    }
    total += count;
  }
  return sum?.map((value) => value / total);
}
