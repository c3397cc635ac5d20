/**
 * The top of a dictionary: every 256th term, front-coded; every 64th in an index packed for a web
 * server. It is small, so a reader of a remote file keeps it and fetches only the block of terms
 * that a look-up ends in. The number of terms determines the spacing.
 */

import { compareByteStrings } from "../../common/bytes/index.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { FrontDecoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import type { Section } from "./file-frame.ts";

/** Terms from one term of the top to the next. */
export const TERMS_PER_BLOCK: number = 16 * RESTART_INTERVAL;
/** The same in a packed index: few terms are fetched with their lists. */
export const TERMS_PER_PACKED_BLOCK: number = 4 * RESTART_INTERVAL;

export class DictionaryTop {
  /** Terms from one term of the top to the next. */
  readonly spacing: number;
  readonly #firsts: readonly Uint8Array[];

  /** Fails with `CORRUPT_INDEX` unless it lists the blocks of `termCount` terms in order. */
  constructor({ file, start, bytes }: Section, termCount: number) {
    const reader = new ByteReader(bytes, file, start);
    const decoder = new FrontDecoder();
    const firsts: Uint8Array[] = [];
    for (let number = 0; reader.at !== reader.end; number++) {
      decoder.read(reader, number % RESTART_INTERVAL === 0);
      const first = decoder.view().slice();
      const before = firsts.at(-1);
      if (before !== undefined && compareByteStrings(before, first) >= 0) {
        throw reader.corrupt("terms out of order");
      }
      firsts.push(first);
    }
    const spacing = [TERMS_PER_BLOCK, TERMS_PER_PACKED_BLOCK].find(
      (each) => Math.ceil(termCount / each) === firsts.length,
    );
    if (spacing === undefined) throw reader.corrupt(`not the top of ${termCount} terms`);
    this.spacing = spacing;
    this.#firsts = firsts;
  }

  /** Whether a term is the first of a block. */
  isFirst(term: Uint8Array, block: number): boolean {
    const first = this.#firsts[block];
    return first !== undefined && compareByteStrings(first, term) === 0;
  }

  /**
   * The only block that may contain a term: the last one that does not begin after it, or the
   * first.
   */
  findBlock(term: Uint8Array): number {
    let low = 0;
    let high = this.#firsts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (compareByteStrings(this.#firsts[middle] as Uint8Array, term) <= 0) low = middle;
      else high = middle;
    }
    return low;
  }
}
