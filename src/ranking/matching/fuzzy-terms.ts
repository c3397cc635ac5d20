/**
 * Expands a word to terms of an index: the terms of the surface forms that begin
 * with it or are a few edits away, each with a factor for its occurrences.
 *
 * The word itself counts 1. A longer form counts by the share of it that the word is
 * (3 of 4 letters: 0.75), and each edit halves the factor. A term counts as its
 * nearest form does. Where there are too many terms, those in the most documents are
 * taken, for edits those with the fewest edits first; stop words are taken only if
 * there is nothing else.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { computeMaxEdits } from "./edit-distance.ts";
import type { CountedForm, NearForm } from "./form-dictionary.ts";
import type { FormLookup } from "./remote-forms.ts";

/** Forms of one dictionary that are considered per expansion term: the most frequent. */
const FORMS_PER_TERM = 10;

/** The factor per edit. */
const FACTOR_PER_EDIT = 0.5;

/** A term that a word expands to. */
export interface ExpansionTerm {
  readonly term: string;
  /** Weight of an occurrence, above 0 and at most 1. */
  readonly factor: number;
  /** True if the word was changed to reach the term. */
  readonly isCorrection?: boolean;
}

/** How a word may differ from the terms it matches. */
export interface WordMatching {
  /** True if the word is a prefix. */
  readonly isPrefix: boolean;
  /** Maximum number of edits. */
  readonly edits: 0 | 1 | 2;
  /** Maximum number of terms. */
  readonly maxTerms: number;
}

/** A form that matches a word. */
interface WeightedForm {
  readonly form: string;
  readonly edits: number;
  readonly factor: number;
}

/**
 * The maximum of edits of a word under `fuzzy`: 0 for a word with a digit, where
 * typos are rare.
 */
export function computeFuzzyEdits(word: string, maxEdits: 0 | 1 | 2): 0 | 1 | 2 {
  return /\p{N}/u.test(word) ? 0 : (Math.min(maxEdits, computeMaxEdits(word.length)) as 0 | 1 | 2);
}

export class FormMatcher {
  readonly #dictionaries: readonly FormLookup[];
  readonly #view: IndexView;
  readonly #analyzer: QueryAnalyzer;
  readonly #cache: ExpansionCache;

  constructor(dictionaries: readonly FormLookup[], view: IndexView, analyzer: QueryAnalyzer) {
    this.#dictionaries = dictionaries;
    this.#view = view;
    this.#analyzer = analyzer;
    this.#cache = getExpansionCache(view, analyzer);
  }

