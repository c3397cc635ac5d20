/** A filter as the kernels read it: a bit for each document of the index. */

import { DocumentSet } from "../document-set.ts";
import type { DocumentFilter } from "../traversal/hits.ts";

/**
 * Writes the documents of a filter to `out`, 32 in a word. Returns false where
 * its members are not known, as a filter need only tell whether it has one.
 */
export function writeAllowed(filter: DocumentFilter, out: Uint32Array): boolean {
  if (filter instanceof DocumentSet) {
    out.set(filter.words.subarray(0, out.length));
    return true;
  }
  if (!(filter instanceof Set)) return false;
  const limit = 32 * out.length;
  out.fill(0);
  for (const document of filter as ReadonlySet<unknown>) {
    if (!Number.isInteger(document)) continue;
    const number = document as number;
    if (number < 0 || number >= limit) continue;
    out[number >>> 5] = (out[number >>> 5] as number) | (1 << (number & 31));
  }
  return true;
}
