/** Search within the values of a facet. */

import type { FacetValue } from "../api/search-result.ts";
import { badArgument, describeValue } from "../common/errors.ts";

/** Most distinct values of a field that are searched. */
export const MAX_SEARCHED_VALUES = 100_000;

/** Words of a value. */
const WORDS = /[\p{L}\p{N}]+/gu;

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
