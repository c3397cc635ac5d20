/** How many documents of a set have each value of a column: by the kernels where values are few and documents many. */

import type { SharedHeap } from "../common/threads/index.ts";
import { canRunWasm } from "../common/wasm-support.ts";
import type { Column, Ordinals } from "../index/columns/index.ts";
import type { DocumentSet } from "./document-set.ts";
import type { getValueSets } from "./kernels/value-sets.ts";

/** Fewer documents are counted before the kernels are loaded. */
const MANY_DOCUMENTS = 10_000;

let loadedValueSets: typeof getValueSets | undefined;

/** Loads what `countOrdinals` counts large columns with. */
export async function loadOrdinalCounter(documents: number): Promise<void> {
  if (documents < MANY_DOCUMENTS || !canRunWasm()) return;
  loadedValueSets ??= (await import("./kernels/value-sets.ts")).getValueSets;
}

/** By code from 1 on: how many documents of a set have it. The first document of the column has number `base` there. */
export function countOrdinals(
  column: Column,
  base: number,
  matches: DocumentSet,
  heap?: SharedHeap,
): Uint32Array {
  const isLarge = heap !== undefined && column.documentCount >= MANY_DOCUMENTS;
  const sets = isLarge ? loadedValueSets?.(column, base, heap) : undefined;
  if (sets !== undefined) return sets.countDocuments(matches, base);
  const counts = new Uint32Array(column.values.count + 1);
  const end = base + column.documentCount;
  if (column.ends === undefined) countSingleValued(column.ordinals, base, matches, counts);
  else {
    matches.forEachBetween(base, end, (number) => {
      const last = column.end(number - base);
      for (let i = column.start(number - base); i < last; i++) {
        const code = column.ordinals[i] as number;
        counts[code] = (counts[code] as number) + 1;
      }
    });
  }
  return counts;
}

/** Written out, since this is where facets spend their time: no call and no array for a document. */
function countSingleValued(
  codes: Ordinals,
  base: number,
  { words }: DocumentSet,
  counts: Uint32Array,
): void {
  // Signed, so that a word is a small number to the compiler.
  const signed = new Int32Array(words.buffer, words.byteOffset, words.length);
  const end = base + codes.length;
  const last = Math.min(words.length, Math.ceil(end / 32));
  for (let i = base >>> 5; i < last; i++) {
    let word = signed[i] as number;
    const first = 32 * i - base;
    // Beside the first and the last document the words may hold those of other segments.
    if (first < 0) word &= -1 << -first;
    if (first + 32 > codes.length) word &= (1 << (codes.length - first)) - 1;
    for (; word !== 0; word &= word - 1) {
      const code = codes[first + 31 - Math.clz32(word & -word)] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  }
}
