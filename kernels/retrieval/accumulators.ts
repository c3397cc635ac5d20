/**
 * The accumulators of a window's documents, and the loops that add postings to them:
 * where a search spends its time.
 *
 * An accumulator holds a score in its high half, an upper bound in fixed point, and
 * tags in its low half. Each window has a base above all accumulators of the windows
 * before it, so an accumulator below the base counts as empty, and memory is cleared
 * only once in some hundred windows. A score of 0 lies SCORE_LIMIT above the base.
 *
 * Hot loops test at their end: V8 hoists loop invariants only if the body always
 * runs.
 */

import { COLLECTED_BIT, LONGEST_WINDOW, ROW_OFFSET, SCORE_LIMIT, SearchState } from "./layout.generated";

const FIRST_BASE: i32 = -(3 << 29);
const LAST_BASE: i32 = 3 << 29;
/** All scores, and a margin for rounding. */
const BASE_STEP: i32 = 2 * SCORE_LIMIT + (1 << 12);
/** A bit above all tags: the document is among the window's candidates. */
const COLLECTED: i64 = (<i64>1) << COLLECTED_BIT;

/** Begins a window: all accumulators are empty. */
export function beginAccumulators(search: SearchState): void {
  if (search.accumulatorBase > LAST_BASE) {
    memory.fill(search.accumulators, 0x80, (<usize>LONGEST_WINDOW) << 3);
    search.accumulatorBase = FIRST_BASE;
  }
  search.accumulatorBase += BASE_STEP;
}

/**
 * The lowest accumulator with the score `required`, or any non-empty one if that is
 * not above 0.
 */
export function findLowest(search: SearchState, required: i32): i64 {
  return required <= 0
    ? (<i64>search.accumulatorBase) << 32
    : zero(search) + ((<i64>required) << 32);
}

/** An accumulator with score 0 and no tags. */
function zero(search: SearchState): i64 {
  return (<i64>(search.accumulatorBase + SCORE_LIMIT)) << 32;
}

/**
 * Adds decoded postings; `lengthClasses` are those of their list. Writes the
 * documents whose accumulator is then `lowest` or above to `out`, some more than
 * once, and returns the end.
 */
export function addAndCollect(
  search: SearchState,
  lengthClasses: usize,
  documents: usize,
  end: usize,
  lowest: i64,
  out: usize,
): usize {
  if (documents === end) return out;
  const accumulators = search.accumulators - ((<usize>search.windowStart) << 3);
  const base = (<i64>search.accumulatorBase) << 32;
  const empty = zero(search);
  do {
    const document = load<u32>(documents);
    const at = accumulators + ((<usize>document) << 3);
    const lengthClass = <usize>load<u8>(lengthClasses + document);
    const before = load<i64>(at);
    const contribution = load<i64>(<usize>load<u32>(documents, ROW_OFFSET) + (lengthClass << 3));
    const accumulator = select<i64>(before, empty, before >= base) + contribution;
    store<i64>(at, accumulator);
    store<u32>(out, document);
    out += (<usize>(accumulator >= lowest)) << 2;
    documents += 4;
  } while (documents < end);
  return out;
}

/** Adds decoded postings, none of which scores below 0. */
export function addOnly(
  search: SearchState,
  lengthClasses: usize,
  documents: usize,
  end: usize,
): void {
  if (documents === end) return;
  const accumulators = search.accumulators - ((<usize>search.windowStart) << 3);
  const empty = zero(search);
  do {
    const document = load<u32>(documents);
    const at = accumulators + ((<usize>document) << 3);
    const lengthClass = <usize>load<u8>(lengthClasses + document);
    const before = load<i64>(at);
    const contribution = load<i64>(<usize>load<u32>(documents, ROW_OFFSET) + (lengthClass << 3));
    store<i64>(at, select<i64>(before, empty, before >= empty) + contribution);
    documents += 4;
  } while (documents < end);
}

