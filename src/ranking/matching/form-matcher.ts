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
import { allowedEdits } from "./edit-distance.ts";
import type { FormLookup } from "./fetched-forms.ts";
import type { CountedForm, NearForm } from "./form-dictionary.ts";
import { memoryOf, type TermMemory } from "./remembered-terms.ts";

/** Forms of one dictionary that are looked at for each term that is wanted: of more, the most frequent. */
const FORMS_PER_TERM = 10;

/** How much is left of an occurrence with each edit. */
const LEFT_BY_AN_EDIT = 0.5;

/** A term that a word stands for. */
export interface MatchedTerm {
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
interface MatchedForm {
  readonly form: string;
  readonly edits: number;
  readonly factor: number;
}

/** The edits that a word may be away under `fuzzy`: none for one with a digit, which is rarely a slip of the finger. */
export function fuzzyEdits(word: string, most: 0 | 1 | 2): 0 | 1 | 2 {
  return /\p{N}/u.test(word) ? 0 : (Math.min(most, allowedEdits(word.length)) as 0 | 1 | 2);
}

export class FormMatcher {
  readonly #dictionaries: readonly FormLookup[];
  readonly #view: IndexView;
  readonly #analyzer: QueryAnalyzer;
  readonly #known: TermMemory;

  constructor(dictionaries: readonly FormLookup[], view: IndexView, analyzer: QueryAnalyzer) {
    this.#dictionaries = dictionaries;
    this.#view = view;
    this.#analyzer = analyzer;
    this.#known = memoryOf(view, analyzer);
  }

  /** In how many living documents the word itself stands, or another one with its stem. */
  documents(word: string): number {
    const term = this.#analyzer.term(word);
    return term === undefined ? 0 : (this.#view.term(term)?.documentFrequency ?? 0);
  }

  /** The terms that a word stands for, the one with the largest factor first. Incomplete once `limit` is over. */
  terms(word: string, matching: WordMatching, limit: TimeLimit): readonly MatchedTerm[] {
    const { isPrefix, edits, most } = matching;
    const key = `${edits}${isPrefix ? "*" : " "}${most} ${word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const terms = this.#match(word, matching, limit);
    if (!limit.isOver) this.#known.set(key, terms);
    return terms;
  }

  #match(word: string, matching: WordMatching, limit: TimeLimit): MatchedTerm[] {
    const usual = new Map<string, Candidate>();
    const stopped = new Map<string, Candidate>();
    const forms = this.#forms(word, matching, limit);
    for (const matched of this.#view.needLists === undefined ? forms : this.#fetched([...forms])) {
      const { form, edits, factor } = matched;
      const term = this.#analyzer.term(form);
      if (term === undefined || limit.count(COST_OF_A_FORM)) continue;
      const isStopped = form !== word && this.#analyzer.isStopWord?.(form) === true;
      const group = isStopped ? stopped : usual;
      const known = group.get(term);
      if (known !== undefined && known.factor >= factor) continue;
      const documents = this.#view.term(term)?.documentFrequency;
      if (documents !== undefined) group.set(term, { term, factor, edits, documents });
    }
    return chosen(usual.size > 0 ? usual : stopped, matching);
  }

  /** Forms as they are, once what counts the documents of their terms is here. */
  #fetched<T extends { readonly form: string }>(forms: readonly T[]): readonly T[] {
    this.#view.needLists?.(forms.flatMap(({ form }) => this.#analyzer.term(form) ?? []));
    return forms;
  }

  /**
   * Words that begin with `word`, of each stem the most frequent one: the `most`
   * in the most documents. Stop words are left out but for the word itself.
   */
  completions(word: string, most: number, limit: TimeLimit): CompletedWord[] {
    const best = new Map<string, CountedForm>();
    for (const dictionary of this.#dictionaries) {
      for (const found of dictionary.withPrefix(word, FORMS_PER_TERM * most, limit)) {
        const { form, count } = found;
        if (form !== word && this.#analyzer.isStopWord?.(form) === true) continue;
        const term = this.#analyzer.term(form);
        if (term === undefined || limit.count(COST_OF_A_FORM)) continue;
        if (count > (best.get(term)?.count ?? -1)) best.set(term, found);
      }
    }
    return mostFrequent(
      [...best].map(([term, found]) => ({ ...found, term, edits: 0 })),
      this.#view,
      most,
    );
  }

  /** Words that are at most `edits` away, the word itself excepted: the nearest, then those in the most documents. */
  corrections(word: string, edits: number, most: number, limit: TimeLimit): CompletedWord[] {
    const near = this.#dictionaries.flatMap((dictionary) => dictionary.near(word, edits, limit));
    const found = near.flatMap((each) => {
      const term = each.edits === 0 ? undefined : this.#analyzer.term(each.form);
      return term === undefined ? [] : [{ ...each, term }];
    });
    return mostFrequent(found, this.#view, most);
  }

  /**
   * The forms that a word stands for, with their factors, the word itself among
   * them whether it is known or not.
   */
  *#forms(
    word: string,
    { isPrefix, edits, most }: WordMatching,
    limit: TimeLimit,
  ): Generator<MatchedForm> {
    yield { form: word, edits: 0, factor: 1 };
    for (const dictionary of this.#dictionaries) {
      if (isPrefix) {
        for (const { form } of dictionary.withPrefix(word, FORMS_PER_TERM * most, limit)) {
          yield { form, edits: 0, factor: shareTyped(word, form) };
        }
      }
      if (edits === 0) continue;
      for (const { form, edits: away } of dictionary.near(word, edits, limit, { isPrefix })) {
        const share = isPrefix ? shareTyped(word, form) : 1;
        yield { form, edits: away, factor: share * LEFT_BY_AN_EDIT ** away };
      }
    }
  }
}

/** A word that may have been meant. */
export interface CompletedWord {
  readonly form: string;
  /** In how many documents it stands, or another word with its stem. */
  readonly documents: number;
}

/** Each form once, those that no living document has left out: the nearest first, then by documents, then by count. */
function mostFrequent(
  forms: readonly (NearForm & { readonly term: string })[],
  view: IndexView,
  most: number,
): CompletedWord[] {
  const known = new Map<string, NearForm & CompletedWord>();
  view.needLists?.(forms.map(({ term }) => term));
  for (const { term, ...near } of forms) {
    const documents = view.term(term)?.documentFrequency;
    const isBetter = near.count > (known.get(near.form)?.count ?? -1);
    if (documents !== undefined && isBetter) known.set(near.form, { ...near, documents });
  }
  return [...known.values()]
    .sort((a, b) => a.edits - b.edits || b.documents - a.documents || b.count - a.count)
    .slice(0, most)
    .map(({ form, documents }) => ({ form, documents }));
}

/** What it takes to stem a form and look its term up, in postings. */
const COST_OF_A_FORM = 8;

interface Candidate extends MatchedTerm {
  readonly edits: number;
  readonly documents: number;
}

function shareTyped(word: string, form: string): number {
  return form.length > word.length ? word.length / form.length : 1;
}

function chosen(candidates: ReadonlyMap<string, Candidate>, { most }: WordMatching): MatchedTerm[] {
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
