/**
 * How the low halves of score-table cells tell frequencies back.
 *
 * Each clause owns some bits of a document's accumulator and leaves its frequency
 * there, or the highest value if the frequency does not fit. Where there are too
 * many clauses for that, each word of several clauses owns some, which count
 * those of its clauses that match. The bits above count the postings that share
 * the last row of a table, whose score is only known from above.
 */

import { CLAUSE_COUNT_BITS, COLLECTED_BIT, MARK_BITS } from "./layout.generated.ts";

const NO_WIDTHS: readonly number[] = [];

export class AccumulatorTags {
  /** Added for each posting in a last row; marks below have none. */
  readonly lastRow: number;
  /** Bits that each clause owns; the lowest are the first clause's. 0 where there are too many clauses. */
  readonly bits: number;
  /** In place of a frequency that does not fit. */
  readonly unknown: number;
  /** Bits that are set only if several clauses of a word match; 0 where words own none. */
  readonly several: number = 0;
  /** By clause, the lowest bit of its word, where words own some. */
  readonly #counters: readonly number[] = [];

  constructor(clauses: number, words: readonly { readonly clauses: number }[] = []) {
    // The bits that count last rows must hold the number of clauses.
    const tagBits = Math.min(MARK_BITS, COLLECTED_BIT - (32 - Math.clz32(clauses)));
    // Fewer than two bits could not tell 1 from more; of words with several clauses one tells which match.
    const minBits = words.length > 0 ? 1 : 2;
    const own = Math.floor(tagBits / Math.max(1, clauses));
    this.bits = own < minBits ? 0 : Math.min(CLAUSE_COUNT_BITS, own);
    this.unknown = 2 ** this.bits - 1;
    const widths =
      this.bits === 0 ? words.map(({ clauses: each }) => 32 - Math.clz32(each)) : NO_WIDTHS;
    const width = widths.reduce((sum, each) => sum + each, 0);
    if (width > 0 && width <= tagBits) {
      const lowest = widths.map((_, i) => 2 ** widths.slice(0, i).reduce((sum, w) => sum + w, 0));
      this.#counters = words.flatMap(({ clauses: each }, i) => new Array(each).fill(lowest[i]));
      this.several = lowest.reduce((remaining, bit) => remaining - bit, 2 ** width - 1);
    }
    const areFields = this.bits > 0 || this.several > 0;
    this.lastRow = 2 ** (areFields ? tagBits : CLAUSE_COUNT_BITS);
  }

  /** The mark of a posting. Never 0. */
  encode(clause: number, frequency: number): number {
    if (this.bits === 0) return this.several === 0 ? 1 : (this.#counters[clause] as number);
    return Math.min(frequency, this.unknown) << (this.bits * clause);
  }

  /** The mark of a posting in the last row. */
  encodeLastRow(clause: number): number {
    return this.encode(clause, Infinity) + this.lastRow;
  }
}
