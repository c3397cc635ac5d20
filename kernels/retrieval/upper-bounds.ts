/**
 * Upper bounds of scores: per block from the impacts of full blocks
 * (src/index/files/impacts.ts) and from the postings themselves in the tail;
 * per window from those of its blocks.
 */

import { ListState, ROW_OFFSET, ROW_SHIFT, ROWS } from "./layout.generated";
import { Mem } from "./memory";

/** The largest of the impacts; its high half orders as its frequency does. */
export function largestImpact(impacts: usize, from: u32, to: u32): u32 {
  let largest: u32 = 0;
  for (let i = from; i < to; i++) largest = max(largest, Mem.word(impacts, i));
  return largest;
}

/**
 * Bounds a list whose score table is written: fills `list.upperBounds` and points
 * the rows of its tail into the table. `impactStarts` begins at the list's first
 * block. `classByLength` holds the class of each length up to 65535. With no
 * `impacts` (0) every posting scores below 0, and 0 is the bound.
 */
export function boundBlocks(
  list: ListState,
  impactStarts: usize,
  impacts: usize,
  classByLength: usize,
  lengthClasses: usize,
): void {
  const cells = list.table + 4; // the high halves
  const blocks = list.fullBlocks;
  const inTail = boundTail(list, lengthClasses);
  if (impacts === 0) {
    memory.fill(list.upperBounds, 0, (<usize>list.blocks) << 2);
    return;
  }
  let i: u32 = blocks === 0 ? 0 : Mem.word(impactStarts, 0);
  for (let block: u32 = 0; block < blocks; block++) {
    const end = Mem.word(impactStarts, block + 1);
    let bound = i32.MIN_VALUE;
    for (; i < end; i++) {
      const impact = Mem.word(impacts, i);
      // Frequencies that are not stored exactly are encoded above 2047.
      const row = (min(impact >>> 16, ROWS) - 1) << ROW_SHIFT;
      const lengthClass = <u32>load<u8>(classByLength + (impact & 0xffff));
      bound = max(bound, load<i32>(cells + row + (lengthClass << 3)));
    }
    Mem.setWord(list.upperBounds, block, bound);
  }
  if (list.tailSize > 0) Mem.setWord(list.upperBounds, blocks, inTail);
}

/** Points the rows of the tail into the table and returns the upper bound of its postings. */
function boundTail(list: ListState, lengthClasses: usize): i32 {
  const rows = list.tail + ROW_OFFSET;
  let bound = i32.MIN_VALUE;
  for (let i: u32 = 0; i < list.tailSize; i++) {
    const row = list.table + Mem.word(rows, i);
    Mem.setWord(rows, i, <u32>row);
    const lengthClass = <u32>load<u8>(lengthClasses + Mem.word(list.tail, i));
    bound = max(bound, load<i32>(row + (lengthClass << 3), 4));
  }
  return bound;
}

/**
 * The upper bound of the postings from the current block on of documents before
 * `to`; 0 if the term may be absent and every posting scores below 0.
 */
export function windowBound(list: ListState, to: u32): i32 {
  let block = list.block;
  let bound = 0;
  if (block === list.blocks) return 0;
  do {
    bound = max(bound, <i32>Mem.word(list.upperBounds, block));
  } while (Mem.word(list.lastDocuments, block++) + 1 < to && block < list.blocks);
  return bound;
}
