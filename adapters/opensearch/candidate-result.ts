/**
 * The result of a search among candidates: what is exact, and what the cluster has counted.
 */

import type { SearchOptions } from "../../src/api/search-options.ts";
import type { SearchResult } from "../../src/api/search-result.ts";
import { defined } from "../../src/common/defined.ts";
import { type FoundCandidates, MAX_CANDIDATES } from "./find-candidates.ts";
import type { PublishedRecord } from "./published-record.ts";

/** Relative error of a sum of scores. */
const TOLERANCE = 1e-6;

/** A result without its duration. */
export type UntimedResult = Omit<SearchResult, "took">;

/** The result of the local code, with what only the cluster has seen. */
export function describeResult(
  result: UntimedResult,
  found: FoundCandidates,
  about: {
    /** Whether the cluster matched the documents of the search, and no others. */
    readonly isExact: boolean;
    /** Whether no other document belongs to the page. */
    readonly isProved: boolean;
    readonly options: SearchOptions;
  },
): UntimedResult {
  const { isExact, isProved, options } = about;
  const count = found.documents.length;
  const isPartial = result.isPartial || found.isPartial;
  if (found.isComplete) {
    return { ...result, isPartial, candidates: { count, isComplete: true } };
  }
  const hasCounts = found.facets !== undefined && isExact;
  const limited: string[] = [];
  if (!isProved) limited.push("hits");
  if (options.distinct !== undefined) limited.push("distinct");
  if (!isExact) limited.push("total");
  if (options.facets !== undefined && !hasCounts) limited.push("facets");
  const { facets: ownFacets, facetStats: ownStats, ...rest } = result;
  const facets = hasCounts ? found.facets : ownFacets;
  const facetStats = hasCounts ? found.facetStats : ownStats;
  return {
    ...rest,
    ...countTotal(result, found.total, isExact, options.total),
    ...defined({ facets, facetStats }),
    isPartial,
    candidates: { count, isComplete: false, ...(limited.length > 0 ? { limited } : {}) },
  };
}

/** Whether impacts bound the scores of the ranker of a search. */
export function isProvable(
  record: PublishedRecord,
  options: SearchOptions,
  isPlain: boolean,
): boolean {
  const { sort, boost, weights, distinct, ranker = record.ranker, rerank } = options;
  const { quantisation } = record;
  const hasBound = quantisation !== undefined && quantisation.worstLength === undefined;
  const isOwn = ranker === record.ranker && !record.ranker.includes("k3");
  const others = [weights, boost, sort, distinct, rerank];
  return isPlain && hasBound && isOwn && others.every((each) => each === undefined);
}

/**
 * Whether no other document can be on a page that ends with a score. `weight` is the number of words
 * of the query, each as often as it occurs; `end` the rank of the last hit.
 */
export function isPageProved(
  { quantisation }: PublishedRecord,
  { nextImpact, hasWhole }: FoundCandidates,
  lastScore: number | undefined,
  { weight, end }: { readonly weight: number; readonly end: number },
): boolean {
  if (quantisation === undefined || !hasWhole || end > MAX_CANDIDATES) return false;
  const step = quantisation.largest / (2 ** quantisation.bits - 1);
  const bound = step * (nextImpact + weight / 2) * (1 + TOLERANCE);
  return lastScore !== undefined && lastScore > bound;
}

/**
 * Whether a page that the cluster has sorted is complete: documents with the same values are in the
 * order of their scores, which the cluster has rounded.
 */
export function isSortedPageProved(
  { lastTies }: FoundCandidates,
  { hits }: UntimedResult,
  limit: number,
): boolean {
  return limit === 0 || (hits.length > 0 && hits.every(({ id }) => !lastTies.has(id)));
}

/** The number of matches, counted by the cluster up to the maximum that the search sets. */
function countTotal(
  { total: own, isLowerBound }: Pick<SearchResult, "total" | "isLowerBound">,
  total: number,
  isExact: boolean,
  option: SearchOptions["total"] = true,
): Pick<SearchResult, "total" | "isLowerBound"> {
  if (!isExact || isLowerBound === true) return { total: own, isLowerBound: true };
  if (typeof option === "number" && total > option) return { total: option, isLowerBound: true };
  return { total };
}

/** Whether scores decide the order of sorted hits. */
export function usesScore({ sort, boost }: SearchOptions): boolean {
  const keys = sort === undefined ? [] : [sort].flat();
  return boost !== undefined || keys.some((key) => JSON.stringify(key).includes("score"));
}

/** The number of hits before a cursor; 0 for a text that is none, which the search then refuses. */
export function readCursorCount(after: string): number {
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, "base64url").toString("utf8"));
    const count: unknown = Array.isArray(parts) ? parts.at(-1) : undefined;
    return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : 0;
  } catch {
    return 0;
  }
}
