/**
 * Adds up what documents get from the essential terms of a window, and keeps
 * those that the other terms could lift to the floor.
 */

import { ROWS_AT } from "./block";
import { Mem } from "./memory";
import { Search, termAt, worth } from "./search";
import { addPostings, addSilently, addToMarked, dropBelow, lineOf, listOnce, takeSums } from "./sums";
import { find, openDocuments, openRows, Term } from "./term";

/** Up to this many documents are sorted by insertion. */
const FEW: u32 = 24;

/**
 * One essential term: its postings are the survivors, in order. `need` is what
 * a document must get from it. Returns how many survive.
 */
export function gatherOne(search: Search, term: Term, to: u32, need: i32): u32 {
  const classes = search.classes;
  const survivors = search.survivors;
  const sums = search.survivorSums;
  let count: u32 = 0;
  while (term.block < term.blocks) {
    const end = openUntil(search, term, to);
    const documents = term.documents;
    const rows = documents + ROWS_AT;
    for (let i = term.at; i < end; i++) {
      const document = Mem.word(documents, i);
      const lengthClass = <usize>load<u8>(classes + document);
      const sum = load<i64>(<usize>Mem.word(rows, i) + (lengthClass << 3));
      Mem.setWord(survivors, count, document);
      Mem.setWide(sums, count, sum);
      count += u32(worth(sum) >= need);
    }
    term.at = end;
    if (Mem.word(term.lasts, term.block) >= to) break;
    term.block++;
  }
  return count;
}

/**
 * Several essential terms: sums by document. Documents whose sum is worth
 * `need` are kept, in no order. A block is passed over where even the window's
 * best from all other terms would not lift it to the floor. Returns how many are kept.
 */
export function gatherMany(search: Search, to: u32, total: i32, need: i32): u32 {
  // Where worths may be below 0 a sum can fall again; so all documents are kept at first.
  const line = lineOf(search, search.hasNegative ? 0 : need);
  const kept = search.kept;
  let out = kept;
  let reach: i32 = 0; // no sum of the terms so far is worth more
  for (let i = search.essential; i < search.termCount; i++) {
    const term = termAt(search, i);
    reach += term.windowBound;
    const isSilent = reach < need && !search.hasNegative;
    const enough = search.floor - (total - term.windowBound);
    const known = out;
    while (term.block < term.blocks) {
      if (<i32>Mem.word(term.bounds, term.block) >= enough) {
        const end = openUntil(search, term, to);
        const documents = term.documents;
        const at = documents + ((<usize>term.at) << 2);
        if (isSilent) addSilently(search, at, documents + ((<usize>end) << 2));
        else out = addPostings(search, at, documents + ((<usize>end) << 2), line, out);
        term.at = end;
      }
      if (Mem.word(term.lasts, term.block) >= to) break;
      term.block++;
    }
    out = listOnce(search, known, out);
  }
  const count = <u32>(out - kept) >>> 2;
  return search.hasNegative ? dropKept(search, count, need) : count;
}

/** Adds all postings of a term before `to` to the sums of the documents in `search.marks`. */
export function addToKept(search: Search, term: Term, to: u32): void {
  while (term.block < term.blocks) {
    const end = openUntil(search, term, to);
    const documents = term.documents;
    const at = documents + ((<usize>term.at) << 2);
    addToMarked(search, at, documents + ((<usize>end) << 2));
    term.at = end;
    if (Mem.word(term.lasts, term.block) >= to) break;
    term.block++;
  }
}

/** Decodes the current block and returns the end of its postings before `to`. */
function openUntil(search: Search, term: Term, to: u32): u32 {
  openDocuments(term);
  openRows(term);
  const from = search.from;
  if (Mem.word(term.documents, term.at) < from) term.at = find(term, term.at, from);
  const end = Mem.word(term.lasts, term.block) < to ? term.size : find(term, term.at, to);
  search.touchedPostings += end - term.at;
  return end;
}

/** Drops the kept documents whose sum is not worth `need`; returns how many are left. */
export function dropKept(search: Search, kept: u32, need: i32): u32 {
  const from = search.kept;
  return <u32>(dropBelow(search, from, from + ((<usize>kept) << 2), need) - from) >>> 2;
}

/** Marks the kept documents in `search.marks`. */
export function markKept(search: Search, kept: u32): void {
  const from = search.from;
  const marks = search.marks;
  const documents = search.kept;
  for (let i: u32 = 0; i < kept; i++) {
    const place = Mem.word(documents, i) - from;
    const mark = marks + (place >>> 3);
    store<u8>(mark, load<u8>(mark) | ((<u8>1) << (<u8>place & 7)));
  }
}

/** Takes all marks away, of which there are none but those of kept documents. */
export function unmarkKept(search: Search, kept: u32): void {
  const from = search.from;
  const marks = search.marks;
  const documents = search.kept;
  for (let i: u32 = 0; i < kept; i++) {
    store<u8>(marks + ((Mem.word(documents, i) - from) >>> 3), 0);
  }
}

/** Moves the kept documents to the survivors. */
export function takeKept(search: Search, kept: u32): void {
  const from = search.kept;
  memory.copy(search.survivors, from, (<usize>kept) << 2);
  takeSums(search, from, from + ((<usize>kept) << 2), search.survivorSums);
}

/** The same in document order. */
export function takeInOrder(search: Search, kept: u32): void {
  if (kept <= FEW) sortFew(search.kept, kept);
  else sortMany(search, kept);
  takeKept(search, kept);
}

/** By insertion. */
function sortFew(numbers: usize, count: u32): void {
  for (let i: u32 = 1; i < count; i++) {
    const number = Mem.word(numbers, i);
    let at = i;
    for (; at > 0 && Mem.word(numbers, at - 1) > number; at--) {
      Mem.setWord(numbers, at, Mem.word(numbers, at - 1));
    }
    Mem.setWord(numbers, at, number);
  }
}

/** Marks each document, then walks the marks. */
function sortMany(search: Search, kept: u32): void {
  const from = search.from;
  const marks = search.marks;
  markKept(search, kept);
  let next: u32 = 0;
  for (let mark: u32 = 0; next < kept; mark++) {
    const bits = Mem.wide(marks, mark);
    if (bits === 0) continue;
    Mem.setWide(marks, mark, 0);
    for (let left = bits; left !== 0; left &= left - 1) {
      Mem.setWord(search.kept, next++, from + (mark << 6) + <u32>ctz(left));
    }
  }
}
