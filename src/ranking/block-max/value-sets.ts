/**
 * Bitsets of the documents of each value of a column with few values, in the
 * kernels' memory. The number of documents of a set that have a value is then the
 * number of bits that two sets have in common. Created when facets first count the
 * column.
 */

import type { SharedHeap } from "../../common/threads/index.ts";
import type { Column } from "../../index/columns/index.ts";
import { MAX_SHARED_HEAP_BYTES } from "../../index/snapshots/index.ts";
import type { DocumentSet } from "../document-set.ts";
import { createRetrievalKernels, type RetrievalKernels } from "./retrieval-kernels.ts";

/**
 * For columns with more values, counting document by document takes about as long
 * and less memory.
 */
const MAX_VALUES = 16;

const valueSetCache = new WeakMap<Column, ValueSets>();

/**
 * The sets of a column with one value per document, whose first document is number
 * `base`. Undefined for a column with many values or several per document, and if
 * the heap is full.
 */
export function getValueSets(
  column: Column,
  base: number,
  heap: SharedHeap,
): ValueSets | undefined {
  if (column.ends !== undefined || column.values.count > MAX_VALUES) return undefined;
  const cached = valueSetCache.get(column);
  if (cached?.fits(base, heap)) return cached;
  const bytes = ((column.values.count + 2) * (column.documentCount + 64)) / 8;
  if (heap.allocatedBytes + bytes > MAX_SHARED_HEAP_BYTES) return undefined;
  const sets = new ValueSets(column, base, heap);
  valueSetCache.set(column, sets);
  return sets;
}

/** The documents of each ordinal, shifted so that words begin where those of document sets do. */
export class ValueSets {
  readonly #heap: SharedHeap;
  readonly #kernels: RetrievalKernels;
  readonly #shift: number;
  /** Used words of 32 bits per set, and the bytes that each set occupies. */
  readonly #words: number;
  readonly #bytes: number;
  /**
   * Addresses of the sets, in the order of ordinals, and of the buffer for the set
   * that is counted.
   */
  readonly #sets: number;
  readonly #scratch: number;
  readonly #ordinalCount: number;

  constructor({ ordinals, values }: Column, base: number, heap: SharedHeap) {
    this.#heap = heap;
    this.#shift = base & 31;
    this.#words = Math.ceil((this.#shift + ordinals.length) / 32);
    this.#bytes = 8 * Math.ceil(this.#words / 2);
    this.#ordinalCount = values.count + 1;
    const lease = heap.lease();
    lease.releaseWith(this);
    this.#sets = lease.allocate(this.#bytes * this.#ordinalCount);
    this.#scratch = lease.allocate(this.#bytes);
    heap.view(this.#scratch, this.#bytes).fill(0);
    const bytes = heap.view(this.#sets, this.#bytes * this.#ordinalCount).fill(0);
    for (let i = 0; i < ordinals.length; i++) {
      const bit = this.#shift + i;
      const at = this.#bytes * (ordinals[i] as number) + (bit >>> 3);
      bytes[at] = (bytes[at] as number) | (1 << (bit & 7));
    }
    this.#kernels = createRetrievalKernels(heap.memory);
  }

  /** Whether the sets are in this heap and start at this document. */
  fits(base: number, heap: SharedHeap): boolean {
    return heap === this.#heap && (base & 31) === this.#shift;
  }

  /**
   * The number of documents of a set that have each ordinal, from ordinal 1 on.
   * `base` is the number in the set of the first document of the column.
   */
  countDocuments({ words }: DocumentSet, base: number): Uint32Array {
    const from = base >>> 5;
    const { buffer, byteOffset } = this.#heap.view(this.#scratch, this.#bytes);
    new Uint32Array(buffer, byteOffset, this.#words).set(words.subarray(from, from + this.#words));
    const counts = new Uint32Array(this.#ordinalCount);
    for (let ordinal = 1; ordinal < this.#ordinalCount; ordinal++) {
      const set = this.#sets + this.#bytes * ordinal;
      counts[ordinal] = this.#kernels.countCommon(set, this.#scratch, this.#bytes >>> 3);
    }
    return counts;
  }
}