  /** The number of live documents that contain the word or another one with its stem. */
  countDocuments(word: string): number {
    const term = this.#analyzer.term(word);
    return term === undefined ? 0 : (this.#view.term(term)?.documentFrequency ?? 0);
  }

  /**
   * The terms that a word expands to, the largest factor first. Incomplete once
   * `limit` is over.
   */
  expand(word: string, matching: WordMatching, limit: TimeLimit): readonly ExpansionTerm[] {
    const { isPrefix, edits, maxTerms } = matching;
    const key = `${edits}${isPrefix ? "*" : " "}${maxTerms} ${word}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const terms = this.#computeExpansion(word, matching, limit);
    if (!limit.isOver) this.#cache.set(key, terms);
    return terms;
  }

  #computeExpansion(word: string, matching: WordMatching, limit: TimeLimit): ExpansionTerm[] {
    const contentTerms = new Map<string, Candidate>();
    const stopTerms = new Map<string, Candidate>();
    const forms = this.#findForms(word, matching, limit);
    for (const weightedForm of this.#view.needLists === undefined
      ? forms
      : this.#prefetchLists([...forms])) {
      const { form, edits, factor } = weightedForm;
      const term = this.#analyzer.term(form);
      if (term === undefined || limit.count(FORM_COST)) continue;
      const isStopped = form !== word && this.#analyzer.isStopWord?.(form) === true;
      const group = isStopped ? stopTerms : contentTerms;
      const previous = group.get(term);
      if (previous !== undefined && previous.factor >= factor) continue;
      const countDocuments = this.#view.term(term)?.documentFrequency;
      if (countDocuments !== undefined)
        group.set(term, { term, factor, edits, documents: countDocuments });
    }
    return selectExpansion(contentTerms.size > 0 ? contentTerms : stopTerms, matching);
  }

  /** Loads the document counts of the terms of some forms, and returns the forms. */
  #prefetchLists<T extends { readonly form: string }>(forms: readonly T[]): readonly T[] {
    this.#view.needLists?.(forms.flatMap(({ form }) => this.#analyzer.term(form) ?? []));
    return forms;
  }

  /**
   * Words that begin with `word`, of each stem the most frequent one: the `maxCount`
   * in the most documents. Stop words are left out, except the word itself.
   */
  findCompletions(word: string, maxCount: number, limit: TimeLimit): WordSuggestion[] {
    const best = new Map<string, CountedForm>();
    for (const dictionary of this.#dictionaries) {
      for (const countedForm of dictionary.withPrefix(word, FORMS_PER_TERM * maxCount, limit)) {
        const { form, count } = countedForm;
        if (form !== word && this.#analyzer.isStopWord?.(form) === true) continue;
        const term = this.#analyzer.term(form);
        if (term === undefined || limit.count(FORM_COST)) continue;
        if (count > (best.get(term)?.count ?? -1)) best.set(term, countedForm);
      }
    }
    return selectSuggestions(
      [...best].map(([term, countedForm]) => ({ ...countedForm, term, edits: 0 })),
      this.#view,
      maxCount,
    );
  }

  /**
   * Words at most `edits` away, except the word itself: the nearest, then those in
   * the most documents.
   */
  findCorrections(
    word: string,
    edits: number,
    maxCount: number,
    limit: TimeLimit,
  ): WordSuggestion[] {
    const fuzzyForms = this.#dictionaries.flatMap((dictionary) =>
      dictionary.near(word, edits, limit),
    );
    const candidates = fuzzyForms.flatMap((each) => {
      const term = each.edits === 0 ? undefined : this.#analyzer.term(each.form);
      return term === undefined ? [] : [{ ...each, term }];
    });
    return selectSuggestions(candidates, this.#view, maxCount);
  }

  /**
   * The forms that a word matches, with their factors, including the word itself
   * whether it is indexed or not.
   */
  *#findForms(
    word: string,
    { isPrefix, edits, maxTerms }: WordMatching,
    limit: TimeLimit,
  ): Generator<WeightedForm> {
    yield { form: word, edits: 0, factor: 1 };
    for (const dictionary of this.#dictionaries) {
      if (isPrefix) {
        for (const { form } of dictionary.withPrefix(word, FORMS_PER_TERM * maxTerms, limit)) {
          yield { form, edits: 0, factor: computePrefixShare(word, form) };
        }
      }
      if (edits === 0) continue;
      for (const { form, edits: distance } of dictionary.near(word, edits, limit, { isPrefix })) {
        const share = isPrefix ? computePrefixShare(word, form) : 1;
        yield { form, edits: distance, factor: share * FACTOR_PER_EDIT ** distance };
      }
    }
  }
}

/** A completion or correction of a word. */
export interface WordSuggestion {
  readonly form: string;
  /** The number of documents that contain it or another word with its stem. */
  readonly documents: number;
}

/**
 * Each form once, without those in no live document: the nearest first, then by
 * documents, then by count.
 */
function selectSuggestions(
  forms: readonly (NearForm & { readonly term: string })[],
  view: IndexView,
  maxCount: number,
): WordSuggestion[] {
  const byForm = new Map<string, NearForm & WordSuggestion>();
  view.needLists?.(forms.map(({ term }) => term));
  for (const { term, ...fuzzyForm } of forms) {
    const documents = view.term(term)?.documentFrequency;
    const isBetter = fuzzyForm.count > (byForm.get(fuzzyForm.form)?.count ?? -1);
    if (documents !== undefined && isBetter)
      byForm.set(fuzzyForm.form, { ...fuzzyForm, documents });
  }
  return [...byForm.values()]
    .sort((a, b) => a.edits - b.edits || b.documents - a.documents || b.count - a.count)
    .slice(0, maxCount)
    .map(({ form, documents }) => ({ form, documents }));
}

/** The cost of stemming a form and looking up its term, in postings. */
const FORM_COST = 8;

interface Candidate extends ExpansionTerm {
  readonly edits: number;
  readonly documents: number;
}

function computePrefixShare(word: string, form: string): number {
  return form.length > word.length ? word.length / form.length : 1;
}

function selectExpansion(
  candidates: ReadonlyMap<string, Candidate>,
  { maxTerms }: WordMatching,
): ExpansionTerm[] {
  return [...candidates.values()]
    .sort(
      (a, b) =>
        (b.factor === 1 ? 1 : 0) - (a.factor === 1 ? 1 : 0) ||
        a.edits - b.edits ||
        b.documents - a.documents ||
        (a.term < b.term ? -1 : 1),
    )
    .slice(0, maxTerms)
    .sort((a, b) => b.factor - a.factor || (a.term < b.term ? -1 : 1))
    .map(({ term, factor, edits }) => ({
      term,
      factor,
      ...(edits > 0 ? { isCorrection: true } : {}),
    }));
}

/** Maximum number of cached words per index; beyond that, the cache is cleared. */
const MAX_CACHED_WORDS = 4096;

/**
 * The terms that words expand to, keyed by word and matching options. Users type the
 * same prefixes again; an index snapshot never changes, so entries stay valid.
 */
type ExpansionCache = Map<string, readonly ExpansionTerm[]>;

const caches = new WeakMap<IndexView, WeakMap<QueryAnalyzer, ExpansionCache>>();

/** The cache of an index and the analyzer of its queries. */
function getExpansionCache(view: IndexView, analyzer: QueryAnalyzer): ExpansionCache {
  const byAnalyzer = caches.get(view) ?? new WeakMap<QueryAnalyzer, ExpansionCache>();
  caches.set(view, byAnalyzer);
  const cache = byAnalyzer.get(analyzer) ?? new Map();
  byAnalyzer.set(analyzer, cache);
  if (cache.size >= MAX_CACHED_WORDS) cache.clear();
  return cache;
}
