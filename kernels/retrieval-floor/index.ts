/**
 * The least that any search through a posting list must do, for measuring: decode
 * every posting, read its worth and add it to its document's sum. Nothing is
 * chosen, skipped or cleared. A module of its own, which only bench/search-kernels.ts loads.
 */

import { ROWS_AT } from "../retrieval/block";
import { Mem } from "../retrieval/memory";
import { Search } from "../retrieval/search";
import { LONGEST_WINDOW } from "../retrieval/sums";
import { openDocuments, openRows, Term } from "../retrieval/term";

/** Adds all postings of a term, just opened, to sums that are folded onto the documents of one window. */
export function addAll(search: Search, term: Term): void {
  const classes = search.classes;
  const sums = search.sumsOfDocuments;
  for (; term.block < term.blocks; term.block++) {
    openDocuments(term);
    openRows(term);
    const documents = term.documents;
    const rows = documents + ROWS_AT;
    const size = term.size;
    for (let i: u32 = 0; i < size; i++) {
      const document = Mem.word(documents, i);
      const lengthClass = <usize>load<u8>(classes + document);
      const place = document & (LONGEST_WINDOW - 1);
      const worth = load<i64>(<usize>Mem.word(rows, i) + (lengthClass << 3));
      Mem.setWide(sums, place, Mem.wide(sums, place) + worth);
    }
  }
}
