/**
 * Reads the posting list of one query term in one segment, block by block.
 *
 * A list is a number of full blocks and, if postings remain, a tail, which is
 * decoded when the search starts and then counts as one more block.
 */

import { decodeDocuments, decodeRows, documentWords, decodeRow } from "./block";
import { BLOCK_SIZE, ListState, ROW_OFFSET, ROW_SHIFT, ROWS } from "./layout.generated";
import { EXHAUSTED, Mem } from "./memory";

/** Moves to the first block that reaches `document`. */
export function moveTo(list: ListState, document: u32): void {
  let block = list.block;
  const lastDocuments = list.lastDocuments;
  while (Mem.word(lastDocuments, block) < document) block++;
  list.block = block;
}

/** Last document before block `block`, or -1. */
export function before(list: ListState, block: u32): i32 {
  return block === 0 ? -1 : <i32>Mem.word(list.lastDocuments, block - 1);
}

/** Decodes the documents of the current block, which is not past the end. */
export function openDocuments(list: ListState): void {
  const block = list.block;
  if (list.decodedBlock === block) return;
  list.decodedBlock = block;
  list.position = 0;
  if (block === list.fullBlocks) {
    list.documents = list.tail;
    list.size = list.tailSize;
    list.decodedRows = block;
    return;
  }
  list.documents = list.buffer;
  list.size = BLOCK_SIZE;
  const shape = getShape(list, block);
  decodeDocuments(getWords(list, block), shape, before(list, block), Mem.word(list.lastDocuments, block), list.documents);
}

/** Decodes the rows of the current block, whose documents are decoded. */
export function openRows(list: ListState): void {
  const block = list.block;
  if (list.decodedRows === block) return;
  list.decodedRows = block;
  const rows = list.documents + ROW_OFFSET;
  decodeRows(getFrequencies(list, block), getShape(list, block), list.table, rows);
}

/** The row of posting `i` of the current block, whose documents are decoded. */
export function rowAt(list: ListState, i: u32): usize {
  const block = list.block;
  if (list.decodedRows === block) return Mem.word(list.documents + ROW_OFFSET, i);
  return decodeRow(getFrequencies(list, block), getShape(list, block), list.table, i);
}

/** The first posting of the decoded block, from `from` on, whose document is `document` or later. */
export function find(list: ListState, from: u32, document: u32): u32 {
  const documents = list.documents;
  const target = i32x4.splat(document);
  // Buffers are padded to 128 with EXHAUSTED, and `document` is at most the last one.
  let i = from & ~3;
  let lanesBefore = compareLanes(documents, i, target);
  while (lanesBefore === 15) {
    i += 4;
    lanesBefore = compareLanes(documents, i, target);
  }
  return i + ctz(~lanesBefore);
}

/** A bit for each of the four documents from `i` on that comes before `target`. */
function compareLanes(documents: usize, i: u32, target: v128): i32 {
  return i32x4.bitmask(i32x4.lt_s(v128.load(documents + ((<usize>i) << 2)), target));
}

/** The shape of a full block. */
export function getShape(list: ListState, block: u32): u32 {
  return load<u16>(list.shapes + ((<usize>block) << 1));
}

/** The address of the words of a full block, first those of its documents. */
export function getWords(list: ListState, block: u32): usize {
  return list.packed + ((<usize>Mem.word(list.blockStarts, block)) << 2);
}

function getFrequencies(list: ListState, block: u32): usize {
  const words = documentWords(
    getShape(list, block),
    before(list, block),
    Mem.word(list.lastDocuments, block),
  );
  return getWords(list, block) + ((<usize>words) << 2);
}

/**
 * Decodes the tail, whose bytes src/index/files/postings.ts describes, and returns
 * its largest frequency. Traps if it contains a document of `limit` or more.
 */
function openTail(list: ListState, bytes: usize, limit: u32): u32 {
  let document = before(list, list.fullBlocks);
  let largest: u32 = 0;
  const size = list.tailSize;
  for (let i: u32 = 0; i < size; i++) {
    let code: u32 = 0;
    for (let shift: u32 = 0; ; shift += 7) {
      const byte = <u32>load<u8>(bytes++);
      code |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    document += (code >>> 1) + 1;
    if (<u32>document >= limit) unreachable();
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
    Mem.setWord(list.tail, i, document);
    Mem.setWord(list.tail + ROW_OFFSET, i, (min(frequency, ROWS) - 1) << ROW_SHIFT);
    largest = max(largest, frequency);
  }
  for (let i = size; i < BLOCK_SIZE; i++) Mem.setWord(list.tail, i, EXHAUSTED);
  Mem.setWord(list.lastDocuments, list.fullBlocks, document);
  return largest;
}

/**
 * Prepares a list for reading: copies the last documents of its full blocks from
 * `lastDocuments` and decodes its tail, whose rows are offsets until there is a
 * table. `limit` is one more than the largest document of the segment. Returns the
 * largest frequency in the tail.
 */
export function openList(list: ListState, lastDocuments: usize, tail: usize, limit: u32): u32 {
  memory.copy(list.lastDocuments, lastDocuments, (<usize>list.fullBlocks) << 2);
  const largest = list.tailSize > 0 ? openTail(list, tail, limit) : 0;
  Mem.setWord(list.lastDocuments, list.blocks, EXHAUSTED);
  rewind(list);
  return largest;
}

/** Sets a list to its beginning. */
export function rewind(list: ListState): void {
  list.block = 0;
  list.position = 0;
  list.decodedBlock = -1;
  list.decodedRows = -1;
}
