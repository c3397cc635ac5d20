/** Search within the values of a facet. */

import { checkDeclaredOptions } from "../api/check-options.ts";
import { CALL_RULES, FACET_SEARCH_RULES } from "../api/option-rules.generated.ts";
import type { FacetSearchOptions } from "../api/search-options.ts";
import type { FacetValue } from "../api/search-result.ts";
import { defined } from "../common/defined.ts";
import { badArgument, describeValue } from "../common/errors.ts";
import type { ReadableIndex } from "./readable-index.ts";

/** Most distinct values of a field that are searched. */
export const MAX_SEARCHED_VALUES = 100_000;

/** Words of a value. */
const WORDS = /[\p{L}\p{N}]+/gu;

/** The values of a field that match a text, among the documents of a search. */
export async function searchFacetValues(
  index: ReadableIndex,
  field: string,
  text: string,
  options: FacetSearchOptions,
): Promise<readonly FacetValue[]> {
  checkDeclaredOptions("facetSearch", options, { ...FACET_SEARCH_RULES, ...CALL_RULES });
  const { query = "", filter, limit = 10, signal } = options;
  const { facets = {} } = await index.search(query, {
    facets: { [field]: { limit: MAX_SEARCHED_VALUES } },
    ...defined({ filter, signal }),
    ...{ limit: 0, total: false, didYouMean: false },
  });
  return matchFacetValues(Object.entries(facets[field] ?? {}), text, limit);
}

/**
 * The values in which a word begins with each word of a text, whatever its case and accents: the
 * most frequent first, equally frequent ones in their order. Without a word, all.
 */
export function matchFacetValues(
  counts: readonly (readonly [value: string, count: number])[],
  text: string,
  limit: number,
): readonly FacetValue[] {
  if (typeof text !== "string") {
    throw badArgument(`a search within values needs a text, got ${describeValue(text)}`);
  }
  const prefixes = splitWords(text);
  return counts
    .filter(([value]) => {
      const words = splitWords(value);
      return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)));
    })
    .sort(([, a], [, b]) => b - a)
    .slice(0, limit)
    .map(([value, count]) => ({ value, count }));
}

/** The words of a text in lower case, without accents. */
function splitWords(text: string): readonly string[] {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().match(WORDS) ?? [];
}
