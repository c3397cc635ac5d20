/**
 * How the low halves of score-table cells tell frequencies back.
 *
 * Each clause owns some bits of a document's sum and leaves its frequency there,
 * or the highest value if the frequency does not fit. The bits above count the
 * postings that share the last row of a table, whose worth is only known from above.
 */

const BITS = 27;

export class FrequencyMarks {
  /** Added for each posting in a last row; a sum below has none. */
  readonly lastRow: number;
  /** Bits that each clause owns; the lowest are the first clause's. 0 where there are too many clauses. */
  readonly bits: number;
  /** In place of a frequency that does not fit. */
  readonly unknown: number;

  constructor(clauses: number) {
    // Fewer than two bits could not tell 1 from more.
    this.bits = clauses * 2 > BITS ? 0 : Math.min(16, Math.floor(BITS / Math.max(1, clauses)));
    this.unknown = 2 ** this.bits - 1;
    this.lastRow = 2 ** (this.bits === 0 ? 16 : BITS);
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
