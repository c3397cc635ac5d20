/**
 * The posting list of one query term in one segment, and how far a search has
 * come in it.
 *
 * A list is a number of full blocks and, if postings are left, a tail, which is
 * decoded when the search starts and then counts as one more block. `lasts` and
 * `bounds` hold, for each block, its last document and the most that a posting
 * in it is worth; `lasts` ends with EXHAUSTED.
 */

import {
  BLOCK_SIZE,
  decodeDocuments,
  decodeRows,
  documentWords,
  ROW_SHIFT,
  ROWS,
  ROWS_AT,
  rowOf,
} from "./block";
import { EXHAUSTED, Mem } from "./memory";

@unmanaged
export class Term {
  /** Packed words of the segment. */
  packed: usize;
  /** First word of each full block, from the first block of the list on. */
  starts: usize;
  /** Shape of each full block. */
  shapes: usize;
  lasts: usize;
  bounds: usize;
  /** Worth of a posting by row and class of length: score in the high half, mark in the low. */
  table: usize;
  /** Where blocks and the tail are decoded to: 128 documents, then their rows. */
  buffer: usize;
  tail: usize;
  fullBlocks: u32;
  /** Full blocks and the tail. */
  blocks: u32;
  tailSize: u32;
  postings: u32;

  /** The first block that may hold what is yet to be read. */
  block: u32;
  /** The block whose documents are decoded, or -1; and whose rows are. */
  decoded: i32;
  decodedRows: i32;
  /** The decoded block, its size, and the first posting in it that is yet to be read. */
  documents: usize;
  size: u32;
  at: u32;
  /** No posting in the window at hand is worth more. */
  windowBound: i32;
}

/** Moves to the first block that reaches `document`. */
export function moveTo(term: Term, document: u32): void {
  let block = term.block;
  const lasts = term.lasts;
  while (Mem.word(lasts, block) < document) block++;
  term.block = block;
}

/** Last document before block `block`, or -1. */
export function before(term: Term, block: u32): i32 {
  return block === 0 ? -1 : <i32>Mem.word(term.lasts, block - 1);
}

/** Decodes the documents of the current block, which is not past the end. */
export function openDocuments(term: Term): void {
  const block = term.block;
  if (term.decoded === block) return;
  term.decoded = block;
  term.at = 0;
  if (block === term.fullBlocks) {
    term.documents = term.tail;
    term.size = term.tailSize;
    term.decodedRows = block;
    return;
  }
  term.documents = term.buffer;
  term.size = BLOCK_SIZE;
  const source = term.packed + ((<usize>Mem.word(term.starts, block)) << 2);
  const shape = shapeOf(term, block);
  decodeDocuments(source, shape, before(term, block), Mem.word(term.lasts, block), term.documents);
}

/** Decodes the rows of the current block, whose documents are decoded. */
export function openRows(term: Term): void {
  const block = term.block;
  if (term.decodedRows === block) return;
  term.decodedRows = block;
  const rows = term.documents + ROWS_AT;
  decodeRows(frequenciesOf(term, block), shapeOf(term, block), term.table, rows);
}

/** The row of posting `i` of the current block, whose documents are decoded. */
export function rowAt(term: Term, i: u32): usize {
  const block = term.block;
  if (term.decodedRows === block) return Mem.word(term.documents + ROWS_AT, i);
  return rowOf(frequenciesOf(term, block), shapeOf(term, block), term.table, i);
}

/** The first posting of the decoded block, from `from` on, whose document is `document` or later. */
export function find(term: Term, from: u32, document: u32): u32 {
  const documents = term.documents;
  const target = i32x4.splat(document);
  // Buffers are padded to 128 with EXHAUSTED, and `document` is at most the last one.
  let i = from & ~3;
  let behind = lanesBehind(documents, i, target);
  while (behind === 15) {
    i += 4;
    behind = lanesBehind(documents, i, target);
  }
  return i + ctz(~behind);
}

/** A bit for each of the four documents from `i` on that comes before `target`. */
function lanesBehind(documents: usize, i: u32, target: v128): i32 {
  return i32x4.bitmask(i32x4.lt_s(v128.load(documents + ((<usize>i) << 2)), target));
}

function shapeOf(term: Term, block: u32): u32 {
  return load<u16>(term.shapes + ((<usize>block) << 1));
}

function frequenciesOf(term: Term, block: u32): usize {
  const words = documentWords(
    shapeOf(term, block),
    before(term, block),
    Mem.word(term.lasts, block),
  );
  return term.packed + ((<usize>(Mem.word(term.starts, block) + words)) << 2);
}

/** Decodes the tail, whose bytes src/index/postings.ts describes, and returns its largest frequency. */
function openTail(term: Term, bytes: usize): u32 {
  let document = before(term, term.fullBlocks);
  let largest: u32 = 0;
  const size = term.tailSize;
  for (let i: u32 = 0; i < size; i++) {
    let code: u32 = 0;
    for (let shift: u32 = 0; ; shift += 7) {
      const byte = <u32>load<u8>(bytes++);
      code |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    document += (code >>> 1) + 1;
    let frequency: u32 = 1;
    if (!(code & 1)) {
      frequency = 0;
      for (let shift: u32 = 0; ; shift += 7) {
        const byte = <u32>load<u8>(bytes++);
        frequency |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      frequency += 2;
    }
    Mem.setWord(term.tail, i, document);
    Mem.setWord(term.tail + ROWS_AT, i, (min(frequency, ROWS) - 1) << ROW_SHIFT);
    largest = max(largest, frequency);
  }
  for (let i = size; i < BLOCK_SIZE; i++) Mem.setWord(term.tail, i, EXHAUSTED);
  Mem.setWord(term.lasts, term.fullBlocks, document);
  return largest;
}

/**
 * Sets a list up for reading: copies the last documents of its full blocks from
 * `lastDocuments` and decodes its tail, whose rows are offsets until there is a
 * table. Returns the largest frequency in the tail.
 */
export function openTerm(term: Term, lastDocuments: usize, tail: usize): u32 {
  memory.copy(term.lasts, lastDocuments, (<usize>term.fullBlocks) << 2);
  const largest = term.tailSize > 0 ? openTail(term, tail) : 0;
  Mem.setWord(term.lasts, term.blocks, EXHAUSTED);
  rewind(term);
  return largest;
}

/** Sets a list to its beginning. */
export function rewind(term: Term): void {
  term.block = 0;
  term.at = 0;
  term.decoded = -1;
  term.decodedRows = -1;
}
