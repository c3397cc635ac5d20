/**
 * How many documents a query matches: those that contain enough of its terms
 * and pass the filter. Exact, for the price of walking all lists of the query.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { EXHAUSTED } from "../../index/snapshots/index.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import { checkedOptions, type TraversalOptions } from "./hits.ts";

/** When time runs out, those counted so far. Counting may stop at `most`. */
export function countMatches(
  view: IndexView,
  { clauses }: PreparedQuery,
  { most = Infinity, ...options }: TraversalOptions & { readonly most?: number } = {},
): number {
  const { minMatch, filter, limit } = checkedOptions(options);
  const terms = clauses.filter(({ isTerm }) => isTerm);
  const [only] = terms;
  if (only === undefined || minMatch > terms.length) return 0;
  if (terms.length === 1 && filter === undefined) return only.statistics.documentFrequency;
  const Counts = minMatch < 256 ? Uint8Array : Uint32Array;
  const found = new Counts(view.documentLimit);
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
