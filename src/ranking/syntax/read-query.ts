/**
 * How a query is read. Any string is one: without `syntax` a list of words; with
 * it, operators are recognised where they are valid and are words elsewhere.
 * Terms of the index are taken as they are.
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

/** How the words of a query are understood. */
export interface QueryReadingOptions extends ExpansionOptions {
  /** Whether "phrase", +must, -not, prefix* and fuzzy~ are operators in a text query. */
  readonly syntax?: boolean;
}

/** In place of the words of a query that is terms of the index, which are its words. */
const NO_WORDS: ReadonlyMap<string, number> = new Map();

/** What a query asks for in the index that is searched. `BAD_ARGUMENT` for a text without an analyzer. */
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
  // Nobody types a query of many pages.
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

/** The words of a query, each with how much it counts, also as fields read them that read differently. */
export function collectWords({ words, terms }: StructuredQuery): ReadonlyMap<string, number> {
  const weights = words === NO_WORDS ? new Map(terms.map((term) => [term, 1])) : words;
  return splitFieldTerms(weights);
}

/** Words with what each is in fields that are read differently. */
function splitFieldTerms(words: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = new Map(words);
  for (const [word, weight] of words) {
    if (!word.includes(TERM_SEPARATOR)) continue;
    for (const term of word.split(TERM_SEPARATOR)) if (term !== "") all.set(term, weight);
  }
  return all;
}
