/**
 * How a query is read. Any string is one: without `syntax` a list of words; with
 * it, operators are recognised where they are valid and are words elsewhere.
 * Terms of the index are taken as they are.
 */

import { badArgument } from "../../common/errors.ts";
import { BETWEEN_TERMS } from "../../index/snapshots/index.ts";
import type { SearchedView } from "../fields/searched-views.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { loadTyped } from "./load-typed.ts";
import { checkQueryLength } from "./query-limits.ts";
import { withStopWords } from "./query-stop-words.ts";
import { LONGEST_PIECE, queryTerms } from "./query-terms.ts";
import type { TypingOptions } from "./query-words.ts";
import type { StructuredQuery } from "./structured-query.ts";

/** How the words of a query are understood. */
export interface QueryReadingOptions extends TypingOptions {
  /** Whether "phrase", +must, -not, prefix* and fuzzy~ are operators in a text query. */
  readonly syntax?: boolean;
}

/** In place of the words of a query that is terms of the index, which are its words. */
const NO_WORDS: ReadonlyMap<string, number> = new Map();

/** What a query asks for in the index that is searched. `BAD_ARGUMENT` for a text without an analyzer. */
export async function readQuery(
  query: string | readonly string[],
  { view, analyzer: own }: SearchedView,
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
  const isTyping = prefix === true || (fuzzy ?? false) !== false || synonyms !== undefined;
  const isTyped = isTyping && query.length <= LONGEST_PIECE;
  if (!syntax && !isTyped) return plain(queryTerms(analyzer, query, limit));
  const typing = isTyped ? { prefix, fuzzy, synonyms } : {};
  return (await loadTyped()).readTyped(query, view, analyzer, { syntax, limit, typing });
}

/** The words of a query, each with how much it counts, also as fields read them that read differently. */
export function wordsOf({ words, terms }: StructuredQuery): ReadonlyMap<string, number> {
  const known = words === NO_WORDS ? new Map(terms.map((term) => [term, 1])) : words;
  return inAllFields(known);
}

/** Words with what each is in fields that are read differently. */
function inAllFields(words: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = new Map(words);
  for (const [word, weight] of words) {
    if (!word.includes(BETWEEN_TERMS)) continue;
    for (const term of word.split(BETWEEN_TERMS)) if (term !== "") all.set(term, weight);
  }
  return all;
}
