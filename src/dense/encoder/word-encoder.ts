/**
 * An encoder without a network: a text is the mean of the vectors of its words,
 * at unit length. Encoding a query takes microseconds.
 *
 * A word that is not in the vocabulary has the vector of the unknown word, and
 * so has a text without any word, so that every text points somewhere.
 */

import { UNKNOWN, type Vocabulary } from "../../embeddings/index.ts";
import type { Analyzer } from "../../text/index.ts";

/** Words with their vectors, and how texts are cut into words. */
export interface WordVectorTable {
  readonly vocabulary: Vocabulary;
  /** A row for each id of the vocabulary. */
  readonly table: Float32Array;
  readonly dimensions: number;
}

/** Turns texts into vectors by their words. */
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

  /** The vector of a text, of unit length. */
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

/** The ids of a text's words; that of the unknown word where there is none. */
export function toWordIds(text: string, vocabulary: Vocabulary, analyzer: Analyzer): Int32Array {
  const terms = analyzer.terms(text);
  return terms.length === 0 ? Int32Array.of(UNKNOWN) : vocabulary.ids(terms);
}
