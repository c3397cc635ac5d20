/**
 * Adds up what documents get from the essential terms of a window, and keeps
 * those that the other terms could lift to the floor.
 */

import { Mem } from "./memory";
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
      const document = Mem.word(documents, i);
      const lengthClass = <usize>load<u8>(classes + document);
      const sum = load<i64>(table + Mem.word(rows, i) + (lengthClass << 3));
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
      if (<i32>Mem.word(term.bounds, term.block) >= enough)
        touched = add(search, term, to, touched);
      if (Mem.word(term.lasts, term.block) >= to) break;
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
    const document = Mem.word(documents, i);
    const lengthClass = <usize>load<u8>(classes + document);
    const sum = Mem.wide(sums, document);
    Mem.setWide(sums, document, sum + load<i64>(table + Mem.word(rows, i) + (lengthClass << 3)));
    Mem.setWord(arrivals, touched, document);
    touched += u32(sum === 0); // every posting leaves a mark, so 0 means new
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
      const document = Mem.word(documents, i);
      const sum = Mem.wide(sums, document);
      if (sum === 0) continue;
      const lengthClass = <usize>load<u8>(classes + document);
      Mem.setWide(sums, document, sum + load<i64>(table + Mem.word(rows, i) + (lengthClass << 3)));
    }
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

/** Drops the touched documents whose sum is not worth `need`; returns how many are left. */
export function dropBelow(search: Search, touched: u32, need: i32): u32 {
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  const arrivals = search.touched;
  let count: u32 = 0;
  for (let i: u32 = 0; i < touched; i++) {
    const document = Mem.word(arrivals, i);
    const sum = Mem.wide(sums, document);
    const stays = worth(sum) >= need;
    Mem.setWide(sums, document, select<i64>(sum, 0, stays));
    Mem.setWord(arrivals, count, document);
    count += u32(stays);
  }
  return count;
}

/** Moves the touched documents to the survivors; their sums are then 0 again. */
export function takeTouched(search: Search, touched: u32): void {
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  for (let i: u32 = 0; i < touched; i++) {
    const document = Mem.word(search.touched, i);
    Mem.setWord(search.survivors, i, document);
    Mem.setWide(search.survivorSums, i, Mem.wide(sums, document));
    Mem.setWide(sums, document, 0);
  }
}

/** The same in document order: marks each document, then walks the marks. */
export function takeInOrder(search: Search, touched: u32): void {
  const from = search.from;
  const sums = search.sumsOfDocuments;
  const marks = search.marks;
  for (let i: u32 = 0; i < touched; i++) {
    const place = Mem.word(search.touched, i) - from;
    const mark = place >>> 6;
    Mem.setWide(marks, mark, Mem.wide(marks, mark) | ((<i64>1) << (place & 63)));
  }
  let next: u32 = 0;
  for (let mark: u32 = 0; next < touched; mark++) {
    const bits = Mem.wide(marks, mark);
    if (bits === 0) continue;
    Mem.setWide(marks, mark, 0);
    for (let left = bits; left !== 0; left &= left - 1) {
      const place = (mark << 6) + <u32>ctz(left);
      Mem.setWord(search.survivors, next, from + place);
      Mem.setWide(search.survivorSums, next++, Mem.wide(sums, place));
      Mem.setWide(sums, place, 0);
    }
  }
}
