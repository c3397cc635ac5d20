/**
 * An index view with a few extra documents that change no statistic, so that a ranker of the index
 * can score synthetic texts.
 *
 * Document counts, lengths, frequencies and the statistics of windows stay those of the index. The
 * extra documents follow in the posting lists, with numbers from `countedLimit` on. A term outside
 * the index stays unknown. On an index with term weights an occurrence counts the weight of its
 * term.
 */

import {
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
  withTermWeights,
} from "../../../index/index.ts";
import { shareStatistics } from "../../../ranking/index-statistics.ts";
import { PostingsList } from "../../../ranking/postings-list.ts";

/** Index terms with their positions in the text. */
export interface ExtraDocument {
  readonly terms: readonly string[];
  /** Ascending, one per term; stop words leave gaps. */
  readonly positions: readonly number[];
}

export class ExtraDocumentsView implements IndexView {
  readonly documentLimit: number;
  readonly countedLimit: number;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly hasPositions: boolean;
  readonly #view: IndexView;
  readonly #documents: readonly ExtraDocument[];
  readonly #lengths: readonly number[];

  constructor(view: IndexView, documents: readonly ExtraDocument[]) {
    const base = withTermWeights(view);
    this.#view = base;
    this.countedLimit = base.documentLimit;
    this.documentLimit = base.documentLimit + documents.length;
    this.documentCount = base.documentCount;
    this.totalLength = base.totalLength;
    this.hasPositions = base.hasPositions;
    this.#documents = documents;
    this.#lengths = documents.map(({ terms }) =>
      base.weights === undefined
        ? terms.length
        : terms.reduce((length, term) => length + this.#getWeight(term), 0),
    );
    shareStatistics(base, this);
  }

  get weights(): IndexView["weights"] {
    return this.#view.weights;
  }

  get maxCollectionFrequency(): number | undefined {
    return this.#view.maxCollectionFrequency;
  }

  #getWeight(term: string): number {
    return this.#view.weights?.weight(term) ?? 1;
  }

  term(term: string): TermStatistics | undefined {
    return this.#view.term(term);
  }

  postings(term: string): PostingsCursor | undefined {
    const cursor = this.#view.postings(term);
    if (cursor === undefined) return undefined;
    return new ExtendedCursor(cursor, this.#list(term).open(), this.countedLimit);
  }

  /** Created on demand: a query has few terms, the documents have many. */
  #list(term: string): PostingsList {
    const [numbers, frequencies, positions]: [number[], number[], Uint32Array[]] = [[], [], []];
    for (const [document, { terms, positions: all }] of this.#documents.entries()) {
      const termPositions = all.filter((_, i) => terms[i] === term);
      if (termPositions.length === 0) continue;
      numbers.push(this.countedLimit + document);
      frequencies.push(termPositions.length * this.#getWeight(term));
      positions.push(Uint32Array.from(termPositions));
    }
    return new PostingsList(numbers, frequencies, positions);
  }

  length(document: number): number {
    return this.#lengths[document - this.countedLimit] ?? this.#view.length(document);
  }

  id(document: number): string {
    return document < this.countedLimit ? this.#view.id(document) : `extra ${document}`;
  }

  compareIds(a: number, b: number): number {
    const [x, y] = [a - this.countedLimit, b - this.countedLimit];
    return x < 0 && y < 0 ? this.#view.compareIds(a, b) : x - y;
  }

  find(id: string): number | undefined {
    return this.#view.find(id);
  }

  readTerms(document: number): Promise<ReadonlyMap<string, number>> {
    return this.#view.readTerms(document);
  }

  termsFrom(start: string, limit: number): readonly string[] {
    return this.#view.termsFrom(start, limit);
  }

  termsWithPrefix(prefix: string, limit: number): readonly string[] {
    return this.#view.termsWithPrefix(prefix, limit);
  }
}

/** Iterates over a list of the index, then over that of the extra documents. */
class ExtendedCursor implements PostingsCursor {
  readonly #limit: number;
  readonly #extra: PostingsCursor;
  #current: PostingsCursor;

  constructor(indexCursor: PostingsCursor, extra: PostingsCursor, limit: number) {
    this.#current = indexCursor;
    this.#extra = extra;
    this.#limit = limit;
  }

  get document(): number {
    return this.#current.document;
  }

  get frequency(): number {
    return this.#current.frequency;
  }

  next(): number {
    const document = this.#current.next();
    return document < this.#limit || this.#current === this.#extra ? document : this.#cross();
  }

  seek(target: number): number {
    if (this.#current === this.#extra) return this.#extra.seek(target);
    if (target < this.#limit) {
      const document = this.#current.seek(target);
      return document < this.#limit ? document : this.#cross();
    }
    this.#current = this.#extra; // the rest of the index's list need not be read
    return this.#extra.seek(target);
  }

  positions(): Uint32Array {
    return this.#current.positions();
  }

  #cross(): number {
    this.#current = this.#extra;
    return this.#extra.next();
  }
}
