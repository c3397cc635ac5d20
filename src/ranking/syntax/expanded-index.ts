/**
 * An index with a few more terms, each of which expands to several of its own: the
 * terms of prefix* and fuzzy~, prefix search, typo tolerance and synonyms.
 *
 * Such a term occurs wherever one of its terms does, as if the documents had been
 * written with it, so every ranker can use it like any other. An occurrence counts
 * by the factor of its term, so frequencies may be fractional. It has one document
 * frequency, the sum of those of its terms, so that a rare expansion does not
 * outweigh the word itself. Its name contains a space and cannot be mistaken for a
 * term of the index.
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
import type { ExpansionTerm } from "../matching/fuzzy-terms.ts";
import { UnionCursor } from "../matching/union-cursor.ts";
import type { PostingsList } from "../postings-list.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { createPhrasePostings } from "./phrase.ts";

export class ExpandedIndex implements IndexView {
  readonly #view: IndexView;
  /** Each field of the index, extended by the same terms. */
  readonly fields: readonly ViewField[] | undefined;
  readonly #multiTerms = new Map<string, MultiTerm>();
  readonly #phrases = new Map<string, PostingsList>();

  constructor(view: IndexView) {
    this.#view = view;
    this.fields = view.fields?.map((field) => ({ ...field, view: new ExpandedIndex(field.view) }));
    shareStatistics(view, this);
  }

  /**
   * Adds a term that expands to `expansion`, all different terms of the index, and
   * returns its name.
   */
  add(pattern: string, expansion: readonly ExpansionTerm[], limit: TimeLimit): string {
    const name = `${pattern} (${expansion.length} ${expansion.length === 1 ? "term" : "terms"})`;
    this.#addNamed(name, expansion, limit);
    return name;
  }

  /** Adds a phrase as a term and returns its name; undefined if no document contains it. */
  addPhrase(terms: readonly string[], limit: TimeLimit): string | undefined {
    const name = `"${terms.join(" ")}"`;
    if (!this.#phrases.has(name)) {
      this.#view.needLists?.(terms);
      this.#phrases.set(name, createPhrasePostings(this.#view, terms, limit));
      for (const { view } of this.fields ?? []) (view as ExpandedIndex).addPhrase(terms, limit);
    }
    return this.term(name) === undefined ? undefined : name;
  }

  #addNamed(name: string, expansion: readonly ExpansionTerm[], limit: TimeLimit): void {
    if (this.#multiTerms.has(name)) return;
    this.#multiTerms.set(name, new MultiTerm(this, expansion, limit));
    for (const { view } of this.fields ?? []) {
      (view as ExpandedIndex).#addNamed(name, expansion, limit);
    }
  }

  /** The index without the added terms. */
  get plain(): IndexView {
    return this.#view;
  }

  /**
   * Whether documents may contain a phrase. It is not known which phrases are in a view without
   * documents of a collection that has some.
   */
  #mayHave({ documents }: PostingsList): boolean {
    return documents.length > 0 || (this.documentLimit === 0 && this.documentCount > 0);
  }

  /** Whether a term is an added phrase. */
  isPhrase(term: string): boolean {
    return this.#phrases.has(term);
  }

  /** An added term, by its name. */
  findMultiTerm(term: string): MultiTerm | undefined {
    return this.#multiTerms.get(term);
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
    const isOwn = (term: string): boolean => this.#multiTerms.has(term) || this.#phrases.has(term);
    return needLists && ((terms) => needLists([...terms].filter((term) => !isOwn(term))));
  }

  term(term: string): TermStatistics | undefined {
    const multiTerm = this.#multiTerms.get(term);
    const phrase = multiTerm === undefined ? this.#phrases.get(term) : undefined;
    if (phrase !== undefined) return this.#mayHave(phrase) ? phrase.statistics : undefined;
    if (multiTerm === undefined) return this.#view.term(term);
    return multiTerm.expansion.length === 0 ? undefined : multiTerm.statistics;
  }

  postings(term: string): PostingsCursor | undefined {
    const multiTerm = this.#multiTerms.get(term);
    const phrase = multiTerm === undefined ? this.#phrases.get(term) : undefined;
    if (phrase !== undefined) return this.#mayHave(phrase) ? phrase.open() : undefined;
    if (multiTerm === undefined) return this.#view.postings(term);
    return multiTerm.expansion.length === 0 ? undefined : multiTerm.list.open();
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

/** A term that expands to others. */
export class MultiTerm {
  /** The terms that the index contains. */
  readonly expansion: readonly ExpansionTerm[];
  /** The terms of the word as it was typed, if there are corrections too; else none. */
  readonly typedTerms: readonly string[];
  /** True if all are terms of the index on storage, not phrases. */
  readonly hasOnlyTerms: boolean;
  /** As if no document contained two of the terms, so that no list is read. */
  readonly statistics: TermStatistics;
  readonly #view: IndexView;
  readonly #limit: TimeLimit;
  #list: DensePostings | undefined;

  constructor(view: ExpandedIndex, expansion: readonly ExpansionTerm[], limit: TimeLimit) {
    this.#view = view;
    this.#limit = limit;
    view.needLists?.(expansion.map(({ term }) => term));
    const resolved = resolveExpansion(view, expansion);
    this.expansion = resolved.expansion;
    this.typedTerms = resolved.typedTerms;
    this.hasOnlyTerms = resolved.hasOnlyTerms;
    this.statistics = resolved.statistics;
  }

  /** All its postings; created on first use. */
  get list(): DensePostings {
    this.#list ??= new DensePostings(this.#view, this.expansion, this.#limit);
    return this.#list;
  }

  /** Its postings, without building a list. */
  openUnion(): UnionCursor {
    return new UnionCursor(this.#view, this.expansion);
  }
}

type ResolvedExpansion = Pick<
  MultiTerm,
  "expansion" | "typedTerms" | "hasOnlyTerms" | "statistics"
>;

/** By view without added terms: people type the same prefixes again, whose expansions are cached too. */
const cache = new WeakMap<IndexView, WeakMap<readonly ExpansionTerm[], ResolvedExpansion>>();

/** The terms of an expansion that a view contains, and their statistics together. */
function resolveExpansion(
  view: ExpandedIndex,
  expansion: readonly ExpansionTerm[],
): ResolvedExpansion {
  const hasPhrases = expansion.some(({ term }) => term.startsWith('"'));
  // Phrases belong to one query, and lists of a remote index may still be missing.
  if (hasPhrases || view.plain.needLists !== undefined) return computeResolved(view, expansion);
  const byExpansion = cache.get(view.plain) ?? new WeakMap();
  cache.set(view.plain, byExpansion);
  const resolved = byExpansion.get(expansion) ?? computeResolved(view, expansion);
  byExpansion.set(expansion, resolved);
  return resolved;
}

function computeResolved(view: IndexView, all: readonly ExpansionTerm[]): ResolvedExpansion {
  const expansion: ExpansionTerm[] = [];
  let [documentFrequency, collectionFrequency] = [0, 0];
  for (const each of all) {
    const own = view.term(each.term);
    if (own === undefined) continue;
    expansion.push(each);
    documentFrequency += own.documentFrequency;
    collectionFrequency += each.factor * own.collectionFrequency;
  }
  documentFrequency = Math.min(documentFrequency, view.documentCount);
  const typed = expansion.filter(({ isCorrection }) => isCorrection !== true);
  const hasCorrections = typed.length < expansion.length;
  return {
    expansion,
    typedTerms: hasCorrections ? typed.map(({ term }) => term) : [],
    hasOnlyTerms: expansion.every(({ term }) => !term.startsWith('"')),
    statistics: { documentFrequency, collectionFrequency },
  };
}
