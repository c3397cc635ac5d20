/**
 * The most that a posting is worth, block by block: from the (frequency,
 * length) impacts of full blocks (src/index/score-impacts.ts), from the postings
 * themselves in the tail.
 */

import { ROW_SHIFT, ROWS, ROWS_AT } from "./block";
import { Mem } from "./memory";
import { Term } from "./term";

/** The largest impact of the full blocks; its high half orders as its frequency does. */
export function largestImpact(impacts: usize, from: u32, to: u32): u32 {
  let largest: u32 = 0;
  for (let i = from; i < to; i++) largest = max(largest, Mem.word(impacts, i));
  return largest;
}

/**
 * Gives a list its table: fills `term.bounds` and points the rows of its tail
 * into it. `impactStarts` begins at the list's first block. `classOfLength` gives
 * the class of each length up to 65535. With no `impacts` (0) every posting is
 * worth less than nothing, and 0 is the bound.
 */
export function boundBlocks(
  term: Term,
  impactStarts: usize,
  impacts: usize,
  classOfLength: usize,
  classes: usize,
): void {
  const cells = term.table + 4; // the high halves
  const blocks = term.fullBlocks;
  const inTail = boundTail(term, classes);
  if (impacts === 0) {
    memory.fill(term.bounds, 0, (<usize>term.blocks) << 2);
    return;
  }
  let i: u32 = blocks === 0 ? 0 : Mem.word(impactStarts, 0);
  for (let block: u32 = 0; block < blocks; block++) {
    const end = Mem.word(impactStarts, block + 1);
    let bound = i32.MIN_VALUE;
    for (; i < end; i++) {
      const impact = Mem.word(impacts, i);
      // Frequencies that are not stored exactly are coded above 2047.
      const row = (min(impact >>> 16, ROWS) - 1) << ROW_SHIFT;
      const lengthClass = <u32>load<u8>(classOfLength + (impact & 0xffff));
      bound = max(bound, load<i32>(cells + row + (lengthClass << 3)));
    }
    Mem.setWord(term.bounds, block, bound);
  }
  if (term.tailSize > 0) Mem.setWord(term.bounds, blocks, inTail);
}

/** Points the rows of the tail into the table and returns the most that a posting there is worth. */
function boundTail(term: Term, classes: usize): i32 {
  const rows = term.tail + ROWS_AT;
  let bound = i32.MIN_VALUE;
  for (let i: u32 = 0; i < term.tailSize; i++) {
    const row = term.table + Mem.word(rows, i);
    Mem.setWord(rows, i, <u32>row);
    const lengthClass = <u32>load<u8>(classes + Mem.word(term.tail, i));
    bound = max(bound, load<i32>(row + (lengthClass << 3), 4));
  }
  return bound;
}

/**
 * No posting from the current block on, of documents before `to`, is worth more; 0 where
 * the term may be absent and every posting is worth less than nothing.
 */
export function windowBound(term: Term, to: u32): i32 {
  let block = term.block;
  let bound = 0;
  if (block === term.blocks) return 0;
  do {
    bound = max(bound, <i32>Mem.word(term.bounds, block));
  } while (Mem.word(term.lasts, block++) + 1 < to && block < term.blocks);
  return bound;
}
