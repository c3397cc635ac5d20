/**
 * Looks survivors up in a term that is not essential, and drops those that no
 * longer can reach the floor: before a block is decoded where its bound says
 * so, after the look-up where the terms that remain cannot make up for it.
 */

import { Mem } from "./memory";
import { Search, worth } from "./search";
import { find, moveTo, openDocuments, rowAt, Term } from "./term";

/**
 * `rest` is the most that the terms looked up later can add. Survivors are in
 * document order and stay so; returns how many are left.
 */
export function lookUp(search: Search, term: Term, count: u32, rest: i32): u32 {
  const survivors = search.survivors;
  const sums = search.survivorSums;
  const need = search.floor - search.largestPart - rest;
  const inWindow = term.windowBound;
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const document = Mem.word(survivors, i);
    let sum = Mem.wide(sums, i);
    if (worth(sum) + inWindow < need) continue;
    moveTo(term, document);
    if (term.block < term.blocks) {
      if (worth(sum) + max(<i32>Mem.word(term.bounds, term.block), 0) < need) continue;
      sum += contribution(search, term, document);
    }
    if (worth(sum) < need) continue;
    Mem.setWord(survivors, kept, document);
    Mem.setWide(sums, kept, sum);
    kept++;
  }
  return kept;
}

/** What `document` gets from the term's current block, which reaches it. */
function contribution(search: Search, term: Term, document: u32): i64 {
  openDocuments(term);
  const at = find(term, term.at, document);
  term.at = at;
  search.touchedPostings++;
  if (Mem.word(term.documents, at) !== document) return 0;
  const lengthClass = <usize>load<u8>(search.classes + document);
  return load<i64>(rowAt(term, at) + (lengthClass << 3));
}
