/** Inverted documents as posting lists, one at a time, in arrays that the next one takes again. */

import type { PostingList } from "../weights/filtered-postings.ts";
import type { InvertedLists } from "./inversion.ts";

export class PostingLists {
  readonly #inverted: InvertedLists;
  readonly #documents: Uint32Array;
  readonly #frequencies: Uint32Array;

  constructor(inverted: InvertedLists, documentCount: number) {
    this.#inverted = inverted;
    this.#documents = new Uint32Array(documentCount);
    this.#frequencies = new Uint32Array(documentCount);
  }

  /** The list of a term; occurrences in one document become one posting. */
  read(term: number): PostingList {
    const { starts, documents: all, positions } = this.#inverted;
    const [documents, frequencies] = [this.#documents, this.#frequencies];
    const start = starts[term] as number;
    const end = starts[term + 1] as number;
    let count = 0;
    let previous = -1;
    for (let i = start; i < end; i++) {
      const document = all[i] as number;
      if (document !== previous) {
        documents[count] = document;
        frequencies[count++] = 0;
        previous = document;
      }
      frequencies[count - 1] = (frequencies[count - 1] as number) + 1;
    }
    return { documents, frequencies, count, positions: positions?.subarray(start, end) };
  }
}
