/** A filter in the format of the kernels: one bit per document of the index. */

import { CountedDocumentSet, DocumentSet } from "../document-set.ts";
import type { DocumentFilter } from "../traversal/hits.ts";

/** A filter is sparse if it accepts at most one document in this many. */
const SPARSE_RATIO = 64;

/** The memory that holds the filter of a search. */
export class AllowedDocuments {
  readonly #words: Uint32Array;
  /** The filter that was written last, if it is immutable. */
  #loaded: CountedDocumentSet | undefined;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  /** Writes a filter; false where its members cannot be listed. */
  write(filter: DocumentFilter): boolean {
    if (filter === this.#loaded) return true;
    this.#loaded = filter instanceof CountedDocumentSet ? filter : undefined;
    return writeAllowed(filter, this.#words);
  }

  /**
   * True if the filter is known to accept so few documents that most postings need
   * not be scored.
   */
  get isSparse(): boolean {
    return this.#loaded !== undefined && SPARSE_RATIO * this.#loaded.size < 32 * this.#words.length;
  }

  /** Call when something else was written to this memory. */
  invalidate(): void {
    this.#loaded = undefined;
  }
}

/**
 * Writes the documents of a filter to `out`, 32 per word. Returns false if the
 * members cannot be listed: a filter only has to answer `has`.
 */
function writeAllowed(filter: DocumentFilter, out: Uint32Array): boolean {
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
