/**
 * Decodes a block of 128 postings, packed as src/index/files/posting-block.ts describes.
 *
 * A frequency is read as a row: the address of its row in a score table, where
 * frequencies from ROWS on share the last row.
 */

import { ROW_SHIFT, ROWS } from "./layout.generated";
import { Mem } from "./memory";
import { unpack } from "./unpack";

/** A special width: the documents are a bitset. */
const BITSET: u32 = 63;
const EXCEPTION_BITS: u32 = 25;
/** Offset of the last of 128 words. */
const LAST: usize = 508;

/**
 * Whether the documents of a block are a bitset. It begins at the document after the
 * previous block.
 */
export function isBitset(shape: u32): bool {
  return (shape & 63) === BITSET;
}

/** Words that encode the documents of a block. */
export function documentWords(shape: u32, previous: i32, last: u32): u32 {
  const width = shape & 63;
  return width === BITSET ? (last - previous + 31) >>> 5 : width << 2;
}

/**
 * The 128 documents of a block; `previous` is the last document before it, or -1.
 * Traps if they do not end with `last`, since they would then be written outside of
 * their memory.
 */
export function decodeDocuments(
  source: usize,
  shape: u32,
  previous: i32,
  last: u32,
  target: usize,
): void {
  const width = shape & 63;
  if (width === BITSET) {
    decodeBitset(source, documentWords(shape, previous, last), previous + 1, target);
    if (load<u32>(target, LAST) !== last) unreachable();
    return;
  }
  unpack(source, width, target);
  // Prefix sums within four lanes in two steps, then added to the last lane of the
  // previous four.
  const zero = i32x4.splat(0);
  const counts = i32x4(1, 2, 3, 4); // a gap is the number of documents skipped
  let before = i32x4.splat(previous);
  const end = target + 512;
  let at = target;
  do {
    let sums = v128.load(at);
    sums = i32x4.add(sums, v128.shuffle<i32>(zero, sums, 3, 4, 5, 6));
    sums = i32x4.add(sums, v128.shuffle<i32>(zero, sums, 2, 3, 4, 5));
    sums = i32x4.add(i32x4.add(sums, counts), before);
    v128.store(at, sums);
    before = v128.shuffle<i32>(sums, sums, 3, 3, 3, 3);
    at += 16;
  } while (at < end);
  if (load<u32>(target, LAST) !== last) unreachable();
}

function decodeBitset(source: usize, words: u32, first: u32, target: usize): void {
  const end = target + 512;
  for (let i: u32 = 0; i < words && target < end; i++) {
    for (let bits = Mem.word(source, i); bits !== 0 && target < end; bits &= bits - 1) {
      store<u32>(target, first + (i << 5) + ctz(bits));
      target += 4;
    }
  }
  if (target < end) unreachable();
}

/** The 128 frequencies of a block; `source` is their address, after the documents. */
export function decodeFrequencies(source: usize, shape: u32, target: usize): void {
  const width = (shape >>> 6) & 63;
  unpack(source, width, target);
  addExceptions(source, shape, target);
  const one = i32x4.splat(1);
  for (let at = target, end = target + 512; at < end; at += 16) {
    v128.store(at, i32x4.add(v128.load(at), one));
  }
}

/** The 128 frequencies of a block as rows of `table`. */
export function decodeRows(source: usize, shape: u32, table: usize, target: usize): void {
  const width = (shape >>> 6) & 63;
  unpack(source, width, target);
  addExceptions(source, shape, target);
  const highest = i32x4.splat(ROWS - 1);
  const first = i32x4.splat(<i32>table);
  const end = target + 512;
  do {
    const row = i32x4.shl(i32x4.min_u(v128.load(target), highest), ROW_SHIFT);
    v128.store(target, i32x4.add(row, first));
    target += 16;
  } while (target < end);
}

function addExceptions(source: usize, shape: u32, target: usize): void {
  const width = (shape >>> 6) & 63;
  const count = shape >>> 12;
  const exceptions = source + ((<usize>width) << 4);
  for (let i: u32 = 0; i < count; i++) {
    const exception = Mem.word(exceptions, i);
    const slot = exception >>> EXCEPTION_BITS;
    const high = exception & ((1 << EXCEPTION_BITS) - 1);
    Mem.setWord(target, slot, Mem.word(target, slot) + (high << width));
  }
}

/** The row of `table` of posting `i` only. */
export function decodeRow(source: usize, shape: u32, table: usize, i: u32): usize {
  const width = (shape >>> 6) & 63;
  let count: u32 = 0;
  if (width > 0) {
    const bit = (i >>> 2) * width;
    const at = ((bit >>> 5) << 2) + (i & 3);
    // Two words as one, so that a number across both needs no special case.
    const low = <u64>Mem.word(source, at);
    const high = (bit & 31) + width > 32 ? <u64>Mem.word(source, at + 4) : 0;
    count = <u32>(((high << 32) | low) >> (bit & 31)) & <u32>(((<u64>1) << width) - 1);
  }
  const exceptions = source + ((<usize>width) << 4);
  for (let e: u32 = 0; e < shape >>> 12; e++) {
    const exception = Mem.word(exceptions, e);
    if (exception >>> EXCEPTION_BITS === i) {
      count += (exception & ((1 << EXCEPTION_BITS) - 1)) << width;
    }
  }
  return table + (min(count, ROWS - 1) << ROW_SHIFT);
}
