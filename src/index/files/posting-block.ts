/**
 * Encodes 128 postings as words: the documents, and the frequency of the term in each.
 *
 * Documents are bit-packed gaps, where the gap is the number of documents skipped (0 for
 * neighbours); or, if that is smaller, a bitset that starts after the last document of the previous
 * block. Frequencies are bit-packed less one, at the width that makes the block smallest. Each
 * frequency that does not fit adds one word, with its index in the top 7 bits and its remaining
 * high bits in the low 25.
 *
 * The shape of a block is 16 bits: width of the gaps (6; 63 for a bitset), width of the frequencies
 * (6), number of exceptions (4).
 */

import type { GrowingWords } from "../../common/bytes/index.ts";
import { BLOCK_SIZE, bitWidth, pack, unpack } from "../encoding/bit-packing.ts";

/** Used instead of a width: the documents are a bitset. */
export const BITSET = 63;
const MAX_EXCEPTIONS = 15;
const EXCEPTION_BITS = 25;
const EXCEPTION_MASK = 2 ** EXCEPTION_BITS - 1;

const gaps = new Uint32Array(BLOCK_SIZE);
const counts = new Uint32Array(BLOCK_SIZE);
const packed = new Uint32Array(4 * 32);

/**
 * Appends the 128 postings from `from` on and returns the shape of the block. `previous` is the
 * last document before the block, -1 if there is none.
 */
export function encodeBlock(
  documents: Uint32Array,
  frequencies: Uint32Array,
  from: number,
  previous: number,
  out: GrowingWords,
): number {
  const documentShape = encodeDocuments(documents, from, previous, out);
  return documentShape | (encodeFrequencies(frequencies, from, out) << 6);
}

function encodeDocuments(
  documents: Uint32Array,
  from: number,
  previous: number,
  out: GrowingWords,
): number {
  let before = previous;
  let bits = 0;
  for (let i = 0; i < BLOCK_SIZE; i++) {
    const document = documents[from + i] as number;
    gaps[i] = document - before - 1;
    bits |= gaps[i] as number;
    before = document;
  }
  const width = bitWidth(bits);
  const bitsetWords = bitsetLength(previous, before);
  if (bitsetWords >= 4 * width) {
    appendPacked(gaps, width, out);
    return width;
  }
  packed.fill(0, 0, bitsetWords);
  for (let i = 0; i < BLOCK_SIZE; i++) {
    const bit = (documents[from + i] as number) - previous - 1;
    packed[bit >>> 5] = (packed[bit >>> 5] as number) | (1 << (bit & 31));
  }
  out.append(packed.subarray(0, bitsetWords));
  return BITSET;
}

function encodeFrequencies(frequencies: Uint32Array, from: number, out: GrowingWords): number {
  const widthCounts = new Uint8Array(33);
  for (let i = 0; i < BLOCK_SIZE; i++) {
    const count = (frequencies[from + i] as number) - 1;
    counts[i] = count;
    const width = bitWidth(count);
    widthCounts[width] = (widthCounts[width] as number) + 1;
  }
  const width = findCheapestWidth(widthCounts);
  const mask = width === 32 ? -1 : (1 << width) - 1;
  const exceptions: number[] = [];
  for (let i = 0; i < BLOCK_SIZE; i++) {
    const count = counts[i] as number;
    if (bitWidth(count) <= width) continue;
    exceptions.push(i * 2 ** EXCEPTION_BITS + (count >>> width));
    counts[i] = count & mask;
  }
  appendPacked(counts, width, out);
  for (const exception of exceptions) out.push(exception);
  return width | (exceptions.length << 6);
}

/** The width with the fewest words, including exceptions; the widest one on a tie. */
function findCheapestWidth(widthCounts: Uint8Array): number {
  let widest = 32;
  while (widest > 0 && widthCounts[widest] === 0) widest--;
  let best = widest;
  let bestWords = 4 * widest;
  let exceptions = 0;
  for (let width = widest - 1; width >= 0; width--) {
    exceptions += widthCounts[width + 1] as number;
    if (exceptions > MAX_EXCEPTIONS || widest - width > EXCEPTION_BITS) break;
    const words = 4 * width + exceptions;
    if (words < bestWords) [best, bestWords] = [width, words];
  }
  return best;
}

function appendPacked(numbers: Uint32Array, width: number, out: GrowingWords): void {
  packed.fill(0, 0, 4 * width);
  pack(numbers, width, packed, 0);
  out.append(packed.subarray(0, 4 * width));
}

/** Number of words of the documents of a block; -1 for an invalid shape. */
export function countDocumentWords(shape: number, previous: number, last: number): number {
  const width = shape & 63;
  if (width === BITSET) return bitsetLength(previous, last);
  return width <= 32 ? 4 * width : -1;
}

/** Number of words of the frequencies of a block; -1 for an invalid shape. */
export function countFrequencyWords(shape: number): number {
  const width = (shape >>> 6) & 63;
  return width <= 32 ? 4 * width + (shape >>> 12) : -1;
}

/** Words of a bitset over the documents after `previous` up to `last`. */
function bitsetLength(previous: number, last: number): number {
  return Math.ceil((last - previous) / 32);
}

/**
 * Decodes the documents of a block whose words lie inside `words`. Returns whether they are 128
 * documents that end with `last`.
 */
export function decodeDocuments(
  words: Uint32Array,
  at: number,
  shape: number,
  previous: number,
  last: number,
  out: Uint32Array,
): boolean {
  if ((shape & 63) === BITSET) return decodeBitset(words, at, previous, last, out);
  unpack(words, at, shape & 63, out);
  let document = previous;
  for (let i = 0; i < BLOCK_SIZE; i++) {
    document += (out[i] as number) + 1;
    out[i] = document;
  }
  return document === last;
}

function decodeBitset(
  words: Uint32Array,
  at: number,
  previous: number,
  last: number,
  out: Uint32Array,
): boolean {
  const length = bitsetLength(previous, last);
  let count = 0;
  for (let i = 0; i < length; i++) {
    for (let bits = words[at + i] as number; bits !== 0; bits &= bits - 1) {
      if (count === BLOCK_SIZE) return false;
      out[count++] = previous + 1 + 32 * i + (31 - Math.clz32(bits & -bits));
    }
  }
  return count === BLOCK_SIZE && out[BLOCK_SIZE - 1] === last;
}

/** Decodes the frequencies of a block; `at` is their start, after the documents. */
export function decodeFrequencies(
  words: Uint32Array,
  at: number,
  shape: number,
  out: Uint32Array,
): void {
  const width = (shape >>> 6) & 63;
  unpack(words, at, width, out);
  const exceptions = at + 4 * width;
  for (let i = exceptions; i < exceptions + (shape >>> 12); i++) {
    const word = words[i] as number;
    const index = word >>> EXCEPTION_BITS;
    out[index] = (out[index] as number) + (word & EXCEPTION_MASK) * 2 ** width;
  }
  for (let i = 0; i < BLOCK_SIZE; i++) out[i] = (out[i] as number) + 1;
}
