/**
 * For each value of a column with few of them, the documents that have it, as
 * bits in the kernels' memory: how many documents of a set have a value is then
 * how many bits two sets have in common. Made when facets first count the column.
 */

import type { SharedHeap } from "../../common/threads/index.ts";
import type { Column } from "../../index/columns/index.ts";
import { MOST_PLACED_BYTES } from "../../index/snapshots/index.ts";
import type { DocumentSet } from "../document-set.ts";
import { type RetrievalKernels, retrievalKernels } from "./retrieval-kernels.ts";

/** Of a column with more values, counting document by document takes about as long, and less memory. */
const MOST_VALUES = 16;

const known = new WeakMap<Column, ValueSets>();

/**
 * The sets of a column with one value per document, whose first document has
 * number `base`; undefined for a column with many values or several per document,
 * and where the heap is full.
 */
export function valueSets(column: Column, base: number, heap: SharedHeap): ValueSets | undefined {
  if (column.ends !== undefined || column.values.count > MOST_VALUES) return undefined;
  const made = known.get(column);
  if (made?.fits(base, heap)) return made;
  const bytes = ((column.values.count + 2) * (column.documentCount + 64)) / 8;
  if (heap.heldBytes + bytes > MOST_PLACED_BYTES) return undefined;
  const sets = new ValueSets(column, base, heap);
  known.set(column, sets);
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
  readonly #counted: number;
  readonly #codes: number;

  constructor({ codes, values }: Column, base: number, heap: SharedHeap) {
    this.#heap = heap;
    this.#shift = base & 31;
    this.#words = Math.ceil((this.#shift + codes.length) / 32);
    this.#bytes = 8 * Math.ceil(this.#words / 2);
    this.#codes = values.count + 1;
    const lease = heap.lease();
    lease.endWith(this);
    this.#sets = lease.take(this.#bytes * this.#codes);
    this.#counted = lease.take(this.#bytes);
    heap.view(this.#counted, this.#bytes).fill(0);
    const bytes = heap.view(this.#sets, this.#bytes * this.#codes).fill(0);
    for (let i = 0; i < codes.length; i++) {
      const bit = this.#shift + i;
      const at = this.#bytes * (codes[i] as number) + (bit >>> 3);
      bytes[at] = (bytes[at] as number) | (1 << (bit & 7));
    }
    this.#kernels = retrievalKernels(heap.memory);
  }

  /** Whether the sets are in this heap, for a first document with this number. */
  fits(base: number, heap: SharedHeap): boolean {
    return heap === this.#heap && (base & 31) === this.#shift;
  }

  /**
   * By code from 1 on: how many documents of a set have it. The first document
   * of the column has number `base` there.
   */
  counts({ words }: DocumentSet, base: number): Uint32Array {
    const from = base >>> 5;
    const { buffer, byteOffset } = this.#heap.view(this.#counted, this.#bytes);
    new Uint32Array(buffer, byteOffset, this.#words).set(words.subarray(from, from + this.#words));
    const counts = new Uint32Array(this.#codes);
    for (let code = 1; code < this.#codes; code++) {
      const set = this.#sets + this.#bytes * code;
      counts[code] = this.#kernels.countCommon(set, this.#counted, this.#bytes >>> 3);
    }
    return counts;
  }
}
