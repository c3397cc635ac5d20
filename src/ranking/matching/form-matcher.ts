/**
 * What a typed word stands for in an index: the terms of the surface forms that
 * begin with it or are a few edits away, each with a factor by which its
 * occurrences count.
 *
 * The word as it was typed counts 1. A longer form counts by the share of it
 * that was typed (3 of 4 letters: 0.75), and each edit halves. A term counts as
 * its nearest form does. Of more terms than are wanted those in the most
 * documents are taken, for edits those with the fewest first; stop words are
 * taken only where there is nothing else.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { computeMaxEdits } from "./edit-distance.ts";
import { type ExpansionCache, getExpansionCache } from "./expansion-cache.ts";
import type { CountedForm, NearForm } from "./form-dictionary.ts";
import type { FormLookup } from "./remote-forms.ts";

/** Forms of one dictionary that are looked at for each term that is wanted: of more, the most frequent. */
const FORMS_PER_TERM = 10;

/** How much is left of an occurrence with each edit. */
const FACTOR_PER_EDIT = 0.5;

/** A term that a word stands for. */
export interface ExpansionTerm {
  readonly term: string;
  /** How much an occurrence counts, above 0 and at most 1. */
  readonly factor: number;
}

/** How a word may differ from what stands in the documents. */
export interface WordMatching {
  /** Whether it may go on. */
  readonly isPrefix: boolean;
  /** How many edits it may be away. */
  readonly edits: 0 | 1 | 2;
  /** How many terms it may stand for. */
  readonly most: number;
}

/** A form that matches a word. */
interface WeightedForm {
  readonly form: string;
  readonly edits: number;
  readonly factor: number;
}

/** The edits that a word may be away under `fuzzy`: none for one with a digit, which is rarely a slip of the finger. */
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

  /** In how many living documents the word itself stands, or another one with its stem. */
  countDocuments(word: string): number {
    const term = this.#analyzer.term(word);
    return term === undefined ? 0 : (this.#view.term(term)?.documentFrequency ?? 0);
  }

  /** The terms that a word stands for, the one with the largest factor first. Incomplete once `limit` is over. */
  expand(word: string, matching: WordMatching, limit: TimeLimit): readonly ExpansionTerm[] {
    const { isPrefix, edits, most } = matching;
    const key = `${edits}${isPrefix ? "*" : " "}${most} ${word}`;
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const terms = this.#computeExpansion(word, matching, limit);
    if (!limit.isOver) this.#cache.set(key, terms);
    return terms;
  }

  #computeExpansion(word: string, matching: WordMatching, limit: TimeLimit): ExpansionTerm[] {
    const usual = new Map<string, Candidate>();
    const stopped = new Map<string, Candidate>();
    const forms = this.#findForms(word, matching, limit);
    for (const weightedForm of this.#view.needLists === undefined
      ? forms
      : this.#prefetchLists([...forms])) {
      const { form, edits, factor } = weightedForm;
      const term = this.#analyzer.term(form);
      if (term === undefined || limit.count(COST_OF_A_FORM)) continue;
      const isStopped = form !== word && this.#analyzer.isStopWord?.(form) === true;
      const group = isStopped ? stopped : usual;
      const previous = group.get(term);
      if (previous !== undefined && previous.factor >= factor) continue;
      const countDocuments = this.#view.term(term)?.documentFrequency;
      if (countDocuments !== undefined)
        group.set(term, { term, factor, edits, documents: countDocuments });
    }
    return selectExpansion(usual.size > 0 ? usual : stopped, matching);
  }

  /** Forms as they are, once what counts the documents of their terms is here. */
  #prefetchLists<T extends { readonly form: string }>(forms: readonly T[]): readonly T[] {
    this.#view.needLists?.(forms.flatMap(({ form }) => this.#analyzer.term(form) ?? []));
    return forms;
  }

  /**
   * Words that begin with `word`, of each stem the most frequent one: the `most`
   * in the most documents. Stop words are left out but for the word itself.
   */
  findCompletions(word: string, maxCount: number, limit: TimeLimit): WordSuggestion[] {
    const best = new Map<string, CountedForm>();
    for (const dictionary of this.#dictionaries) {
      for (const countedForm of dictionary.withPrefix(word, FORMS_PER_TERM * maxCount, limit)) {
        const { form, count } = countedForm;
        if (form !== word && this.#analyzer.isStopWord?.(form) === true) continue;
        const term = this.#analyzer.term(form);
        if (term === undefined || limit.count(COST_OF_A_FORM)) continue;
        if (count > (best.get(term)?.count ?? -1)) best.set(term, countedForm);
      }
    }
    return selectSuggestions(
      [...best].map(([term, countedForm]) => ({ ...countedForm, term, edits: 0 })),
      this.#view,
      maxCount,
    );
  }

  /** Words that are at most `edits` away, the word itself excepted: the nearest, then those in the most documents. */
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
   * The forms that a word stands for, with their factors, the word itself among
   * them whether it is known or not.
   */
  *#findForms(
    word: string,
    { isPrefix, edits, most }: WordMatching,
    limit: TimeLimit,
  ): Generator<WeightedForm> {
    yield { form: word, edits: 0, factor: 1 };
    for (const dictionary of this.#dictionaries) {
      if (isPrefix) {
        for (const { form } of dictionary.withPrefix(word, FORMS_PER_TERM * most, limit)) {
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

/** A word that may have been meant. */
export interface WordSuggestion {
  readonly form: string;
  /** In how many documents it stands, or another word with its stem. */
  readonly documents: number;
}

/** Each form once, those that no living document has left out: the nearest first, then by documents, then by count. */
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

/** What it takes to stem a form and look its term up, in postings. */
const COST_OF_A_FORM = 8;

interface Candidate extends ExpansionTerm {
  readonly edits: number;
  readonly documents: number;
}

function computePrefixShare(word: string, form: string): number {
  return form.length > word.length ? word.length / form.length : 1;
}

function selectExpansion(
  candidates: ReadonlyMap<string, Candidate>,
  { most }: WordMatching,
): ExpansionTerm[] {
  return [...candidates.values()]
    .sort(
      (a, b) =>
        (b.factor === 1 ? 1 : 0) - (a.factor === 1 ? 1 : 0) ||
        a.edits - b.edits ||
        b.documents - a.documents ||
        (a.term < b.term ? -1 : 1),
    )
    .slice(0, most)
    .sort((a, b) => b.factor - a.factor || (a.term < b.term ? -1 : 1))
    .map(({ term, factor }) => ({ term, factor }));
}
