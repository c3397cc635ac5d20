/**
 * Looks up survivors in a non-essential list, and drops those that can no longer
 * reach the threshold: before a block is decoded if its upper bound is too low,
 * after the lookup if the remaining lists cannot make up for it.
 */

import { ListState, SearchState } from "./layout.generated";
import { Mem } from "./memory";
import { find, moveTo, openDocuments, rowAt } from "./posting-list";
import { scoreIn } from "./search-state";

/**
 * `required` is the score that a survivor needs once this list is added. Survivors
 * are in document order and stay so; returns their number.
 */
export function lookUp(search: SearchState, list: ListState, count: u32, required: i32): u32 {
  const survivors = search.survivors;
  const accumulators = search.survivorAccumulators;
  const windowBound = list.windowBound;
  let left: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const document = Mem.word(survivors, i);
    let accumulator = Mem.wide(accumulators, i);
    if (scoreIn(accumulator) + windowBound < required) continue;
    moveTo(list, document);
    if (list.block < list.blocks) {
      const blockBound = max(<i32>Mem.word(list.upperBounds, list.block), 0);
      if (scoreIn(accumulator) + blockBound < required) continue;
      accumulator += contributionTo(search, list, document);
    }
    if (scoreIn(accumulator) < required) continue;
    Mem.setWord(survivors, left, document);
    Mem.setWide(accumulators, left, accumulator);
    left++;
  }
  return left;
}

/** The contribution of the list's current block, which reaches `document`. */
function contributionTo(search: SearchState, list: ListState, document: u32): i64 {
  openDocuments(list);
  const at = find(list, list.position, document);
  list.position = at;
  search.touchedPostings++;
  if (Mem.word(list.documents, at) !== document) return 0;
  const lengthClass = <usize>load<u8>(list.lengthClasses + document);
  return load<i64>(rowAt(list, at) + (lengthClass << 3));
}
