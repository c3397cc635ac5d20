/**
 * How a query is read. Any string is valid: without `syntax` it is a list of words;
 * with it, operators are recognised where they are valid and are words elsewhere.
 * Queries of index terms are used unchanged.
 */

import { badArgument } from "../../common/errors.ts";
import { TERM_SEPARATOR } from "../../index/snapshots/index.ts";
import type { SearchView } from "../fields/search-view-cache.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpansionOptions } from "./clause-reader.ts";
import { loadQueryExpansion } from "./load-query-expansion.ts";
import { checkQueryLength } from "./query-limits.ts";
import type { StructuredQuery } from "./structured-query.ts";

/** How the words of a query are read. */
export interface QueryReadingOptions extends ExpansionOptions {
  /** Whether "phrase", +must, -not, prefix* and fuzzy~ are operators in a text query. */
  readonly syntax?: boolean;
}

/** Used for queries of index terms, whose terms are their words. */
const NO_WORDS: ReadonlyMap<string, number> = new Map();

/** Reads a query for the index that is searched. `BAD_ARGUMENT` for a text without an analyzer. */
export async function readQuery(
  query: string | readonly string[],
  searchView: SearchView,
  options: QueryReadingOptions,
  limit: TimeLimit,
): Promise<StructuredQuery> {
  const plain = readPlainQuery(query, searchView, options, limit);
  if (plain !== undefined) return plain;
  const { syntax = false, prefix, fuzzy, synonyms, stopWords } = options;
  const typing = canExpand(query, options) ? { prefix, fuzzy, synonyms } : {};
  return (await loadQueryExpansion()).readExpandedQuery(
    query as string,
    searchView.view,
    getAnalyzer(searchView, stopWords),
    { syntax, limit, typing },
  );
}

/** Reads a query that is a list of words or terms; undefined for one with operators or expansions. */
export function readPlainQuery(
  query: string | readonly string[],
  searchView: SearchView,
  options: QueryReadingOptions,
  limit: TimeLimit,
): StructuredQuery | undefined {
  let terms = query as readonly string[];
  if (typeof query === "string") {
    const analyzer = getAnalyzer(searchView, options.stopWords);
    checkQueryLength(query);
    if (options.syntax === true || canExpand(query, options)) return undefined;
    terms = readQueryTerms(analyzer, query, limit);
  }
  return { view: searchView.view, terms, filter: undefined, words: NO_WORDS, phrases: [] };
}

function getAnalyzer(
  { analyzer }: SearchView,
  stopWords: readonly string[] | undefined,
): QueryAnalyzer {
  if (analyzer === undefined) {
    throw badArgument("a text query needs a searcher with an analyzer");
  }
  return stopWords === undefined ? analyzer : withStopWords(analyzer, stopWords);
}

/** Long texts are not typed by hand, so their words are not expanded. */
function canExpand(
  { length }: string | readonly string[],
  { prefix, fuzzy, synonyms }: QueryReadingOptions,
): boolean {
  const isRequested = prefix === true || (fuzzy ?? false) !== false || synonyms !== undefined;
  return isRequested && length <= MAX_PIECE_LENGTH;
}

/** The words of a query with their weights, also as fields with other analyzers read them. */
export function collectWords({ words, terms }: StructuredQuery): ReadonlyMap<string, number> {
  const weights = words === NO_WORDS ? new Map(terms.map((term) => [term, 1])) : words;
  return splitFieldTerms(weights);
}

/** Words, with their terms in fields that have other analyzers. */
function splitFieldTerms(words: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = new Map(words);
  for (const [word, weight] of words) {
    if (!word.includes(TERM_SEPARATOR)) continue;
    for (const term of word.split(TERM_SEPARATOR)) if (term !== "") all.set(term, weight);
  }
  return all;
}

const analyzerCache = new WeakMap<readonly string[], WeakMap<QueryAnalyzer, QueryAnalyzer>>();

/**
 * The analyzer with more stop words, which may differ from query to query; the same
 * object for the same list.
 */
function withStopWords(analyzer: QueryAnalyzer, words: readonly string[]): QueryAnalyzer {
  const byAnalyzer = analyzerCache.get(words) ?? new WeakMap<QueryAnalyzer, QueryAnalyzer>();
  analyzerCache.set(words, byAnalyzer);
  const cached = byAnalyzer.get(analyzer);
  if (cached !== undefined) return cached;
  const stopForms = new Set(
    words.flatMap((word) => analyzer.tokenise(word).map(({ text }) => text)),
  );
  const isStopWord = (form: string): boolean =>
    stopForms.has(form) || analyzer.isStopWord?.(form) === true;
  const term = (form: string): string | undefined => analyzer.term(form);
  const extendedAnalyzer: QueryAnalyzer = {
    term,
    isStopWord,
    tokenise: (text) => analyzer.tokenise(text),
    terms: (text) => {
      const forms = analyzer.tokenise(text).map((token) => token.text);
      const contentTerms = forms
        .filter((form) => !isStopWord(form))
        .flatMap((form) => term(form) ?? []);
      return contentTerms.length > 0 ? contentTerms : forms.flatMap((form) => term(form) ?? []);
    },
  };
  byAnalyzer.set(analyzer, extendedAnalyzer);
  return extendedAnalyzer;
}

/** In UTF-16 units: a piece takes about a millisecond to read. */
export const MAX_PIECE_LENGTH = 4096;

/**
 * The terms of a text query, read a piece at a time, so that a deadline can end it.
 * Incomplete once `limit` is over.
 */
export function readQueryTerms(
  analyzer: Pick<QueryAnalyzer, "terms">,
  query: string,
  limit: TimeLimit,
): readonly string[] {
  if (query.length <= MAX_PIECE_LENGTH) return analyzer.terms(query);
  const terms: string[] = [];
  for (const piece of splitPieces(query)) {
    if (limit.count(piece.length)) break;
    for (const term of analyzer.terms(piece)) terms.push(term);
  }
  return terms;
}

/** The text split after white space, which no word contains. */
function* splitPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const space = /\s/g;
    space.lastIndex = start + MAX_PIECE_LENGTH;
    const end = space.exec(text)?.index ?? text.length;
    yield text.slice(start, end);
    start = end;
  }
}
