/**
 * The top of a dictionary: every 256th term, front-coded, or every 64th in an index
 * that was packed for a web server. It is small, so a reader that is far from the file
 * keeps it and fetches just the block of terms that a look-up ends in. How far its terms
 * are apart is told by how many there are.
 */

import { compareByteStrings } from "../../common/bytes/index.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { FrontDecoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import type { Section } from "./file-frame.ts";

/** Terms from one that the top has to the next. */
export const TERMS_PER_BLOCK: number = 16 * RESTART_INTERVAL;
/** The same where an index was packed: so few terms are fetched with their lists. */
export const TERMS_PER_PACKED_BLOCK: number = 4 * RESTART_INTERVAL;

export class DictionaryTop {
  /** Terms from one that the top has to the next. */
  readonly spacing: number;
  readonly #firsts: readonly Uint8Array[];

  /** `CORRUPT_INDEX` unless it has the blocks of `termCount` terms in order. */
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

  /** The block in which a term is if it is anywhere: the last that does not begin after it, or the first. */
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
