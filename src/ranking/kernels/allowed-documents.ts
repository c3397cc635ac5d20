/** A filter as the kernels read it: a bit for each document of the index. */

import { CountedDocumentSet, DocumentSet } from "../document-set.ts";
import type { DocumentFilter } from "../traversal/hits.ts";

/** One document in this many that a filter lets through is few. */
const SPARSE_RATIO = 64;

/** Where the kernels read the filter of a search. */
export class AllowedDocuments {
  readonly #words: Uint32Array;
  /** What was written last, if it cannot have changed. */
  #loaded: CountedDocumentSet | undefined;

  constructor(words: Uint32Array) {
    this.#words = words;
  }

  /** Writes a filter; false where its members are not known. */
  write(filter: DocumentFilter): boolean {
    if (filter === this.#loaded) return true;
    this.#loaded = filter instanceof CountedDocumentSet ? filter : undefined;
    return writeAllowed(filter, this.#words);
  }

  /** Whether what was written is known to let so few documents through that most postings need not be scored. */
  get isSparse(): boolean {
    return this.#loaded !== undefined && SPARSE_RATIO * this.#loaded.size < 32 * this.#words.length;
  }

  /** Something else has been written there. */
  invalidate(): void {
    this.#loaded = undefined;
  }
}

/**
 * Writes the documents of a filter to `out`, 32 in a word. Returns false where
 * its members are not known, as a filter need only tell whether it has one.
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
