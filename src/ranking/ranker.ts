/** A way to rank: turns the terms of a query into clauses over one index. */

import type { IndexView } from "../index/index-view.ts";
import type { PreparedQuery } from "./prepared-query.ts";
import type { Match } from "./scorers/match.ts";
import type { TimeLimit } from "./traversal/time-limit.ts";

export interface Ranker {
  /**
   * Terms the index does not know are ignored; a term typed twice counts
   * twice. A query of which nothing is known has no clauses. Work stops early
   * when `limit` is over; the query is then incomplete but safe to run.
   */
  prepare(view: IndexView, query: readonly string[], limit: TimeLimit): Promise<PreparedQuery>;
}

/** How much each term of a query counts, in the order in which scores are added. */
export type QueryBag = ReadonlyMap<string, number>;

/** A ranker that looks at each term by itself, so that feedback and proximity can build on it. */
export interface BagRanker extends Ranker {
  readonly match: Match;
  prepareBag(view: IndexView, bag: QueryBag): PreparedQuery;
}

/** How often each term was typed, in the order of first appearance. */
export function countTerms(query: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const term of query) bag.set(term, (bag.get(term) ?? 0) + 1);
  return bag;
}
