/** Reads frequencies of documents after a search, where its tags do not hold them. */

import { ListState, ROW_SHIFT, ROWS } from "./layout.generated";
import { Mem } from "./memory";
import { find, moveTo, openDocuments, rewind, rowAt } from "./posting-list";

/**
 * Writes to `out` the frequency of the term in each of `count` ascending documents;
 * ROWS means that many or more.
 */
export function readFrequencies(list: ListState, documents: usize, count: u32, out: usize): void {
  rewind(list);
  for (let i: u32 = 0; i < count; i++) {
    const document = Mem.word(documents, i);
    let frequency: u32 = 0;
    moveTo(list, document);
    if (list.block < list.blocks) {
      openDocuments(list);
      const at = find(list, list.position, document);
      list.position = at;
      if (Mem.word(list.documents, at) === document) {
        frequency = min(<u32>((rowAt(list, at) - list.table) >> ROW_SHIFT) + 1, ROWS);
      }
    }
    Mem.setWord(out, i, frequency);
  }
}
