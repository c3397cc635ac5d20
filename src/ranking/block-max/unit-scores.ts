/**
 * Scores of postings under one match function, for weight 1: the highest and the
 * lowest in each cell of frequency and length class. Every occurrence counts
 * `occurrence`, which is 1 unless frequencies are weighted.
 *
 * A match function that all terms of a query share, such as BM25's, is evaluated
 * once and cached; the kernels scale it to a term's weight.
 */

import type { TermScorer } from "../scorers/match.ts";
import { LENGTH_CLASSES, ROWS } from "./layout.generated.ts";
import { EXACT_CLASSES, type LengthClasses } from "./length-classes.ts";

/** Scores for weight 1, to the last bit: `classes` values for each frequency from 1 on. */
export interface ExactUnitScores {
  readonly values: Float64Array;
  /**
   * Number of classes with exact scores: EXACT_CLASSES, 1 if the length does not
   * matter, 0 if none is exact.
   */
  readonly classes: number;
}

export class UnitScores {
  /** By class: the largest difference between the highest and the lowest score of a cell. */
  readonly gaps: Float64Array = new Float64Array(LENGTH_CLASSES);
  readonly #match: TermScorer;
  readonly #occurrence: number;
  readonly #classes: LengthClasses;
  #rows = 0;
  /** Indexed by frequency while the length has not mattered, then by frequency and class. */
  #isFlat = true;
  #flat: Float64Array = new Float64Array(ROWS - 1);
  #highest: Float32Array = new Float32Array();
  #lowest: Float32Array = new Float32Array();
  #exact: Float64Array = new Float64Array();

  constructor(match: TermScorer, occurrence: number, classes: LengthClasses) {
    this.#match = match;
    this.#occurrence = occurrence;
    this.#classes = classes;
  }

  /** Fills the missing rows of frequencies up to `largest`, except the last row. */
  fill(largest: number): void {
    const rows = Math.min(ROWS - 1, largest);
    if (rows <= this.#rows) return;
    const wasFlat = this.#isFlat;
    for (let row = this.#rows; this.#isFlat && row < rows; row++) {
      const frequency = (row + 1) * this.#occurrence;
      const score = this.#match(frequency, this.#classes.shortest[0] as number);
      this.#flat[row] = score;
      // A score that decreases with length, yet is equal at both ends, does not depend
      // on length.
      this.#isFlat = score === this.#match(frequency, this.#classes.longest.at(-1) as number);
    }
    if (!this.#isFlat) this.#fillRows(wasFlat ? 0 : this.#rows, rows);
    this.#rows = rows;
  }

  #fillRows(from: number, to: number): void {
    this.#highest = copyInto(this.#highest, new Float32Array(LENGTH_CLASSES * to));
    this.#lowest = copyInto(this.#lowest, new Float32Array(LENGTH_CLASSES * to));
    this.#exact = copyInto(this.#exact, new Float64Array(EXACT_CLASSES * to));
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
      this.#highest[LENGTH_CLASSES * row + i] = high;
      this.#lowest[LENGTH_CLASSES * row + i] = low;
      if (i < EXACT_CLASSES) this.#exact[EXACT_CLASSES * row + i] = high;
      this.gaps[i] = Math.max(this.gaps[i] as number, high - low);
    }
  }

  /**
   * Writes the highest (for `sign` -1: the lowest) scores of the first `rows` rows,
   * which must be filled.
   */
  copy(rows: number, sign: number, out: Float32Array): void {
    if (!this.#isFlat) {
      out.set((sign < 0 ? this.#lowest : this.#highest).subarray(0, LENGTH_CLASSES * rows));
      return;
    }
    for (let row = 0; row < rows; row++) {
      out.fill(this.#flat[row] as number, LENGTH_CLASSES * row, LENGTH_CLASSES * (row + 1));
    }
  }

  /** Scores of the filled rows, where each class below EXACT_CLASSES holds one length. */
  getExactScores(): ExactUnitScores {
    return this.#isFlat
      ? { values: this.#flat, classes: 1 }
      : { values: this.#exact, classes: EXACT_CLASSES };
  }

  /** Writes the highest (for `sign` -1: the lowest) scores of the frequencies from ROWS to `largest`. */
  writeLastRow(largest: number, sign: number, out: Float32Array, at: number): void {
    const { shortest, longest } = this.#classes;
    for (let i = 0; i < shortest.length; i++) {
      const length = (sign < 0 ? longest[i] : shortest[i]) as number;
      out[at + i] = this.#match(this.#occurrence * (sign < 0 ? ROWS : largest), length);
    }
  }
}

function copyInto<T extends Float32Array | Float64Array>(values: T, target: T): T {
  target.set(values);
  return target;
}
