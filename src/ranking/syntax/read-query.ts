/**
 * How a query is read. Any string is valid: without `syntax` it is a list of words;
 * with it, operators are recognised where they are valid and are words elsewhere.
 * Queries of index terms are used unchanged.
 */

import { badArgument } from "../../common/errors.ts";
import { TERM_SEPARATOR } from "../../index/snapshots/index.ts";
import type { SearchView } from "../fields/search-view-cache.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpansionOptions } from "./clause-reader.ts";
import { loadQueryExpansion } from "./load-query-expansion.ts";
import { checkQueryLength } from "./query-limits.ts";
import { withStopWords } from "./query-stop-words.ts";
import { MAX_PIECE_LENGTH, readQueryTerms } from "./query-terms.ts";
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
  { view, analyzer: own }: SearchView,
  { syntax = false, prefix, fuzzy, synonyms, stopWords }: QueryReadingOptions,
  limit: TimeLimit,
): Promise<StructuredQuery> {
  const plain = (terms: readonly string[]): StructuredQuery => {
    return { view, terms, filter: undefined, words: NO_WORDS, phrases: [] };
  };
  if (typeof query !== "string") return plain(query);
  if (own === undefined) throw badArgument("a text query needs a searcher with an analyzer");
  const analyzer = stopWords === undefined ? own : withStopWords(own, stopWords);
  checkQueryLength(query);
  // Long texts are not typed by hand, so their words are not expanded.
  const needsExpansion = prefix === true || (fuzzy ?? false) !== false || synonyms !== undefined;
  const canExpand = needsExpansion && query.length <= MAX_PIECE_LENGTH;
  if (!syntax && !canExpand) return plain(readQueryTerms(analyzer, query, limit));
  const typing = canExpand ? { prefix, fuzzy, synonyms } : {};
  return (await loadQueryExpansion()).readExpandedQuery(query, view, analyzer, {
    syntax,
    limit,
    typing,
  });
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
