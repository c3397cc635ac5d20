/** A ranker turns the terms of a query into clauses over one index. */

import type { IndexView } from "../index/snapshots/index.ts";
import type { Clause, PreparedQuery } from "./prepared-query.ts";
import type { Match } from "./scorers/match.ts";
import type { DocumentFilter } from "./traversal/hits.ts";
import type { TimeLimit } from "./traversal/time-limit.ts";

/** Limits for a ranker that reads documents while it prepares a query. */
export interface Scope {
  /** The only documents that may be read. */
  readonly filter?: DocumentFilter | undefined;
  /** Once it is over, the prepared query is incomplete but safe to run. */
  readonly limit?: TimeLimit;
}

/** A ranking function. */
export interface Ranker {
  /** True if it weights fields. Other rankers read the fields as one text, with equal weights. */
  readonly usesFields?: boolean;
  /**
   * Terms that are not in the index are ignored; a term that occurs twice in the
   * query counts twice. A query without known terms has no clauses.
   */
  prepare(view: IndexView, query: readonly string[], scope?: Scope): Promise<PreparedQuery>;
  /** The same at once, for a ranker that waits for nothing. */
  prepareNow?(view: IndexView, query: readonly string[], scope?: Scope): PreparedQuery;
  /**
   * For a ranker whose scores are sums over single terms: the clause of one occurrence
   * of a term; undefined for a term that does not count.
   */
  prepareTerm?(view: IndexView, term: string): Clause | undefined;
}

/** The weight of each query term, in the order in which scores are added. */
export type QueryBag = ReadonlyMap<string, number>;

/** A ranker that scores each term independently, so that feedback and proximity can build on it. */
export interface BagRanker extends Ranker {
  readonly match: Match;
  prepareBag(view: IndexView, bag: QueryBag, scope?: Scope): PreparedQuery;
}

/** The cost of a term lookup, in postings. */
export const TERM_COST = 16;

/** The number of occurrences of each term, in the order of first appearance. */
export function countTerms(query: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const term of query) bag.set(term, (bag.get(term) ?? 0) + 1);
  return bag;
}
