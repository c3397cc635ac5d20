/**
 * Word vectors while they are read from a file whose number of words is not
 * known, or not believed. Of a word that comes twice the first vector counts.
 */

import { createShareableFloats } from "./shareable-numbers.ts";
import { WordVectors } from "./word-vectors.ts";

export class VectorsBuilder {
  readonly dimension: number;
  /** Where a row is written before `add` names it: from `next()` on. */
  values: Float32Array;
  /** Rows left out because their word had one already. */
  duplicates = 0;
  readonly #words: string[] = [];
  readonly #ids = new Map<string, number>();

  /** Makes space for about `rows` rows; more may come. */
  constructor(dimension: number, rows: number) {
    this.dimension = dimension;
    this.values = createShareableFloats(dimension * Math.max(1, Math.ceil(rows)));
  }

  get count(): number {
    return this.#words.length;
  }

  /** Where the next row starts in `values`, which has space for it. */
  next(): number {
    const start = this.#words.length * this.dimension;
    if (start + this.dimension > this.values.length) {
      const larger = createShareableFloats(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    return start;
  }

  /** Gives the row written at `next()` to `word`, unless the word has one. */
  add(word: string): void {
    if (this.#ids.has(word)) {
      this.duplicates++;
      return;
    }
    this.#ids.set(word, this.#words.length);
    this.#words.push(word);
  }

  finish(): WordVectors {
    const used = this.#words.length * this.dimension;
    return new WordVectors(this.#words, this.dimension, trimCapacity(this.values, used), this.#ids);
  }
}

/** The first `used` values; copied only where much memory would stay behind. */
function trimCapacity(values: Float32Array, used: number): Float32Array {
  if (used > values.length / 2) return values.subarray(0, used);
  const copy = createShareableFloats(used);
  copy.set(values.subarray(0, used));
  return copy;
}
