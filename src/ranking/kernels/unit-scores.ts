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

export class UnitScores {
  /** By frequency and class, as far as rows are filled. */
  most: Float32Array = new Float32Array();
  least: Float32Array = new Float32Array();
  /** What a posting is worth, by frequency and class below EXACT_CLASSES, where each of these holds one length. */
  exact: Float64Array = new Float64Array();
  /** By class: how far the most and the least of a cell lie apart at most. */
  readonly gaps: Float64Array = new Float64Array(CELLS);
  readonly #match: TermScorer;
  readonly #occurrence: number;
  readonly #classes: LengthClasses;
  #rows = 0;

  constructor(match: TermScorer, occurrence: number, classes: LengthClasses) {
    this.#match = match;
    this.#occurrence = occurrence;
    this.#classes = classes;
  }

  /** Fills the rows of frequencies up to `largest`, the last row apart, that are not filled yet. */
  fill(largest: number): void {
    const rows = Math.min(ROWS - 1, largest);
    if (rows <= this.#rows) return;
    this.most = lengthened(this.most, new Float32Array(CELLS * rows));
    this.least = lengthened(this.least, new Float32Array(CELLS * rows));
    this.exact = lengthened(this.exact, new Float64Array(EXACT_CLASSES * rows));
    for (; this.#rows < rows; this.#rows++) this.#fillRow(this.#rows + 1);
  }

  #fillRow(frequency: number): void {
    const match = this.#match;
    const { shortest, longest } = this.#classes;
    const classes = shortest.length;
    const at = CELLS * (frequency - 1);
    const weighted = frequency * this.#occurrence;
    const worth = match(weighted, shortest[0] as number);
    if (worth === match(weighted, longest[classes - 1] as number)) {
      // Worth that shrinks with length, yet ends where it began, does not depend on it.
      this.most.fill(worth, at, at + classes);
      this.least.fill(worth, at, at + classes);
      this.exact.fill(worth, EXACT_CLASSES * (frequency - 1), EXACT_CLASSES * frequency);
      return;
    }
    for (let i = 0; i < classes; i++) {
      const short = shortest[i] as number;
      const long = longest[i] as number;
      const high = match(weighted, short);
      const low = short === long ? high : match(weighted, long);
      this.most[at + i] = high;
      this.least[at + i] = low;
      if (i < EXACT_CLASSES) this.exact[EXACT_CLASSES * (frequency - 1) + i] = high;
      this.gaps[i] = Math.max(this.gaps[i] as number, high - low);
    }
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
