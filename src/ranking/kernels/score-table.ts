/**
 * What a posting of a clause is worth, as a table for the kernels: one row for
 * each frequency, one cell for each class of length.
 *
 * A cell is an upper bound in fixed point, so any scorer that grows with
 * frequency and shrinks with length can be searched, and sums are exact in any
 * order. Its low half is a mark that tells the frequency back: sums of marks
 * name the frequencies of all clauses in a document at once.
 */

import type { Clause } from "../prepared-query.ts";
import type { LengthClasses } from "./length-classes.ts";

/** Frequencies from this one on share the last row. As in kernels/retrieval/block.ts. */
export const ROWS = 16;
const CELLS = 256;
export const TABLE_BYTES: number = ROWS * CELLS * 8;

/** What all scores of a query together may reach, in units of fixed point. */
const FULL_SCALE = 2 ** 28;

/** How the marks of the clauses share 32 bits. */
export class FrequencyMarks {
  readonly #bits: number;
  readonly #unknown: number;

  constructor(clauses: number) {
    this.#bits = clauses > 16 ? 0 : Math.min(16, Math.floor(32 / clauses));
    this.#unknown = 2 ** this.#bits - 1;
  }

  /** The mark of a frequency, or of all from `frequency` on. Never 0. */
  mark(clause: number, frequency: number, isExact: boolean): number {
    if (this.#bits === 0) return 1;
    const value = isExact ? Math.min(frequency, this.#unknown) : this.#unknown;
    return value << (this.#bits * clause);
  }

  /** The frequency of a clause that a sum of marks tells; -1 when it does not. */
  frequency(marks: number, clause: number): number {
    if (this.#bits === 0) return -1;
    const value = (marks >>> (this.#bits * clause)) & this.#unknown;
    return value === this.#unknown ? -1 : value;
  }
}

/** The scale that keeps sums of `clauses` inside fixed point; undefined if a worth is not finite. */
export function scaleOf(
  clauses: readonly Clause[],
  largestFrequencies: readonly number[],
  largestPart: number,
): number | undefined {
  let total = largestPart;
  for (const [i, { weight, match }] of clauses.entries()) {
    total += Math.abs(weight * match(largestFrequencies[i] as number, 1));
  }
  if (!Number.isFinite(total)) return undefined;
  return total === 0 ? 1 : FULL_SCALE / total;
}

export interface TableOptions {
  /** Number of the clause in its query. */
  readonly place: number;
  readonly largestFrequency: number;
  readonly scale: number;
  readonly classes: LengthClasses;
  readonly marks: FrequencyMarks;
  /** Grows, by class, by how far a cell may lie above what its postings are worth. */
  readonly slack: Float64Array;
}

/** Writes the table of a clause at word `at` of `words`. */
export function fillTable(
  words: Int32Array,
  at: number,
  { weight, match }: Clause,
  { place, largestFrequency, scale, classes, marks, slack }: TableOptions,
): void {
  const { shortest, longest } = classes;
  const gaps = new Float64Array(shortest.length);
  const factor = weight * scale;
  const rows = Math.min(ROWS, largestFrequency);
  for (let row = 0; row < rows; row++) {
    const least = row + 1;
    const most = least === ROWS ? largestFrequency : least;
    const mark = marks.mark(place, least, least === most);
    let cell = at + 2 * CELLS * row;
    for (let i = 0; i < shortest.length; i++, cell += 2) {
      // No document without words has postings.
      const short = Math.max(1, shortest[i] as number);
      const long = longest[i] as number;
      const best = factor * match(most, short);
      words[cell] = mark;
      if (least === most && short >= long) {
        words[cell + 1] = Math.ceil(best);
      } else {
        const worst = factor * match(least, long);
        words[cell + 1] = Math.ceil(Math.max(best, worst));
        gaps[i] = Math.max(gaps[i] as number, Math.abs(best - worst));
      }
    }
  }
  // One unit for each rounding up.
  for (let i = 0; i < gaps.length; i++) slack[i] = (slack[i] as number) + (gaps[i] as number) + 1;
}
