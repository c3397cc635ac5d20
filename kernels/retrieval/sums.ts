/**
 * The sums of a window's documents, and the loops that add postings to them:
 * where a search spends its time.
 *
 * Each window has a base above all sums of the windows before it, so a sum below
 * it counts as nothing, and memory is cleared once in some hundred windows. A
 * sum lies BELOW_ZERO and its worth above the base, in the high half; the low
 * half holds marks.
 *
 * Loops that matter test at their end: V8 moves what stays the same out of a
 * loop only where the body surely runs.
 */

import { ROWS_AT } from "./block";
import { Mem } from "./memory";
import { Search } from "./search";

/** Most documents in a window. */
export const LONGEST_WINDOW: u32 = 16384;
const FIRST_BASE: i32 = -(3 << 29);
const LAST_BASE: i32 = 3 << 29;
/** Worths lie within 2^22 of 0, rounding apart. */
const BASE_STEP: i32 = (1 << 23) + (1 << 12);
const BELOW_ZERO: i32 = 1 << 22;
/** Marks do not reach this bit: the document is in the list of those that are kept. */
const LISTED: i64 = 1 << 31;

/** Begins a window: no document has a sum. */
export function beginSums(search: Search): void {
  if (search.base > LAST_BASE) {
    memory.fill(search.sumsOfDocuments, 0x80, (<usize>LONGEST_WINDOW) << 3);
    search.base = FIRST_BASE;
  }
  search.base += BASE_STEP;
}

/** What a sum that is worth `need` looks like in memory; any sum is where `need` is not above 0. */
export function lineOf(search: Search, need: i32): i64 {
  return need <= 0 ? (<i64>search.base) << 32 : zero(search) + ((<i64>need) << 32);
}

function zero(search: Search): i64 {
  return (<i64>(search.base + BELOW_ZERO)) << 32;
}

/**
 * Adds decoded postings to the sums. Documents whose sum is then at `line` or
 * above are written to `out`, whose end is returned; some more than once.
 */
export function addPostings(
  search: Search,
  documents: usize,
  end: usize,
  line: i64,
  out: usize,
): usize {
  if (documents === end) return out;
  const classes = search.classes;
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  const base = (<i64>search.base) << 32;
  const nothing = zero(search);
  do {
    const document = load<u32>(documents);
    const at = sums + ((<usize>document) << 3);
    const lengthClass = <usize>load<u8>(classes + document);
    const before = load<i64>(at);
    const worth = load<i64>(<usize>load<u32>(documents, ROWS_AT) + (lengthClass << 3));
    const sum = select<i64>(before, nothing, before >= base) + worth;
    store<i64>(at, sum);
    store<u32>(out, document);
    out += (<usize>(sum >= line)) << 2;
    documents += 4;
  } while (documents < end);
  return out;
}

/** Adds decoded postings, none of them worth less than nothing, to the sums. */
export function addSilently(search: Search, documents: usize, end: usize): void {
  if (documents === end) return;
  const classes = search.classes;
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  const nothing = zero(search);
  do {
    const document = load<u32>(documents);
    const at = sums + ((<usize>document) << 3);
    const lengthClass = <usize>load<u8>(classes + document);
    const before = load<i64>(at);
    const worth = load<i64>(<usize>load<u32>(documents, ROWS_AT) + (lengthClass << 3));
    store<i64>(at, select<i64>(before, nothing, before >= nothing) + worth);
    documents += 4;
  } while (documents < end);
}

/** Adds decoded postings of the documents in `search.marks` to their sums. */
export function addToMarked(search: Search, documents: usize, end: usize): void {
  if (documents === end) return;
  const from = search.from;
  const marks = search.marks;
  const classes = search.classes + from;
  const sums = search.sumsOfDocuments;
  do {
    const place = load<u32>(documents) - from;
    // A byte of marks is in reach where a sum may not be.
    if ((<u32>load<u8>(marks + (place >>> 3)) >>> (place & 7)) & 1) {
      const at = sums + ((<usize>place) << 3);
      const lengthClass = <usize>load<u8>(classes + place);
      const worth = load<i64>(<usize>load<u32>(documents, ROWS_AT) + (lengthClass << 3));
      store<i64>(at, load<i64>(at) + worth);
    }
    documents += 4;
  } while (documents < end);
}

/** Leaves each of the documents from `from` to `end` once, in the order of first appearance; returns the end. */
export function listOnce(search: Search, from: usize, end: usize): usize {
  if (from === end) return end;
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  let out = from;
  do {
    const document = load<u32>(from);
    const at = sums + ((<usize>document) << 3);
    const sum = load<i64>(at);
    store<i64>(at, sum | LISTED);
    store<u32>(out, document);
    out += (<usize>((sum & LISTED) === 0)) << 2;
    from += 4;
  } while (from < end);
  return out;
}

/** Drops documents from `from` to `end` whose sum is not worth `need`; returns the end of the others. */
export function dropBelow(search: Search, from: usize, end: usize, need: i32): usize {
  if (from === end) return end;
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  // No sum is worth less than -BELOW_ZERO, and what is far below does not fit into a line.
  const line = need <= -BELOW_ZERO ? i64.MIN_VALUE : zero(search) + ((<i64>need) << 32);
  let out = from;
  do {
    const document = load<u32>(from);
    const sum = load<i64>(sums + ((<usize>document) << 3));
    store<u32>(out, document);
    out += (<usize>(sum >= line)) << 2;
    from += 4;
  } while (from < end);
  return out;
}

/** Copies the sums of the documents from `from` to `end` to `out`. */
export function takeSums(search: Search, from: usize, end: usize, out: usize): void {
  if (from === end) return;
  const sums = search.sumsOfDocuments - ((<usize>search.from) << 3);
  const nothing = zero(search);
  do {
    const sum = load<i64>(sums + ((<usize>load<u32>(from)) << 3));
    store<i64>(out, (sum & ~LISTED) - nothing);
    out += 8;
    from += 4;
  } while (from < end);
}
