/**
 * An encoder without a network: mean pooling of word vectors, scaled to unit
 * length. Encoding a query takes microseconds.
 *
 * Words outside the vocabulary, and texts without words, have the vector of the
 * unknown word, so that no text has a vector of zeros.
 */

import { UNKNOWN, type Vocabulary } from "../../embeddings/index.ts";
import type { Analyzer } from "../../text/index.ts";

/** A vocabulary and its word vectors. */
export interface WordVectorTable {
  readonly vocabulary: Vocabulary;
  /** One row per id of the vocabulary. */
  readonly table: Float32Array;
  readonly dimensions: number;
}

/** Encodes texts by their words. */
export class WordEncoder {
  readonly dimensions: number;
  readonly #analyzer: Analyzer;
  readonly #vocabulary: Vocabulary;
  readonly #table: Float32Array;

  constructor({ vocabulary, table, dimensions }: WordVectorTable, analyzer: Analyzer) {
    this.dimensions = dimensions;
    this.#vocabulary = vocabulary;
    this.#table = table;
    this.#analyzer = analyzer;
  }

  /** The unit vector of a text. */
  vector(text: string): Float32Array {
    const { dimensions } = this;
    const sum = new Float64Array(dimensions);
    for (const id of toWordIds(text, this.#vocabulary, this.#analyzer)) {
      const from = id * dimensions;
      for (let i = 0; i < dimensions; i++) {
        sum[i] = (sum[i] as number) + (this.#table[from + i] as number);
      }
    }
    const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
    return Float32Array.from(sum, (value) => (length === 0 ? 0 : value / length));
  }
}

/** The ids of a text's words; the id of the unknown word for a text without words. */
export function toWordIds(text: string, vocabulary: Vocabulary, analyzer: Analyzer): Int32Array {
  const terms = analyzer.terms(text);
  return terms.length === 0 ? Int32Array.of(UNKNOWN) : vocabulary.ids(terms);
}
