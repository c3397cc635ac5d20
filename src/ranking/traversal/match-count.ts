/**
 * How many documents a query matches: those that contain enough of its terms
 * and pass the filter. Exact, for the price of walking all lists of the query.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { EXHAUSTED } from "../../index/snapshots/index.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkedOptions, type TraversalOptions } from "./hits.ts";
import type { ListedDocuments } from "./listed-documents.ts";
import { countedMatches } from "./matching-documents.ts";

type Counts = Uint8ArrayConstructor | Uint32ArrayConstructor;

/** Counters of each index that was counted in, used again: a million for every query would be a megabyte each. */
const countersOf = new WeakMap<IndexView, Uint8Array | Uint32Array>();

/** A counter of 0 for each document. Counting does not wait for anything, so one array is enough. */
function countsFor(view: IndexView, Counts: Counts): Uint8Array | Uint32Array {
  const known = countersOf.get(view);
  if (known instanceof Counts && known.length === view.documentLimit) return known.fill(0);
  const counters = new Counts(view.documentLimit);
  countersOf.set(view, counters);
  return counters;
}

/** When time runs out, those counted so far. Counting may stop at `most`. */
export function countMatches(
  view: IndexView,
  { clauses }: PreparedQuery,
  {
    most = Infinity,
    ...options
  }: TraversalOptions & { readonly most?: number; readonly fromLists?: ListedDocuments } = {},
): number {
  const { minMatch, filter, limit } = checkedOptions(options);
  const terms = clauses.filter(({ isTerm }) => isTerm);
  const [only] = terms;
  if (only === undefined || minMatch > terms.length) return 0;
  if (terms.length === 1 && filter === undefined) return only.statistics.documentFrequency;
  if (minMatch === 1 && most === Infinity) {
    return countedMatches(view, { clauses: terms }, options);
  }
  const found = countsFor(view, minMatch < 256 ? Uint8Array : Uint32Array);
  let count = 0;
  for (const { open } of terms) {
    const cursor = open();
    for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
      if (limit.count()) return count;
      const now = (found[document] as number) + 1;
      if (now > minMatch) continue;
      found[document] = now;
      if (now === minMatch && filter?.has(document) !== false && ++count >= most) return count;
    }
  }
  return count;
}
