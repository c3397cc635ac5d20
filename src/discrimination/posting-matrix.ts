/**
 * All postings of an index in plain arrays, term by term: the input of repeated passes in learning
 * and pruning. Terms are numbered in byte order.
 *
 * It needs six bytes per posting and twelve per term, beside the terms themselves. Deleted
 * documents are in no list and have length 0.
 */

import { EXHAUSTED, type IndexView, type PostingsCursor } from "../index/snapshots/index.ts";

/** Higher frequencies are stored as this one. */
const MAX_FREQUENCY = 0xffff;

/** The parts of a matrix. */
interface MatrixParts {
  readonly terms: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly starts: Float64Array;
  readonly documents: Uint32Array;
  readonly frequencies: Uint16Array;
  readonly collectionFrequencies: Float64Array;
  readonly documentCount: number;
  readonly lengths: Float64Array;
  readonly totalLength: number;
  readonly stopped: ReadonlySet<number>;
}

export class PostingMatrix implements Omit<MatrixParts, "numbers"> {
  readonly terms: readonly string[];
  /** The postings of term `i` are from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Float64Array;
  readonly documents: Uint32Array;
  readonly frequencies: Uint16Array;
  /** Collection frequency of each term. */
  readonly collectionFrequencies: Float64Array;
  readonly documentCount: number;
  /** The length of each document, by number. */
  readonly lengths: Float64Array;
  readonly totalLength: number;
  /** Terms treated as stop words: lengths do not count them. */
  readonly stopped: ReadonlySet<number>;
  readonly #parts: MatrixParts;

  private constructor(parts: MatrixParts) {
    this.#parts = parts;
    this.terms = parts.terms;
    this.starts = parts.starts;
    this.documents = parts.documents;
    this.frequencies = parts.frequencies;
    this.collectionFrequencies = parts.collectionFrequencies;
    this.documentCount = parts.documentCount;
    this.lengths = parts.lengths;
    this.totalLength = parts.totalLength;
    this.stopped = parts.stopped;
  }

  /** Reads every posting of an index, which must not be weighted. */
  static of(view: IndexView): PostingMatrix {
    const terms = view.termsWithPrefix("", Infinity);
    const starts = new Float64Array(terms.length + 1);
    for (const [number, term] of terms.entries()) {
      const size = view.term(term)?.documentFrequency ?? 0;
      starts[number + 1] = (starts[number] as number) + size;
    }
    const documents = new Uint32Array(starts[terms.length] as number);
    const frequencies = new Uint16Array(documents.length);
    const collectionFrequencies = new Float64Array(terms.length);
    const lengths = new Float64Array(view.documentLimit);
    let at = 0;
    for (const [number, term] of terms.entries()) {
      const cursor = view.postings(term) as PostingsCursor;
      let occurrences = 0;
      for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
        const { frequency } = cursor;
        documents[at] = document;
        frequencies[at++] = Math.min(MAX_FREQUENCY, frequency);
        lengths[document] = 1; // live; its length follows
        occurrences += frequency;
      }
      collectionFrequencies[number] = occurrences;
    }
    for (let document = 0; document < lengths.length; document++) {
      if (lengths[document] === 1) lengths[document] = view.length(document);
    }
    const { documentCount, totalLength } = view;
    return new PostingMatrix({
      ...{ terms, starts, documents, frequencies, collectionFrequencies, lengths },
      ...{ documentCount, totalLength, stopped: new Set() },
      numbers: new Map(terms.map((term, number) => [term, number])),
    });
  }

  /** The same postings with lengths as if some terms were stop words. Arrays are shared. */
  withoutStopWords(stopped: ReadonlySet<number>): PostingMatrix {
    if (stopped.size === 0) return this;
    const lengths = this.lengths.slice();
    let { totalLength } = this;
    for (const term of stopped) {
      const end = this.starts[term + 1] as number;
      for (let i = this.starts[term] as number; i < end; i++) {
        const document = this.documents[i] as number;
        const frequency = this.frequencies[i] as number;
        lengths[document] = (lengths[document] as number) - frequency;
        totalLength -= frequency;
      }
    }
    return new PostingMatrix({ ...this.#parts, lengths, totalLength, stopped });
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

  /** The number of a term; undefined for a term in no document. */
  number(term: string): number | undefined {
    return this.#parts.numbers.get(term);
  }
}
