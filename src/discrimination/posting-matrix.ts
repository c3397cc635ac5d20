/**
 * All postings of an index in plain arrays, term after term: what learning and
 * pruning walk through again and again. Terms are numbered in byte order.
 *
 * It takes six bytes per posting and twelve per term, beside the terms
 * themselves. Deleted documents are in no list and have length 0.
 */

import { EXHAUSTED, type IndexView, type PostingsCursor } from "../index/snapshots/index.ts";

/** Frequencies above count as this one. */
const MOST_OCCURRENCES = 0xffff;

export class PostingMatrix {
  readonly terms: readonly string[];
  /** Postings of term `i` stand from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Float64Array;
  readonly documents: Uint32Array;
  readonly frequencies: Uint16Array;
  /** Occurrences of each term in all documents. */
  readonly collectionFrequencies: Float64Array;
  /** The length of each document, by number. */
  readonly lengths: Float64Array;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly #numbers: ReadonlyMap<string, number>;

  /** Reads every posting of an index, which must not be weighted. */
  constructor(view: IndexView) {
    this.terms = view.termsWithPrefix("", Infinity);
    this.#numbers = new Map(this.terms.map((term, number) => [term, number]));
    this.documentCount = view.documentCount;
    this.totalLength = view.totalLength;
    const count = this.terms.length;
    this.starts = new Float64Array(count + 1);
    for (const [number, term] of this.terms.entries()) {
      const size = view.term(term)?.documentFrequency ?? 0;
      this.starts[number + 1] = (this.starts[number] as number) + size;
    }
    this.documents = new Uint32Array(this.starts[count] as number);
    this.frequencies = new Uint16Array(this.documents.length);
    this.collectionFrequencies = new Float64Array(count);
    this.lengths = new Float64Array(view.documentLimit);
    let at = 0;
    for (const [number, term] of this.terms.entries()) {
      const cursor = view.postings(term) as PostingsCursor;
      let occurrences = 0;
      for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
        const { frequency } = cursor;
        this.documents[at] = document;
        this.frequencies[at++] = Math.min(MOST_OCCURRENCES, frequency);
        this.lengths[document] = 1; // is living; its length follows
        occurrences += frequency;
      }
      this.collectionFrequencies[number] = occurrences;
    }
    for (let document = 0; document < this.lengths.length; document++) {
      if (this.lengths[document] === 1) this.lengths[document] = view.length(document);
    }
  }

  get termCount(): number {
    return this.terms.length;
  }

  get postingCount(): number {
    return this.documents.length;
  }

  get averageLength(): number {
    return this.totalLength / this.documentCount;
  }

  documentFrequency(term: number): number {
    return (this.starts[term + 1] as number) - (this.starts[term] as number);
  }

  /** The number of a term; undefined for one that no document has. */
  number(term: string): number | undefined {
    return this.#numbers.get(term);
  }
}
