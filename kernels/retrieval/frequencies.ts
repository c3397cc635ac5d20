/** Reads frequencies of given documents after a search, where its sums do not tell them. */

import { ROW_SHIFT, ROWS } from "./block";
import { Mem } from "./memory";
import { find, moveTo, openDocuments, rewind, rowAt, Term } from "./term";

/**
 * Writes to `out` how often the term stands in each of `count` documents, which
 * ascend; ROWS for that often or more.
 */
export function readFrequencies(term: Term, documents: usize, count: u32, out: usize): void {
  rewind(term);
  for (let i: u32 = 0; i < count; i++) {
    const document = Mem.word(documents, i);
    let frequency: u32 = 0;
    moveTo(term, document);
    if (term.block < term.blocks) {
      openDocuments(term);
      const at = find(term, term.at, document);
      term.at = at;
      if (Mem.word(term.documents, at) === document) {
        frequency = min(<u32>((rowAt(term, at) - term.table) >> ROW_SHIFT) + 1, ROWS);
      }
    }
    Mem.setWord(out, i, frequency);
  }
}