/** Adds the contribution of one posting; returns the accumulator. */
export function addOne(search: SearchState, document: u32, contribution: i64): i64 {
  const at = search.accumulators + ((<usize>(document - search.windowStart)) << 3);
  const before = load<i64>(at);
  const base = (<i64>search.accumulatorBase) << 32;
  const accumulator = (before >= base ? before : zero(search)) + contribution;
  store<i64>(at, accumulator);
  return accumulator;
}

/** Sets the accumulators of `count` documents to their contributions. */
export function setAccumulators(
  search: SearchState,
  documents: usize,
  contributions: usize,
  count: u32,
): void {
  const accumulators = search.accumulators - ((<usize>search.windowStart) << 3);
  const empty = zero(search);
  for (let i: usize = 0; i < <usize>count; i++) {
    const document = load<u32>(documents + (i << 2));
    store<i64>(accumulators + ((<usize>document) << 3), empty + load<i64>(contributions + (i << 3)));
  }
}

/** Adds only decoded postings whose documents are in `search.windowBits`. */
export function addWhereSet(
  search: SearchState,
  allClasses: usize,
  documents: usize,
  end: usize,
): void {
  if (documents === end) return;
  const from = search.windowStart;
  const windowBits = search.windowBits;
  const lengthClasses = allClasses + from;
  const accumulators = search.accumulators;
  do {
    const slot = load<u32>(documents) - from;
    // A byte of the bitset is in the cache where an accumulator may not be.
    if ((<u32>load<u8>(windowBits + (slot >>> 3)) >>> (slot & 7)) & 1) {
      const at = accumulators + ((<usize>slot) << 3);
      const lengthClass = <usize>load<u8>(lengthClasses + slot);
      const contribution = load<i64>(<usize>load<u32>(documents, ROW_OFFSET) + (lengthClass << 3));
      store<i64>(at, load<i64>(at) + contribution);
    }
    documents += 4;
  } while (documents < end);
}

/**
 * Keeps each of the documents from `from` to `end` once, in the order of first
 * appearance; returns the end.
 */
export function collectOnce(search: SearchState, from: usize, end: usize): usize {
  if (from === end) return end;
  const accumulators = search.accumulators - ((<usize>search.windowStart) << 3);
  let out = from;
  do {
    const document = load<u32>(from);
    const at = accumulators + ((<usize>document) << 3);
    const accumulator = load<i64>(at);
    store<i64>(at, accumulator | COLLECTED);
    store<u32>(out, document);
    out += (<usize>((accumulator & COLLECTED) === 0)) << 2;
    from += 4;
  } while (from < end);
  return out;
}

/** Drops documents from `from` to `end` that score less than `required`; returns the end of the others. */
export function dropBelow(search: SearchState, from: usize, end: usize, required: i32): usize {
  if (from === end) return end;
  const accumulators = search.accumulators - ((<usize>search.windowStart) << 3);
  // No score is below -SCORE_LIMIT, and lower numbers do not fit into an accumulator.
  const lowest =
    required <= -SCORE_LIMIT ? i64.MIN_VALUE : zero(search) + ((<i64>required) << 32);
  let out = from;
  do {
    const document = load<u32>(from);
    const accumulator = load<i64>(accumulators + ((<usize>document) << 3));
    store<u32>(out, document);
    out += (<usize>(accumulator >= lowest)) << 2;
    from += 4;
  } while (from < end);
  return out;
}

/** Copies the accumulators of the documents from `from` to `end` to `out`, without the base. */
export function copyAccumulators(search: SearchState, from: usize, end: usize, out: usize): void {
  if (from === end) return;
  const accumulators = search.accumulators - ((<usize>search.windowStart) << 3);
  const empty = zero(search);
  do {
    const accumulator = load<i64>(accumulators + ((<usize>load<u32>(from)) << 3));
    store<i64>(out, (accumulator & ~COLLECTED) - empty);
    out += 8;
    from += 4;
  } while (from < end);
}
