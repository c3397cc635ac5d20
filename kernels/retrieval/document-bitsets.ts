/** Documents as bitsets, for totals, facets and sorting. */

import { isBitset } from "./block";
import { ListState } from "./layout.generated";
import { Mem } from "./memory";
import { before, openDocuments, getShape, getWords } from "./posting-list";

/**
 * Adds the documents of up to `blocks` more blocks of a list to `bits`, where the
 * segment begins at `firstDocument`, except those with a bit in `deleted`, if that
 * is not 0. Returns whether the list is at its end.
 */
export function addDocuments(
  list: ListState,
  bits: usize,
  firstDocument: u32,
  deleted: usize,
  blocks: u32,
): bool {
  const stop = min(list.blocks, list.block + blocks);
  for (; list.block < stop; list.block++) {
    const isFull = list.block < list.fullBlocks;
    if (deleted === 0 && isFull && isBitset(getShape(list, list.block))) {
      addBitset(list, bits, firstDocument);
    } else addLive(list, bits, firstDocument, deleted);
  }
  return list.block === list.blocks;
}

/**
 * Copies a block that is a bitset itself, without decoding documents. Traps if
 * blocks do not follow each other.
 */
function addBitset(list: ListState, bits: usize, firstDocument: u32): void {
  const block = list.block;
  const previous = before(list, block);
  const first = firstDocument + <u32>(previous + 1);
  const shift = <u64>(first & 31);
  const source = getWords(list, block);
  const last = Mem.word(list.lastDocuments, block);
  if (<i32>last <= previous) unreachable();
  const words = (last - previous + 31) >>> 5;
  let out = bits + ((<usize>(first >>> 5)) << 2);
  for (let i: u32 = 0; i < words; i++) {
    store<u64>(out, load<u64>(out) | ((<u64>Mem.word(source, i)) << shift));
    out += 4;
  }
}

/** Adds the documents of a block that are not deleted. */
function addLive(list: ListState, bits: usize, firstDocument: u32, deleted: usize): void {
  openDocuments(list);
  const documents = list.documents;
  const size = list.size;
  if (deleted === 0) {
    addAll(documents, size, bits, firstDocument);
    return;
  }
  for (let i: u32 = 0; i < size; i++) {
    const document = Mem.word(documents, i);
    if ((Mem.word(deleted, document >>> 5) >>> (document & 31)) & 1) continue;
    Mem.setBit(bits, firstDocument + document);
  }
}

/** Eight in a step: the loop would take longer than a bit. */
function addAll(documents: usize, size: u32, bits: usize, firstDocument: u32): void {
  const end = documents + ((<usize>size) << 2);
  const last = documents + ((<usize>(size & ~7)) << 2);
  while (documents < last) {
    Mem.setBit(bits, firstDocument + load<u32>(documents));
    Mem.setBit(bits, firstDocument + load<u32>(documents, 4));
    Mem.setBit(bits, firstDocument + load<u32>(documents, 8));
    Mem.setBit(bits, firstDocument + load<u32>(documents, 12));
    Mem.setBit(bits, firstDocument + load<u32>(documents, 16));
    Mem.setBit(bits, firstDocument + load<u32>(documents, 20));
    Mem.setBit(bits, firstDocument + load<u32>(documents, 24));
    Mem.setBit(bits, firstDocument + load<u32>(documents, 28));
    documents += 32;
  }
  for (; documents < end; documents += 4) Mem.setBit(bits, firstDocument + load<u32>(documents));
}

/** Sets bytes to 0. For shared memory the platform's `fill` takes several times as long. */
export function clear(address: usize, bytes: u32): void {
  memory.fill(address, 0, bytes);
}

/** The number of bits that two sets of `words` words of 64 bits have in common. */
export function countCommon(a: usize, b: usize, words: u32): u32 {
  let count: u64 = 0;
  let other: u64 = 0;
  const end = a + ((<usize>(words & ~1)) << 3);
  while (a < end) {
    count += popcnt(load<u64>(a) & load<u64>(b));
    other += popcnt(load<u64>(a, 8) & load<u64>(b, 8));
    a += 16;
    b += 16;
  }
  if (words & 1) count += popcnt(load<u64>(a) & load<u64>(b));
  return <u32>(count + other);
}
