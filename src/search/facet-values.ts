/** Search within the values of a facet. */

import { checkDeclaredOptions } from "../api/check-options.ts";
import { CALL_RULES, FACET_SEARCH_RULES } from "../api/option-rules.generated.ts";
import type { FacetSearchOptions } from "../api/search-options.ts";
import type { FacetValue } from "../api/search-result.ts";
import { defined } from "../common/defined.ts";
import { badArgument, describeValue, TermwiseError } from "../common/errors.ts";
import { readClock } from "../common/monotonic-clock.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";
import type { ReadableIndex } from "./readable-index.ts";

/** Most distinct values of a field that are searched. */
export const MAX_SEARCHED_VALUES = 100_000;

/** Words of a value. */
const WORDS = /[\p{L}\p{N}]+/gu;

/**
 * The values of a field that match a text, among the documents of a search. `UNAVAILABLE` if they
 * are not counted and compared within the timeout.
 */
export async function searchFacetValues(
  index: ReadableIndex,
  field: string,
  text: string,
  options: FacetSearchOptions,
): Promise<readonly FacetValue[]> {
  checkDeclaredOptions("facetSearch", options, { ...FACET_SEARCH_RULES, ...CALL_RULES });
  const { query = "", filter, limit = 10, timeout, signal } = options;
  const time = new TimeLimit(timeout === undefined ? Infinity : readClock() + timeout, readClock);
  const { facets = {}, isPartial } = await index.search(query, {
    facets: { [field]: { limit: MAX_SEARCHED_VALUES } },
    ...defined({ filter, timeout, signal }),
    ...{ limit: 0, total: false, didYouMean: false },
  });
  if (isPartial) throw createLateError();
  return matchFacetValues(Object.entries(facets[field] ?? {}), text, limit, time);
}

/** The clock of a search within values. */
export interface ValueSearchTime {
  /** Counts units of work and returns whether time is up. */
  count(units?: number): boolean;
}

/** What it costs to divide a value into words, in characters. */
const VALUE_COST = 64;

/**
 * The values in which a word begins with each word of a text, whatever its case and accents: the
 * most frequent first, equally frequent ones in their order. Without a word, all. `UNAVAILABLE` if
 * time is up before all values are compared.
 */
export function matchFacetValues(
  counts: readonly (readonly [value: string, count: number])[],
  text: string,
  limit: number,
  time?: ValueSearchTime,
): readonly FacetValue[] {
  if (typeof text !== "string") {
    throw badArgument(`a search within values needs a text, got ${describeValue(text)}`);
  }
  const prefixes = selectPrefixes(splitWords(text));
  return counts
    .filter(([value]) => {
      const words = splitWords(value);
      if (time?.count(VALUE_COST + value.length) === true) throw createLateError();
      return prefixes.every((prefix) => {
        if (time?.count(words.length) === true) throw createLateError();
        return words.some((word) => word.startsWith(prefix));
      });
    })
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([value, count]) => ({ value, count }));
}

function createLateError(): TermwiseError {
  return new TermwiseError("UNAVAILABLE", "the search within values took too long");
}

/** Without those that another word begins with: they say nothing more. */
function selectPrefixes(words: readonly string[]): readonly string[] {
  const sorted = [...new Set(words)].sort();
  return sorted.filter((word, i) => sorted[i + 1]?.startsWith(word) !== true);
}

/** The words of a text in lower case, without accents. */
function splitWords(text: string): readonly string[] {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().match(WORDS) ?? [];
}
