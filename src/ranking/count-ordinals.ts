/**
 * How many documents of a set have each value of a column. The kernels count columns
 * with few values over many documents.
 */

import type { SharedHeap } from "../common/threads/index.ts";
import { canRunWasm } from "../common/wasm-support.ts";
import type { Column, Ordinals } from "../index/columns/index.ts";
import type { getValueSets } from "./block-max/value-sets.ts";
import type { DocumentSet } from "./document-set.ts";
import { TimeLimit } from "./traversal/time-limit.ts";

/** Below this many documents, values are counted without the kernels. */
const MIN_KERNEL_DOCUMENTS = 10_000;

let loadedValueSets: typeof getValueSets | undefined;

/** Loads the kernels that `countOrdinals` uses for large columns. */
export async function loadOrdinalCounter(documents: number): Promise<void> {
  if (documents < MIN_KERNEL_DOCUMENTS || !canRunWasm()) return;
  loadedValueSets ??= (await import("./block-max/value-sets.ts")).getValueSets;
}

/** The memory of the kernels, and the clock. */
interface CountOptions {
  readonly heap?: SharedHeap | undefined;
  readonly limit?: TimeLimit;
}

/**
 * The number of documents of a set that have each ordinal, from ordinal 1 on. `base`
 * is the number in the set of the first document of the column. `OutOfTime` when time
 * is up before several values of each document are counted.
 */
export function countOrdinals(
  column: Column,
  base: number,
  matches: DocumentSet,
  { heap, limit = TimeLimit.none() }: CountOptions = {},
): Uint32Array {
  const isLarge = heap !== undefined && column.documentCount >= MIN_KERNEL_DOCUMENTS;
  const sets = isLarge ? loadedValueSets?.(column, base, heap) : undefined;
  if (sets !== undefined) return sets.countDocuments(matches, base);
  const counts = new Uint32Array(column.values.count + 1);
  const end = base + column.documentCount;
  if (column.ends === undefined) countSingleValued(column.ordinals, base, matches, counts);
  else {
    matches.forEachBetween(base, end, (number) => {
      const last = column.end(number - base);
      const first = column.start(number - base);
      limit.spend(1 + last - first);
      for (let i = first; i < last; i++) {
        const ordinal = column.ordinals[i] as number;
        counts[ordinal] = (counts[ordinal] as number) + 1;
      }
    });
  }
  return counts;
}

/** Inlined, because facets spend their time here: no call and no array per document. */
function countSingleValued(
  ordinals: Ordinals,
  base: number,
  { words }: DocumentSet,
  counts: Uint32Array,
): void {
  // Signed, because the compiler then treats a word as a small integer.
  const signed = new Int32Array(words.buffer, words.byteOffset, words.length);
  const end = base + ordinals.length;
  const last = Math.min(words.length, Math.ceil(end / 32));
  for (let i = base >>> 5; i < last; i++) {
    let word = signed[i] as number;
    const first = 32 * i - base;
    // The first and the last word may hold documents of other segments too.
    if (first < 0) word &= -1 << -first;
    if (first + 32 > ordinals.length) word &= (1 << (ordinals.length - first)) - 1;
    for (; word !== 0; word &= word - 1) {
      const ordinal = ordinals[first + 31 - Math.clz32(word & -word)] as number;
      counts[ordinal] = (counts[ordinal] as number) + 1;
    }
  }
}
