/** Posting lists created while a query is prepared: windows of terms, expanded terms. */

import { badArgument, quote } from "../common/errors.ts";
import {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
} from "../index/snapshots/index.ts";

/** A cursor on a term of the index. */
export function openPostings(view: IndexView, term: string): PostingsCursor {
  const cursor = view.postings(term);
  if (cursor === undefined) throw badArgument(`the index has no term ${quote(term)}`);
  return cursor;
}

/** One ascending list of positions per document, by its index in the list. An array is one. */
export interface PositionLists {
  at(index: number): Uint32Array | undefined;
}

/** Documents in ascending order with their frequencies. */
export class PostingsList {
  readonly documents: ArrayLike<number>;
  readonly frequencies: ArrayLike<number>;
  readonly positions: PositionLists | undefined;

  constructor(
    documents: ArrayLike<number>,
    frequencies: ArrayLike<number>,
    positions?: PositionLists,
  ) {
    this.documents = documents;
    this.frequencies = frequencies;
    this.positions = positions;
  }

  get statistics(): TermStatistics {
    return this.computeStatisticsBelow(Infinity);
  }

  /** The statistics of the documents below `limit`. */
  computeStatisticsBelow(limit: number): TermStatistics {
    const { documents, frequencies } = this;
    let end = documents.length;
    if (limit < Infinity) while (end > 0 && (documents[end - 1] as number) >= limit) end--;
    let collectionFrequency = 0;
    for (let i = 0; i < end; i++) collectionFrequency += frequencies[i] as number;
    return { documentFrequency: end, collectionFrequency };
  }

  open(): PostingsCursor {
    return new PostingsListCursor(this);
  }
}

class PostingsListCursor implements PostingsCursor {
  document = -1;
  frequency = 0;
  readonly #list: PostingsList;
  #at = -1;

  constructor(list: PostingsList) {
    this.#list = list;
  }

  next(): number {
    this.#at++;
    this.document = this.#list.documents[this.#at] ?? EXHAUSTED;
    this.frequency = this.#list.frequencies[this.#at] ?? 0;
    return this.document;
  }

  /** Steps of doubled length, then a binary search within the last one: few comparisons, near or far. */
  seek(target: number): number {
    if (this.document >= target) return this.document;
    const { documents } = this.#list;
    let [low, step] = [this.#at, 1];
    while (low + step < documents.length && (documents[low + step] as number) < target) {
      low += step;
      step *= 2;
    }
    let high = Math.min(low + step, documents.length);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((documents[middle] as number) < target) low = middle;
      else high = middle;
    }
    this.#at = high - 1;
    return this.next();
  }

  positions(): Uint32Array {
    const positions = this.#list.positions?.at(this.#at);
    if (positions === undefined) throw badArgument("this posting list has no positions");
    return positions;
  }
}
