/**
 * How the low halves of score-table cells tell frequencies back.
 *
 * Each clause owns some bits of a document's accumulator and leaves its frequency
 * there, or the highest value if the frequency does not fit. The bits above count
 * the postings that share the last row of a table, whose score is only known from
 * above.
 */

import { CLAUSE_COUNT_BITS, MARK_BITS } from "./layout.generated.ts";

export class FrequencyMarks {
  /** Added for each posting in a last row; marks below have none. */
  readonly lastRow: number;
  /** Bits that each clause owns; the lowest are the first clause's. 0 where there are too many clauses. */
  readonly bits: number;
  /** In place of a frequency that does not fit. */
  readonly unknown: number;

  constructor(clauses: number) {
    // Fewer than two bits could not tell 1 from more.
    this.bits =
      clauses * 2 > MARK_BITS
        ? 0
        : Math.min(CLAUSE_COUNT_BITS, Math.floor(MARK_BITS / Math.max(1, clauses)));
    this.unknown = 2 ** this.bits - 1;
    this.lastRow = 2 ** (this.bits === 0 ? CLAUSE_COUNT_BITS : MARK_BITS);
  }

  /** The mark of a posting. Never 0. */
  mark(clause: number, frequency: number): number {
    if (this.bits === 0) return 1;
    return Math.min(frequency, this.unknown) << (this.bits * clause);
  }

  /** The mark of a posting in the last row. */
  lastMark(clause: number): number {
    return this.mark(clause, Infinity) + this.lastRow;
  }
}
