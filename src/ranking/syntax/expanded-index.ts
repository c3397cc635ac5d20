/**
 * An index with a few more terms, each standing for several of its own: what
 * prefix* and fuzzy~, half-typed and mistyped words and synonyms search for.
 *
 * Such a term occurs wherever one of its terms does, as if the documents had
 * been written with it, so every ranker can use it like any other. An occurrence
 * counts by the factor of its term, so frequencies need not be whole. It has one
 * document frequency, the sum of those of its terms, so that a rare expansion
 * does not outweigh the word itself. Its name contains a space and cannot be mistaken for a term of the index.
 */

import type {
  IndexView,
  PostingsCursor,
  TermStatistics,
  ViewField,
} from "../../index/snapshots/index.ts";
import type { TermWeights } from "../../index/weights/index.ts";
import { shareStatistics } from "../index-statistics.ts";
import { DensePostings } from "../matching/dense-postings.ts";
import type { MatchedTerm } from "../matching/form-matcher.ts";
import { UnionCursor } from "../matching/union-cursor.ts";
import type { PostingsList } from "../postings-list.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { phrasePostings } from "./phrase-postings.ts";

export class ExpandedIndex implements IndexView {
  readonly #view: IndexView;
  /** Each field of the index, extended by the same terms. */
  readonly fields: readonly ViewField[] | undefined;
  readonly #added = new Map<string, AddedTerm>();
  readonly #phrases = new Map<string, PostingsList>();

  constructor(view: IndexView) {
    this.#view = view;
    this.fields = view.fields?.map((field) => ({ ...field, view: new ExpandedIndex(field.view) }));
    shareStatistics(view, this);
  }

  /** Adds a term that stands for `matched`, all known and different, and returns its name. */
  add(pattern: string, matched: readonly MatchedTerm[], limit: TimeLimit): string {
    const name = `${pattern} (${matched.length} ${matched.length === 1 ? "term" : "terms"})`;
    this.#addNamed(name, matched, limit);
    return name;
  }

  /** Adds a phrase as a term and returns its name; undefined where no document has it. */
  addPhrase(terms: readonly string[], limit: TimeLimit): string | undefined {
    const name = `"${terms.join(" ")}"`;
    if (!this.#phrases.has(name)) {
      this.#view.needLists?.(terms);
      this.#phrases.set(name, phrasePostings(this.#view, terms, limit));
      for (const { view } of this.fields ?? []) (view as ExpandedIndex).addPhrase(terms, limit);
    }
    return this.term(name) === undefined ? undefined : name;
  }

  #addNamed(name: string, matched: readonly MatchedTerm[], limit: TimeLimit): void {
    if (this.#added.has(name)) return;
    this.#added.set(name, new AddedTerm(this, matched, limit));
    for (const { view } of this.fields ?? []) {
      (view as ExpandedIndex).#addNamed(name, matched, limit);
    }
  }

  /** The index without what was added. */
  get plain(): IndexView {
    return this.#view;
  }

  /** Whether a term is a phrase that was added. */
  isPhrase(term: string): boolean {
    return this.#phrases.has(term);
  }

  /** A term that was added, by its name. */
  added(term: string): AddedTerm | undefined {
    return this.#added.get(term);
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

  get needLists(): IndexView["needLists"] {
    const { needLists } = this.#view;
    const isOwn = (term: string): boolean => this.#added.has(term) || this.#phrases.has(term);
    return needLists && ((terms) => needLists([...terms].filter((term) => !isOwn(term))));
  }

  term(term: string): TermStatistics | undefined {
    const added = this.#added.get(term);
    const phrase = added === undefined ? this.#phrases.get(term) : undefined;
    if (phrase !== undefined) return phrase.documents.length > 0 ? phrase.statistics : undefined;
    if (added === undefined) return this.#view.term(term);
    return added.matched.length === 0 ? undefined : added.statistics;
  }

  postings(term: string): PostingsCursor | undefined {
    const added = this.#added.get(term);
    const phrase = added === undefined ? this.#phrases.get(term) : undefined;
    if (phrase !== undefined) return phrase.documents.length > 0 ? phrase.open() : undefined;
    if (added === undefined) return this.#view.postings(term);
    return added.matched.length === 0 ? undefined : added.list.open();
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

/** A term that stands for others. */
export class AddedTerm {
  /** Those that the index has. */
  readonly matched: readonly MatchedTerm[];
  /** Whether all are terms of the index on storage, not phrases. */
  readonly isOfTerms: boolean;
  /** As if no document had two of the terms, so that no list need be read. */
  readonly statistics: TermStatistics;
  readonly #view: IndexView;
  readonly #limit: TimeLimit;
  #list: DensePostings | undefined;

  constructor(view: IndexView, matched: readonly MatchedTerm[], limit: TimeLimit) {
    this.#view = view;
    this.#limit = limit;
    view.needLists?.(matched.map(({ term }) => term));
    this.matched = matched.filter(({ term }) => view.term(term) !== undefined);
    this.isOfTerms = this.matched.every(({ term }) => !term.startsWith('"'));
    let [documentFrequency, collectionFrequency] = [0, 0];
    for (const { term, factor } of this.matched) {
      const own = view.term(term);
      documentFrequency += own?.documentFrequency ?? 0;
      collectionFrequency += factor * (own?.collectionFrequency ?? 0);
    }
    documentFrequency = Math.min(documentFrequency, view.documentCount);
    this.statistics = { documentFrequency, collectionFrequency };
  }

  /** All its postings; made when they are first asked for. */
  get list(): DensePostings {
    this.#list ??= new DensePostings(this.#view, this.matched, this.#limit);
    return this.#list;
  }

  /** Its postings without making a list of them. */
  union(): UnionCursor {
    return new UnionCursor(this.#view, this.matched);
  }
}
