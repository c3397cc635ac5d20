/**
 * What postings are worth under one match function, for weight 1: the most and
 * the least in each cell of frequency and class of length. Every occurrence
 * counts `occurrence`, which is 1 unless frequencies are weighted.
 *
 * A match function that all terms of a query share (BM25's, for one) is asked
 * once and remembered; scaling to a term's weight is the kernels' work.
 */

import type { TermScorer } from "../scorers/match.ts";
import { EXACT_CLASSES, type LengthClasses } from "./length-classes.ts";

/** Frequencies from this one on share the last row. As in kernels/retrieval/block.ts. */
export const ROWS = 16;
export const CELLS = 256;

/** What postings are worth, to the last bit: `classes` values for each frequency from 1 on. */
export interface ExactWorths {
  readonly values: Float64Array;
  /** Those of the classes below EXACT_CLASSES; 1 where the length does not matter; 0 where nothing is known. */
  readonly classes: number;
}

export class UnitScores {
  /** By class: how far the most and the least of a cell lie apart at most. */
  readonly gaps: Float64Array = new Float64Array(CELLS);
  readonly #match: TermScorer;
  readonly #occurrence: number;
  readonly #classes: LengthClasses;
  #rows = 0;
  /** By frequency, as long as the length has not mattered; then by frequency and class. */
  #isFlat = true;
  #flat: Float64Array = new Float64Array(ROWS - 1);
  #most: Float32Array = new Float32Array();
  #least: Float32Array = new Float32Array();
  #exact: Float64Array = new Float64Array();

  constructor(match: TermScorer, occurrence: number, classes: LengthClasses) {
    this.#match = match;
    this.#occurrence = occurrence;
    this.#classes = classes;
  }

  /** Fills the rows of frequencies up to `largest`, the last row apart, that are not filled yet. */
  fill(largest: number): void {
    const rows = Math.min(ROWS - 1, largest);
    if (rows <= this.#rows) return;
    const before = this.#isFlat;
    for (let row = this.#rows; this.#isFlat && row < rows; row++) {
      const frequency = (row + 1) * this.#occurrence;
      const worth = this.#match(frequency, this.#classes.shortest[0] as number);
      this.#flat[row] = worth;
      // Worth that shrinks with length, yet ends where it began, does not depend on it.
      this.#isFlat = worth === this.#match(frequency, this.#classes.longest.at(-1) as number);
    }
    if (!this.#isFlat) this.#fillRows(before ? 0 : this.#rows, rows);
    this.#rows = rows;
  }

  #fillRows(from: number, to: number): void {
    this.#most = lengthened(this.#most, new Float32Array(CELLS * to));
    this.#least = lengthened(this.#least, new Float32Array(CELLS * to));
    this.#exact = lengthened(this.#exact, new Float64Array(EXACT_CLASSES * to));
    for (let row = from; row < to; row++) this.#fillRow(row);
  }

  #fillRow(row: number): void {
    const match = this.#match;
    const { shortest, longest } = this.#classes;
    const frequency = (row + 1) * this.#occurrence;
    for (let i = 0; i < shortest.length; i++) {
      const short = shortest[i] as number;
      const long = longest[i] as number;
      const high = match(frequency, short);
      const low = short === long ? high : match(frequency, long);
      this.#most[CELLS * row + i] = high;
      this.#least[CELLS * row + i] = low;
      if (i < EXACT_CLASSES) this.#exact[EXACT_CLASSES * row + i] = high;
      this.gaps[i] = Math.max(this.gaps[i] as number, high - low);
    }
  }

  /** Writes the most (for `sign` -1: the least) of the first `rows` rows, which are filled. */
  copy(rows: number, sign: number, out: Float32Array): void {
    if (!this.#isFlat) {
      out.set((sign < 0 ? this.#least : this.#most).subarray(0, CELLS * rows));
      return;
    }
    for (let row = 0; row < rows; row++) {
      out.fill(this.#flat[row] as number, CELLS * row, CELLS * (row + 1));
    }
  }

  /** Of the rows that are filled, where each class below EXACT_CLASSES holds one length. */
  exact(): ExactWorths {
    return this.#isFlat
      ? { values: this.#flat, classes: 1 }
      : { values: this.#exact, classes: EXACT_CLASSES };
  }

  /** Writes the most (for `sign` -1: the least) of the frequencies from ROWS to `largest`. */
  lastRow(largest: number, sign: number, out: Float32Array, at: number): void {
    const { shortest, longest } = this.#classes;
    for (let i = 0; i < shortest.length; i++) {
      const length = (sign < 0 ? longest[i] : shortest[i]) as number;
      out[at + i] = this.#match(this.#occurrence * (sign < 0 ? ROWS : largest), length);
    }
  }
}

function lengthened<T extends Float32Array | Float64Array>(values: T, into: T): T {
  into.set(values);
  return into;
}
