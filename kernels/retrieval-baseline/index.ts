/**
 * A lower bound for the time of any search through a posting list: decode every
 * posting, read its score and add it to its document's accumulator. Nothing is
 * selected, skipped or cleared. A separate module, which only
 * bench/search-kernels.ts loads.
 */

import { ListState, LONGEST_WINDOW, ROW_OFFSET, SearchState } from "../retrieval/layout.generated";
import { Mem } from "../retrieval/memory";
import { openDocuments, openRows } from "../retrieval/posting-list";

/**
 * Adds all postings of a newly opened list to accumulators that are folded onto the
 * documents of one window.
 */
export function addAll(search: SearchState, list: ListState): void {
  const lengthClasses = search.lengthClasses;
  const accumulators = search.accumulators;
  for (; list.block < list.blocks; list.block++) {
    openDocuments(list);
    openRows(list);
    const documents = list.documents;
    const rows = documents + ROW_OFFSET;
    const size = list.size;
    for (let i: u32 = 0; i < size; i++) {
      const document = Mem.word(documents, i);
      const lengthClass = <usize>load<u8>(lengthClasses + document);
      const slot = document & (LONGEST_WINDOW - 1);
      const contribution = load<i64>(<usize>Mem.word(rows, i) + (lengthClass << 3));
      Mem.setWide(accumulators, slot, Mem.wide(accumulators, slot) + contribution);
    }
  }
}
