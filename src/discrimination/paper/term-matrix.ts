/**
 * The matrix S of an index: the frequency of each term in each document, document by document, in
 * plain arrays. Terms are numbered in byte order.
 */

import { EXHAUSTED, type IndexView, type PostingsCursor } from "../../index/snapshots/index.ts";
import { type Bag, createBag } from "./bag.ts";

/** A snapshot never changes, so its matrix is read once. */
const matrices = new WeakMap<IndexView, TermMatrix>();

export class TermMatrix {
  readonly terms: readonly string[];
  readonly documentCount: number;
  /** Collection frequency of each term. */
  readonly frequencies: Float64Array;
  /** Document frequency of each term. */
  readonly documentFrequencies: Uint32Array;
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #ends: Uint32Array;
  readonly #terms: Uint32Array;
  readonly #counts: Float64Array;

  /** Reads all postings of an index, which must not be weighted. */
  constructor(view: IndexView) {
    this.terms = view.termsWithPrefix("", Infinity);
    this.documentCount = view.documentCount;
    this.frequencies = new Float64Array(this.terms.length);
    this.documentFrequencies = new Uint32Array(this.terms.length);
    this.#numbers = new Map(this.terms.map((term, number) => [term, number]));
    const sizes = new Uint32Array(view.documentLimit + 1);
    this.#forEachPostings(view, (number, { document, frequency }) => {
      sizes[document + 1] = (sizes[document + 1] as number) + 1;
      this.frequencies[number] = (this.frequencies[number] as number) + frequency;
      this.documentFrequencies[number] = (this.documentFrequencies[number] as number) + 1;
    });
    const next = sizes;
    for (let i = 1; i < next.length; i++) next[i] = (next[i] as number) + (next[i - 1] as number);
    const postings = next[next.length - 1] as number;
    this.#terms = new Uint32Array(postings);
    this.#counts = new Float64Array(postings);
    // Terms come in order, so the terms of each document do too. Afterwards `next` holds the ends.
    this.#forEachPostings(view, (number, { document, frequency }) => {
      const offset = next[document] as number;
      next[document] = offset + 1;
      this.#terms[offset] = number;
      this.#counts[offset] = frequency;
    });
    this.#ends = next;
  }

  /** The matrix of an index, which must not be weighted. */
  static of(view: IndexView): TermMatrix {
    const matrix = matrices.get(view) ?? new TermMatrix(view);
    matrices.set(view, matrix);
    return matrix;
  }

  /** The number of (term, document) pairs. */
  get postings(): number {
    return this.#terms.length;
  }

  /** The number of a term; undefined for a term in no document. */
  number(term: string): number | undefined {
    return this.#numbers.get(term);
  }

  /** The terms of one document. */
  document(document: number): Bag {
    const start = document === 0 ? 0 : (this.#ends[document - 1] as number);
    const end = this.#ends[document] as number;
    return { terms: this.#terms.subarray(start, end), counts: this.#counts.subarray(start, end) };
  }

  /** The known terms of a query; a repeated term counts each time. */
  query(terms: readonly string[]): Bag {
    const counts = new Map<number, number>();
    for (const term of terms) {
      const number = this.number(term);
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return { ...createBag(counts), words: terms.length };
  }

  #forEachPostings(view: IndexView, visit: (term: number, cursor: PostingsCursor) => void): void {
    for (const [number, term] of this.terms.entries()) {
      const cursor = view.postings(term) as PostingsCursor;
      while (cursor.next() !== EXHAUSTED) visit(number, cursor);
    }
  }
}
