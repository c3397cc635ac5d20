/**
 * For each value of a column with few of them, the documents that have it, as
 * bits in the kernels' memory: how many documents of a set have a value is then
 * how many bits two sets have in common. Made when facets first count the column.
 */

import type { SharedHeap } from "../../common/threads/index.ts";
import type { Column } from "../../index/columns/index.ts";
import { MAX_SHARED_HEAP_BYTES } from "../../index/snapshots/index.ts";
import type { DocumentSet } from "../document-set.ts";
import { createRetrievalKernels, type RetrievalKernels } from "./retrieval-kernels.ts";

/** Of a column with more values, counting document by document takes about as long, and less memory. */
const MAX_VALUES = 16;

const valueSetCache = new WeakMap<Column, ValueSets>();

/**
 * The sets of a column with one value per document, whose first document has
 * number `base`; undefined for a column with many values or several per document,
 * and where the heap is full.
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

/** The documents of each code, shifted so that words begin where those of sets of documents do. */
export class ValueSets {
  readonly #heap: SharedHeap;
  readonly #kernels: RetrievalKernels;
  readonly #shift: number;
  /** Words of 32 bits that are used of each set, and what each takes. */
  readonly #words: number;
  readonly #bytes: number;
  /** Where the sets of the codes begin, one after another, and where one that is counted is put. */
  readonly #sets: number;
  readonly #scratch: number;
  readonly #codes: number;

  constructor({ ordinals: codes, values }: Column, base: number, heap: SharedHeap) {
    this.#heap = heap;
    this.#shift = base & 31;
    this.#words = Math.ceil((this.#shift + codes.length) / 32);
    this.#bytes = 8 * Math.ceil(this.#words / 2);
    this.#codes = values.count + 1;
    const lease = heap.lease();
    lease.releaseWith(this);
    this.#sets = lease.allocate(this.#bytes * this.#codes);
    this.#scratch = lease.allocate(this.#bytes);
    heap.view(this.#scratch, this.#bytes).fill(0);
    const bytes = heap.view(this.#sets, this.#bytes * this.#codes).fill(0);
    for (let i = 0; i < codes.length; i++) {
      const bit = this.#shift + i;
      const at = this.#bytes * (codes[i] as number) + (bit >>> 3);
      bytes[at] = (bytes[at] as number) | (1 << (bit & 7));
    }
    this.#kernels = createRetrievalKernels(heap.memory);
  }

  /** Whether the sets are in this heap, for a first document with this number. */
  fits(base: number, heap: SharedHeap): boolean {
    return heap === this.#heap && (base & 31) === this.#shift;
  }

  /**
   * By code from 1 on: how many documents of a set have it. The first document
   * of the column has number `base` there.
   */
  countDocuments({ words }: DocumentSet, base: number): Uint32Array {
    const from = base >>> 5;
    const { buffer, byteOffset } = this.#heap.view(this.#scratch, this.#bytes);
    new Uint32Array(buffer, byteOffset, this.#words).set(words.subarray(from, from + this.#words));
    const counts = new Uint32Array(this.#codes);
    for (let code = 1; code < this.#codes; code++) {
      const set = this.#sets + this.#bytes * code;
      counts[code] = this.#kernels.countCommon(set, this.#scratch, this.#bytes >>> 3);
    }
    return counts;
  }
}
