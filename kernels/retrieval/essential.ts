/**
 * Adds up what documents get from the essential terms of a window, and keeps
 * those that the other terms could lift to the floor.
 */

import { setWide, setWord, wide, word } from "./memory";
import { Search, termAt, worth } from "./search";
import { find, openDocuments, openRows, Term } from "./term";

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
    const rows = term.rows;
    const table = term.table;
    for (let i = term.at; i < end; i++) {
      const document = word(documents, i);
      const lengthClass = <usize>load<u8>(classes + document);
      const sum = load<i64>(table + word(rows, i) + (lengthClass << 3));
      setWord(survivors, count, document);
      setWide(sums, count, sum);
      count += u32(worth(sum) >= need);
    }
    term.at = end;
    if (word(term.lasts, term.block) >= to) break;
    term.block++;
  }
  return count;
}

/**
 * Several essential terms: sums by document. A block is passed over where even
 * the window's best from all other terms would not lift it to the floor.
 * Returns how many documents have a sum.
 */
export function gatherMany(search: Search, to: u32, total: i32): u32 {
  let touched: u32 = 0;
  for (let i = search.essential; i < search.termCount; i++) {
    const term = termAt(search, i);
    const enough = search.floor - (total - term.windowBound);
    while (term.block < term.blocks) {
      if (<i32>word(term.bounds, term.block) >= enough) touched = add(search, term, to, touched);
      if (word(term.lasts, term.block) >= to) break;
      term.block++;
    }
  }
  return touched;
}

/** Adds the current block's postings before `to` to the sums. */
function add(search: Search, term: Term, to: u32, touched: u32): u32 {
  const end = openUntil(search, term, to);
  const documents = term.documents;
  const rows = term.rows;
  const table = term.table;
  const classes = search.classes;
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  const arrivals = search.touched;
  for (let i = term.at; i < end; i++) {
    const document = word(documents, i);
    const lengthClass = <usize>load<u8>(classes + document);
    const sum = wide(sums, document);
    setWide(sums, document, sum + load<i64>(table + word(rows, i) + (lengthClass << 3)));
    setWord(arrivals, touched, document);
    touched += u32(sum == 0); // every posting leaves a mark, so 0 means new
  }
  term.at = end;
  return touched;
}

/** Adds all postings of a term before `to` to the sums of documents that have one. */
export function addToTouched(search: Search, term: Term, to: u32): void {
  while (term.block < term.blocks) {
    const end = openUntil(search, term, to);
    const documents = term.documents;
    const rows = term.rows;
    const table = term.table;
    const classes = search.classes;
    const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
    for (let i = term.at; i < end; i++) {
      const document = word(documents, i);
      const sum = wide(sums, document);
      if (sum == 0) continue;
      const lengthClass = <usize>load<u8>(classes + document);
      setWide(sums, document, sum + load<i64>(table + word(rows, i) + (lengthClass << 3)));
    }
    term.at = end;
    if (word(term.lasts, term.block) >= to) break;
    term.block++;
  }
}

/** Decodes the current block and returns the end of its postings before `to`. */
@inline
function openUntil(search: Search, term: Term, to: u32): u32 {
  openDocuments(term);
  openRows(term);
  const from = search.from;
  if (word(term.documents, term.at) < from) term.at = find(term, term.at, from);
  const end = word(term.lasts, term.block) < to ? term.size : find(term, term.at, to);
  search.touchedPostings += end - term.at;
  return end;
}

/** Drops the touched documents whose sum is not worth `need`; returns how many are left. */
export function dropBelow(search: Search, touched: u32, need: i32): u32 {
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  const arrivals = search.touched;
  let count: u32 = 0;
  for (let i: u32 = 0; i < touched; i++) {
    const document = word(arrivals, i);
    const sum = wide(sums, document);
    const stays = worth(sum) >= need;
    setWide(sums, document, select<i64>(sum, 0, stays));
    setWord(arrivals, count, document);
    count += u32(stays);
  }
  return count;
}

/** Moves the touched documents to the survivors; their sums are then 0 again. */
export function takeTouched(search: Search, touched: u32): void {
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  for (let i: u32 = 0; i < touched; i++) {
    const document = word(search.touched, i);
    setWord(search.survivors, i, document);
    setWide(search.survivorSums, i, wide(sums, document));
    setWide(sums, document, 0);
  }
}

/** The same in document order: marks each document, then walks the marks. */
export function takeInOrder(search: Search, touched: u32): void {
  const from = search.from;
  const sums = search.sumsOfDocuments;
  const marks = search.marks;
  for (let i: u32 = 0; i < touched; i++) {
    const place = word(search.touched, i) - from;
    const mark = place >>> 6;
    setWide(marks, mark, wide(marks, mark) | ((<i64>1) << (place & 63)));
  }
  let next: u32 = 0;
  for (let mark: u32 = 0; next < touched; mark++) {
    const bits = wide(marks, mark);
    if (bits == 0) continue;
    setWide(marks, mark, 0);
    for (let left = bits; left != 0; left &= left - 1) {
      const place = (mark << 6) + <u32>ctz(left);
      setWord(search.survivors, next, from + place);
      setWide(search.survivorSums, next++, wide(sums, place));
      setWide(sums, place, 0);
    }
  }
}
