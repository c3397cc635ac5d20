/**
 * Vectors of words and of their n-grams, from which every word gets a vector, in the
 * vocabulary or not: the mean of its own row, if it has one, and the rows of its
 * n-grams (fastText).
 */

import { createShareableFloats } from "./shareable-numbers.ts";
import { checkNgrams, hashNgrams, type Ngrams } from "./subwords.ts";
import { checkShape, type Embeddings, mapWordsToRows, WordVectors } from "./word-vectors.ts";

/** The vectors of a fastText model, which has one for every word. */
export class SubwordVectors implements Embeddings {
  readonly words: readonly string[];
  readonly dimension: number;
  readonly ngrams: Ngrams;
  /** A row for each word, then one for each bucket. */
  readonly values: Float32Array;
  readonly #ids: ReadonlyMap<string, number>;

  constructor(words: readonly string[], dimension: number, values: Float32Array, ngrams: Ngrams) {
    checkNgrams(ngrams);
    checkShape(words.length + ngrams.buckets, dimension, values);
    this.words = words;
    this.dimension = dimension;
    this.values = values;
    this.ngrams = ngrams;
    this.#ids = mapWordsToRows(words);
  }

  /** The row of a word itself; undefined for an unseen word. */
  id(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** The rows whose mean is the word's vector. None for an unseen word too short for n-grams. */
  listRows(word: string): number[] {
    const wordRow = this.#ids.get(word);
    const rows = hashNgrams(word, this.ngrams).map((bucket) => this.words.length + bucket);
    return wordRow === undefined ? rows : [wordRow, ...rows];
  }

  /** A vector for any word; zeros for a word without rows. */
  getVector(word: string): Float32Array {
    const vector = new Float32Array(this.dimension);
    this.#write(word, vector);
    return vector;
  }

  /** The vectors of all words of the vocabulary, computed once. */
  toWordVectors(): WordVectors {
    const { words, dimension } = this;
    const values = createShareableFloats(words.length * dimension);
    for (const [i, word] of words.entries()) {
      this.#write(word, values.subarray(i * dimension, (i + 1) * dimension));
    }
    return new WordVectors(words, dimension, values, this.#ids);
  }

  #write(word: string, into: Float32Array): void {
    const { dimension, values } = this;
    const rows = this.listRows(word);
    const sum = new Float64Array(dimension);
    for (const row of rows) {
      const start = row * dimension;
      for (let i = 0; i < dimension; i++) {
        sum[i] = (sum[i] as number) + (values[start + i] as number);
      }
    }
    if (rows.length > 0)
      for (let i = 0; i < dimension; i++) into[i] = (sum[i] as number) / rows.length;
  }
}
