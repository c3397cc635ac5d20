/**
 * An index with a few more terms, each standing for several of its own: what
 * prefix* and fuzzy~, half-typed and mistyped words and synonyms search for.
 *
 * Such a term occurs wherever one of its terms does, as if the documents had
 * been written with it, so every ranker can use it like any other. An occurrence
 * counts by the factor of its term, so frequencies need not be whole. One
 * document frequency for all keeps a rare expansion from outweighing the word
 * itself. Its name contains a space and cannot be mistaken for a term of the index.
 */

import {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
} from "../../index/snapshots/index.ts";
import type { TermWeights } from "../../index/weights/index.ts";
import { shareStatistics } from "../index-statistics.ts";
import type { MatchedTerm } from "../matching/form-matcher.ts";
import { mergedPlaces } from "../merged-places.ts";
import { openPostings, type PositionLists, PostingsList } from "../postings-list.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

export class ExpandedIndex implements IndexView {
  readonly #view: IndexView;
  readonly #added = new Map<string, { list: PostingsList; statistics: TermStatistics }>();

  constructor(view: IndexView) {
    this.#view = view;
    shareStatistics(view, this);
  }

  /** Adds a term that stands for `matched`, all known and different, and returns its name. */
  add(pattern: string, matched: readonly MatchedTerm[], limit: TimeLimit): string {
    const name = `${pattern} (${matched.length} ${matched.length === 1 ? "term" : "terms"})`;
    if (!this.#added.has(name)) {
      const united = unitedPostings(this.#view, matched, limit);
      this.#added.set(name, { ...united, statistics: united.list.statistics });
    }
    return name;
  }

  get documentLimit(): number {
    return this.#view.documentLimit;
  }

  get documentCount(): number {
    return this.#view.documentCount;
  }

  get totalLength(): number {
    return this.#view.totalLength;
  }

  get weights(): TermWeights | undefined {
    return this.#view.weights;
  }

  get hasPositions(): boolean {
    return this.#view.hasPositions;
  }

  term(term: string): TermStatistics | undefined {
    const added = this.#added.get(term);
    if (added === undefined) return this.#view.term(term);
    return added.list.documents.length === 0 ? undefined : added.statistics;
  }

  postings(term: string): PostingsCursor | undefined {
    const added = this.#added.get(term);
    if (added === undefined) return this.#view.postings(term);
    return added.list.documents.length === 0 ? undefined : added.list.open();
  }

  length(document: number): number {
    return this.#view.length(document);
  }

  id(document: number): string {
    return this.#view.id(document);
  }

  compareIds(a: number, b: number): number {
    return this.#view.compareIds(a, b);
  }

  find(id: string): number | undefined {
    return this.#view.find(id);
  }

  termsOf(document: number): Promise<ReadonlyMap<string, number>> {
    return this.#view.termsOf(document);
  }

  termsFrom(start: string, limit: number): readonly string[] {
    return this.#view.termsFrom(start, limit);
  }

  termsWithPrefix(prefix: string, limit: number): readonly string[] {
    return this.#view.termsWithPrefix(prefix, limit);
  }
}

/** The union of the lists of `matched`. Incomplete once `limit` is over. */
function unitedPostings(
  view: IndexView,
  matched: readonly MatchedTerm[],
  limit: TimeLimit,
): { list: PostingsList } {
  const terms = matched.map(({ term }) => term);
  const frequencies = new Float64Array(
    limit.count(view.documentLimit >>> 5) ? 0 : view.documentLimit,
  );
  let touched = 0;
  for (const { term, factor } of matched) {
    const cursor = openPostings(view, term);
    while (!limit.count() && cursor.next() !== EXHAUSTED) {
      const { document, frequency } = cursor;
      if (frequencies[document] === 0) touched++;
      frequencies[document] = (frequencies[document] as number) + factor * frequency;
    }
    if (limit.isOver) break;
  }
  const documents = new Uint32Array(touched);
  const kept = new Float64Array(touched);
  for (let document = 0, at = 0; at < touched; document++) {
    const frequency = frequencies[document] as number;
    if (frequency === 0) continue;
    documents[at] = document;
    kept[at++] = frequency;
  }
  const places = view.hasPositions ? laterPlaces(view, terms, documents, limit) : undefined;
  return { list: new PostingsList(documents, kept, places) };
}

/** Where the terms stand in each of `documents`: looked for when it is asked for first, since few queries ask. */
function laterPlaces(
  view: IndexView,
  terms: readonly string[],
  documents: Uint32Array,
  limit: TimeLimit,
): PositionLists {
  let known: ReadonlyMap<number, Uint32Array[]> | undefined;
  return {
    at(place) {
      known ??= placesOf(view, terms, limit);
      return mergedPlaces(known.get(documents[place] as number) ?? [], limit);
    },
  };
}

/** The places of each term in each document. */
function placesOf(
  view: IndexView,
  terms: readonly string[],
  limit: TimeLimit,
): Map<number, Uint32Array[]> {
  const places = new Map<number, Uint32Array[]>();
  for (const term of terms) {
    const cursor = openPostings(view, term);
    while (cursor.next() !== EXHAUSTED && !limit.count(cursor.frequency)) {
      const own = cursor.positions().slice(); // valid until the cursor moves
      const lists = places.get(cursor.document);
      if (lists === undefined) places.set(cursor.document, [own]);
      else lists.push(own);
    }
    if (limit.isOver) break;
  }
  return places;
}
