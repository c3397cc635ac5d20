/**
 * Builds word vectors from a file whose number of words is unknown or not trusted.
 * The first vector of a duplicate word counts.
 */

import { createShareableFloats } from "./shareable-numbers.ts";
import { WordVectors } from "./word-vectors.ts";

export class VectorsBuilder {
  readonly dimension: number;
  /** A row is written here from `next()` on, before `add` names it. */
  values: Float32Array;
  /** Rows left out because their word is a duplicate. */
  duplicates = 0;
  readonly #words: string[] = [];
  readonly #ids = new Map<string, number>();

  /** Allocates space for about `rows` rows; it grows. */
  constructor(dimension: number, rows: number) {
    this.dimension = dimension;
    this.values = createShareableFloats(dimension * Math.max(1, Math.ceil(rows)));
  }

  get count(): number {
    return this.#words.length;
  }

  /** The start of the next row in `values`, which has space for it. */
  next(): number {
    const start = this.#words.length * this.dimension;
    if (start + this.dimension > this.values.length) {
      const larger = createShareableFloats(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    return start;
  }

  /** Assigns the row at `next()` to `word`, unless the word has one. */
  add(word: string): void {
    if (this.#ids.has(word)) {
      this.duplicates++;
      return;
    }
    this.#ids.set(word, this.#words.length);
    this.#words.push(word);
  }

  finish(): WordVectors {
    const usedLength = this.#words.length * this.dimension;
    return new WordVectors(
      this.#words,
      this.dimension,
      trimCapacity(this.values, usedLength),
      this.#ids,
    );
  }
}

/** The first `used` values; copied only if much memory would be wasted. */
function trimCapacity(values: Float32Array, usedLength: number): Float32Array {
  if (usedLength > values.length / 2) return values.subarray(0, usedLength);
  const copy = createShareableFloats(usedLength);
  copy.set(values.subarray(0, usedLength));
  return copy;
}
