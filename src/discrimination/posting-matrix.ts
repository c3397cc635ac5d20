/**
 * All postings of an index in plain arrays, term by term: the input of repeated passes in learning
 * and pruning. Terms are numbered in byte order.
 *
 * It needs six bytes per posting, twelve per term and twelve per document, beside the terms themselves. Deleted
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
  readonly idRanks: Uint32Array;
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
  /** The position of each document in the order of ids, which breaks ties of scores. */
  readonly idRanks: Uint32Array;
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
    this.idRanks = parts.idRanks;
    this.totalLength = parts.totalLength;
    this.stopped = parts.stopped;
  }

  /** Reads every posting of an index, which must not be weighted. */
  static read(view: IndexView): PostingMatrix {
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
      ...{ documentCount, totalLength, stopped: new Set(), idRanks: rankIds(view) },
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

  /** Lengths are unchanged; `isDropped` has a 1 for each posting to leave out. */
  withoutPostings(isDropped: Uint8Array): PostingMatrix {
    const { termCount, starts, documents, frequencies } = this;
    const keptCount = isDropped.reduce((count, each) => count - each, isDropped.length);
    const kept = {
      starts: new Float64Array(starts.length),
      documents: new Uint32Array(keptCount),
      frequencies: new Uint16Array(keptCount),
      collectionFrequencies: new Float64Array(termCount),
    };
    let at = 0;
    for (let term = 0; term < termCount; term++) {
      const end = starts[term + 1] as number;
      let occurrences = 0;
      for (let i = starts[term] as number; i < end; i++) {
        if (isDropped[i] === 1) continue;
        kept.documents[at] = documents[i] as number;
        kept.frequencies[at++] = frequencies[i] as number;
        occurrences += frequencies[i] as number;
      }
      kept.starts[term + 1] = at;
      kept.collectionFrequencies[term] = occurrences;
    }
    return new PostingMatrix({ ...this.#parts, ...kept });
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

function rankIds(view: IndexView): Uint32Array {
  const ranks = new Uint32Array(view.documentLimit);
  const order = Uint32Array.from(ranks, (_, document) => document);
  order.sort((a, b) => view.compareIds(a, b));
  for (const [rank, document] of order.entries()) ranks[document] = rank;
  return ranks;
}
