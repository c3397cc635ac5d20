/** Limits of one search, so that its cost does not delay others. */

import type { SearchRequest } from "../../src/client/index.ts";
import { badArgument } from "../../src/common/errors.ts";
import { LIMITS } from "./limits.ts";

/** `BAD_ARGUMENT` for too many facets, ranges or conditions. Invalid facets and filters are rejected later. */
export function checkSearchLimits({ facets, filter }: SearchRequest): void {
  if (facets !== undefined) {
    const requests: readonly unknown[] = Object.values(facets ?? {});
    checkCount("facets", requests.length, LIMITS.facets);
    checkCount("ranges of facets", countFacetRanges(requests), LIMITS.facetRanges);
    checkCount("values of facets", countFacetValues(requests), LIMITS.facetValues);
  }
  if (filter !== undefined) checkCount("conditions", countConditions(filter), LIMITS.conditions);
}

function checkCount(label: string, count: number, max: number): void {
  if (count > max) throw badArgument(`a search takes at most ${max} ${label}, got ${count}`);
}

/** The ranges of all facets. */
export function countFacetRanges(facets: readonly unknown[]): number {
  return facets.reduce<number>((sum, facet) => {
    const { ranges } = (facet ?? {}) as { readonly ranges?: unknown };
    return sum + (Array.isArray(ranges) ? ranges.length : 0);
  }, 0);
}

/** The values that all facets may return, those of the default limit not counted. */
function countFacetValues(facets: readonly unknown[]): number {
  return facets.reduce<number>((sum, facet) => {
    const { limit } = (facet ?? {}) as { readonly limit?: unknown };
    return sum + (typeof limit === "number" && limit > 0 ? limit : 0);
  }, 0);
}

/** The conditions of a filter; the values of one `in` are one. */
export function countConditions(filter: unknown): number {
  if (typeof filter !== "object" || filter === null) return 1;
  let count = 0;
  // Without recursion: the depth is not checked yet.
  for (const pending: object[] = [filter]; ; ) {
    const part = pending.pop();
    if (part === undefined) return count;
    for (const [name, value] of Object.entries(part)) {
      if (typeof value !== "object" || value === null || name === "in") count++;
      else pending.push(value);
    }
  }
}
