/** The documents of posting lists as a set of bits: what totals, facets and sorting need of a query. */

import { ListState } from "./layout.generated";
import { Mem } from "./memory";
import { openDocuments } from "./posting-list";

/**
 * Adds the documents of up to `blocks` more blocks of a list to `bits`, where
 * the segment begins at `firstDocument`, but for those with a bit in `deleted`,
 * if that is not 0. Returns whether the list is at its end.
 */
export function addDocuments(
  list: ListState,
  bits: usize,
  firstDocument: u32,
  deleted: usize,
  blocks: u32,
): bool {
  const stop = min(list.blocks, list.block + blocks);
  for (; list.block < stop; list.block++) {
    openDocuments(list);
    const documents = list.documents;
    const size = list.size;
    for (let i: u32 = 0; i < size; i++) {
      const document = Mem.word(documents, i);
      if (deleted !== 0 && (Mem.word(deleted, document >>> 5) >>> (document & 31)) & 1) continue;
      const number = firstDocument + document;
      const word = number >>> 5;
      Mem.setWord(bits, word, Mem.word(bits, word) | (1 << (number & 31)));
    }
  }
  return list.block === list.blocks;
}
