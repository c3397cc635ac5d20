/**
 * Tags: the low halves of score-table cells, which record frequencies in
 * accumulators.
 *
 * Each clause owns some bits of a document's accumulator and stores its frequency
 * there, or the highest value if the frequency does not fit. With too many clauses
 * for that, each word of several clauses owns some bits, which count its matching
 * clauses. The bits above count the postings that share the last row of a table,
 * whose scores are known only as upper bounds.
 */

import { CLAUSE_COUNT_BITS, COLLECTED_BIT, TAG_BITS } from "./layout.generated.ts";

const NO_WIDTHS: readonly number[] = [];

export class AccumulatorTags {
  /** Added for each posting in a last row; always above the other tags. */
  readonly lastRow: number;
  /** Bits per clause, the lowest for the first clause; 0 with too many clauses. */
  readonly bits: number;
  /** Replaces a frequency that does not fit. */
  readonly unknown: number;
  /** Bits that are set only if several clauses of a word match; 0 where words own no bits. */
  readonly multiple: number = 0;
  /** The lowest bit of the word of each clause, where words own bits. */
  readonly #counters: readonly number[] = [];

  /** With `isCounting`, no clause owns bits, as with too many clauses. */
  constructor(
    clauses: number,
    words: readonly { readonly clauses: number }[] = [],
    isCounting = false,
  ) {
    // The bits that count last rows must be able to hold the number of clauses.
    const tagBits = Math.min(TAG_BITS, COLLECTED_BIT - (32 - Math.clz32(clauses)));
    // Fewer than two bits cannot tell 1 from more. For words with several clauses, one
    // bit is enough to tell which match.
    const minBits = words.length > 0 ? 1 : 2;
    const own = Math.floor(tagBits / Math.max(1, clauses));
    this.bits = own < minBits || isCounting ? 0 : Math.min(CLAUSE_COUNT_BITS, own);
    this.unknown = 2 ** this.bits - 1;
    const widths =
      this.bits === 0 ? words.map(({ clauses: each }) => 32 - Math.clz32(each)) : NO_WIDTHS;
    const width = widths.reduce((sum, each) => sum + each, 0);
    if (width > 0 && width <= tagBits) {
      const lowest = widths.map((_, i) => 2 ** widths.slice(0, i).reduce((sum, w) => sum + w, 0));
      this.#counters = words.flatMap(({ clauses: each }, i) => new Array(each).fill(lowest[i]));
      this.multiple = lowest.reduce((remaining, bit) => remaining - bit, 2 ** width - 1);
    }
    const areFields = this.bits > 0 || this.multiple > 0;
    this.lastRow = 2 ** (areFields ? tagBits : CLAUSE_COUNT_BITS);
  }

  /** The tag of a posting. Never 0. */
  encode(clause: number, frequency: number): number {
    if (this.bits === 0) return this.multiple === 0 ? 1 : (this.#counters[clause] as number);
    return Math.min(frequency, this.unknown) << (this.bits * clause);
  }

  /** The tag of a posting in the last row. */
  encodeLastRow(clause: number): number {
    return this.encode(clause, Infinity) + this.lastRow;
  }
}

/** The tags of queries with rounded scores count clauses. */
export const ROUNDED_TAGS: AccumulatorTags = new AccumulatorTags(1, [], true);
