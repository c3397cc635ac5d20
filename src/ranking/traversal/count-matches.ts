/**
 * Counts the documents that a query matches: those that contain enough of its terms
 * and pass the filter. Exact; reads all lists of the query.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { EXHAUSTED } from "../../index/snapshots/index.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkOptions, type TraversalOptions } from "./hits.ts";
import { countMatchingDocuments } from "./matching-documents.ts";
import type { StoredListReader } from "./stored-lists.ts";

type CounterArray = Uint8ArrayConstructor | Uint32ArrayConstructor;

/** Counters of each index, reused: a million per query would be a megabyte each. */
const counterCache = new WeakMap<IndexView, Uint8Array | Uint32Array>();

/** A zeroed counter for each document. Counting is synchronous, so one array is enough. */
function takeCounters(view: IndexView, Counts: CounterArray): Uint8Array | Uint32Array {
  const cached = counterCache.get(view);
  if (cached instanceof Counts && cached.length === view.documentLimit) return cached.fill(0);
  const counters = new Counts(view.documentLimit);
  counterCache.set(view, counters);
  return counters;
}

/** When time runs out, the count so far. Counting may stop at `maxCount`. */
export function countMatches(
  view: IndexView,
  { clauses }: PreparedQuery,
  {
    maxCount = Infinity,
    ...options
  }: TraversalOptions & { readonly maxCount?: number; readonly fromLists?: StoredListReader } = {},
): number {
  const { minMatch, filter, limit } = checkOptions(options);
  const terms = clauses.filter(({ isTerm }) => isTerm);
  const [onlyTerm] = terms;
  if (onlyTerm === undefined || minMatch > terms.length) return 0;
  // The frequency of an expansion is a sum over words that share documents.
  if (terms.length === 1 && filter === undefined && !("plain" in view)) {
    return onlyTerm.statistics.documentFrequency;
  }
  if (minMatch === 1 && maxCount === Infinity) {
    return countMatchingDocuments(view, { clauses: terms }, options);
  }
  const termCounts = takeCounters(view, minMatch < 256 ? Uint8Array : Uint32Array);
  let count = 0;
  for (const { open } of terms) {
    const cursor = open();
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      if (limit.count()) return count;
      const newCount = (termCounts[document] as number) + 1;
      if (newCount > minMatch) continue;
      termCounts[document] = newCount;
      if (newCount === minMatch && filter?.has(document) !== false && ++count >= maxCount)
        return count;
    }
  }
  return count;
}
