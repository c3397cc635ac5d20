/**
 * Word vectors in memory: words, a row of 32-bit floats for each, and a map from
 * words to rows. All rows are one array, row after row, over memory that threads can
 * share.
 */

import { badArgument, quote } from "../common/errors.ts";

/** Anything that has vectors for words. */
export interface Embeddings {
  readonly words: readonly string[];
  readonly dimension: number;
  /** The vector of a word, not to be written to; undefined if there is none. */
  getVector(word: string): Float32Array | undefined;
}

/** A table of words with a vector each. */
export class WordVectors implements Embeddings {
  readonly words: readonly string[];
  readonly dimension: number;
  /** Row `i` belongs to word `i`. */
  readonly values: Float32Array;
  readonly #ids: ReadonlyMap<string, number>;

  /** `ids` are the rows of the words, for callers that have them already. */
  constructor(
    words: readonly string[],
    dimension: number,
    values: Float32Array,
    ids: ReadonlyMap<string, number> = mapWordsToRows(words),
  ) {
    checkShape(words.length, dimension, values);
    this.words = words;
    this.dimension = dimension;
    this.values = values;
    this.#ids = ids;
  }

  /** The row of a word; undefined if it has none. */
  id(word: string): number | undefined {
    return this.#ids.get(word);
  }

  /** Row `id`, not copied. */
  row(id: number): Float32Array {
    return this.values.subarray(id * this.dimension, (id + 1) * this.dimension);
  }

  getVector(word: string): Float32Array | undefined {
    const id = this.#ids.get(word);
    return id === undefined ? undefined : this.row(id);
  }
}

/** The rows of words, in their order. `BAD_ARGUMENT` if a word is empty or a duplicate. */
export function mapWordsToRows(words: readonly string[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (let i = 0; i < words.length; i++) rows.set(words[i] as string, i);
  if (rows.size < words.length) {
    const duplicate = words.find((word, i) => rows.get(word) !== i) as string;
    throw badArgument(`the word ${quote(duplicate)} occurs twice among the words of vectors`);
  }
  if (rows.has("")) throw badArgument("a word of vectors must not be empty");
  return rows;
}

/** Checks that `values` holds exactly `rows` rows. */
export function checkShape(rows: number, dimension: number, values: Float32Array): void {
  if (!Number.isInteger(dimension) || dimension < 1) {
    throw badArgument(`the dimension of vectors must be a whole number ≥ 1, got ${dimension}`);
  }
  if (values.length !== rows * dimension) {
    throw badArgument(
      `${rows} vectors of ${dimension} numbers need ${rows * dimension} values, got ${values.length}`,
    );
  }
}
