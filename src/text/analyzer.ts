/**
 * Analyses a text in one pass and provides two views of it.
 *
 * The neural view is the sequence of surface forms. The classical view maps each surface form to an
 * index term, or to undefined if it is a stop word. The term depends on the form alone, so it is
 * computed once per form.
 */

import { refusePart } from "../common/bundle-parts.ts";
import { quote } from "../common/errors.ts";
import {
  type AnalyzerOptions,
  type CompleteAnalyzerOptions,
  completeOptions,
} from "./analyzer-options.ts";
import { isEmoji } from "./character-kind.ts";
import { normaliseText } from "./normalise-text.ts";
import { openStemmer, type Stemmer } from "./stemmer.ts";
import { SHORT_STOP_LIST, type StopListName } from "./stop-words.ts";
import { Tokeniser } from "./tokeniser.ts";
import { type Token, Tokens } from "./tokens.ts";

/** Size of the cache of terms. A full cache is cleared, so that hostile queries cannot fill memory. */
const MAX_CACHED_TERMS = 1 << 17;

/** Single letters with periods, such as u.s.a. */
const ACRONYM = /^\p{L}(?:\.\p{L})+\.?$/u;

/** Creates an analyzer. The same options always produce the same tokens and terms. */
export async function openAnalyzer(options: AnalyzerOptions = {}): Promise<Analyzer> {
  const complete = completeOptions(options);
  const stopWords = await loadStopWords(complete.stopWords);
  return new Analyzer(complete, await openStemmer(complete.stemmer), stopWords);
}

/** Turns texts into tokens and terms. */
export class Analyzer {
  /** All options, defaults included: plain data to store beside an index. */
  readonly options: CompleteAnalyzerOptions;
  readonly #tokeniser: Tokeniser;
  readonly #stemmer: Stemmer;
  readonly #stopWords: ReadonlySet<string>;
  readonly #termCache = new Map<string, string | undefined>();
  /** Reused by `terms`. */
  readonly #queryTokens = new Tokens();

  /** Use `openAnalyzer`. */
  constructor(options: CompleteAnalyzerOptions, stemmer: Stemmer, stopWords: readonly string[]) {
    const { foldAccents: fold } = options;
    this.options = Object.freeze(structuredClone(options));
    this.#tokeniser = new Tokeniser(options);
    this.#stemmer = stemmer;
    this.#stopWords = new Set(stopWords.map((word) => normaliseText(word, { fold }).text));
  }

  /** The surface tokens of `text`, written over the contents of `into`. */
  read(text: string, into?: Tokens): Tokens {
    return this.#tokeniser.read(text, into);
  }

  /** The surface tokens of `text`, one object each. */
  tokenise(text: string): Token[] {
    return this.#tokeniser.tokenise(text);
  }

  /** The index term of a surface form; undefined if the form is not indexed. */
  term(form: string): string | undefined {
    const cached = this.#termCache.get(form);
    if (cached !== undefined || this.#termCache.has(form)) return cached;
    const computed = this.computeTerm(form);
    const term = computed === undefined ? undefined : copyString(computed);
    if (this.#termCache.size >= MAX_CACHED_TERMS) this.#termCache.clear();
    this.#termCache.set(copyString(form), term);
    return term;
  }

  /**
   * The same as `term`, for callers that ask for each form once. Stop words are looked up before
   * stemming. Punctuation is not indexed.
   */
  computeTerm(form: string): string | undefined {
    if (this.#stopWords.has(form) && this.options.indexStopWords !== true) return undefined;
    const first = form.charCodeAt(0);
    if (first >= 0x61 && first <= 0x7a && !form.includes(".")) return this.#stemmer(form);
    if (ACRONYM.test(form)) return form.replaceAll(".", "");
    if (/^\p{L}/u.test(form)) return this.#stemmer(form);
    if (/[\p{L}\p{N}]/u.test(form)) return form;
    return this.options.emoji === true && isEmoji(form) ? form : undefined;
  }

  /** Whether a surface form is on the stop list, indexed or not. */
  isStopWord(form: string): boolean {
    return this.#stopWords.has(form);
  }

  /**
   * The index terms of `text` in order, without stop words; for a text of stop words alone, those
   * that are indexed.
   */
  terms(text: string): string[] {
    const tokens = this.read(text, this.#queryTokens);
    const terms: string[] = [];
    const stopped: string[] = [];
    for (let i = 0; i < tokens.count; i++) {
      const form = tokens.form(i);
      const term = this.term(form);
      if (term !== undefined) (this.isStopWord(form) ? stopped : terms).push(term);
    }
    return terms.length > 0 ? terms : stopped;
  }
}

/** A copy of a form that does not keep the sliced text alive. */
function copyString(form: string): string {
  return form.split("").join("");
}

/** The words to leave out. The longer lists and those of other languages are loaded on demand. */
async function loadStopWords(list: StopListName | readonly string[]): Promise<readonly string[]> {
  if (typeof list !== "string") return list;
  if (list === "none") return [];
  if (list === "english-short") return SHORT_STOP_LIST;
  const { STOP_LISTS } = await import("./stop-lists.ts");
  return STOP_LISTS[list] ?? refusePart("TERMWISE_ENGLISH", `the stop list ${quote(list)}`);
}
