/** Walks the posting lists of one word in several fields as one list. */

import { EXHAUSTED, type PostingsCursor } from "./index-view.ts";

/** What a document has of a word, by field: how often, 0 where the field lacks it. */
export type FieldFrequencies = Float64Array;

/** A list of the documents that stand in one of several lists. */
export class MultiFieldCursor implements PostingsCursor {
  document = -1;
  /** What `combine` makes of the frequencies; by default their sum. */
  frequency = 0;
  /** By list, of the current document. */
  readonly frequencies: FieldFrequencies;
  readonly #cursors: readonly PostingsCursor[];
  readonly #combine: (document: number, frequencies: FieldFrequencies) => number;

  constructor(
    cursors: readonly PostingsCursor[],
    combine: (document: number, frequencies: FieldFrequencies) => number = sumFrequencies,
  ) {
    this.#cursors = cursors;
    this.#combine = combine;
    this.frequencies = new Float64Array(cursors.length);
  }

  next(): number {
    if (this.document === EXHAUSTED) return EXHAUSTED;
    for (const cursor of this.#cursors) if (cursor.document === this.document) cursor.next();
    return this.#updateCurrent();
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    for (const cursor of this.#cursors) if (cursor.document < target) cursor.seek(target);
    return this.#updateCurrent();
  }

  positions(): Uint32Array {
    const lists = this.#cursors.filter((cursor) => cursor.document === this.document);
    const merged = lists.flatMap((cursor) => [...cursor.positions()]);
    return Uint32Array.from(merged).sort();
  }

  #updateCurrent(): number {
    let document = EXHAUSTED;
    for (const cursor of this.#cursors) if (cursor.document < document) document = cursor.document;
    this.document = document;
    if (document === EXHAUSTED) {
      this.frequency = 0;
      return EXHAUSTED;
    }
    for (let i = 0; i < this.#cursors.length; i++) {
      const cursor = this.#cursors[i] as PostingsCursor;
      this.frequencies[i] = cursor.document === document ? cursor.frequency : 0;
    }
    this.frequency = this.#combine(document, this.frequencies);
    return document;
  }
}

function sumFrequencies(_: number, frequencies: FieldFrequencies): number {
  let total = 0;
  for (let i = 0; i < frequencies.length; i++) total += frequencies[i] as number;
  return total;
}
