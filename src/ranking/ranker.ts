/** A way to rank: turns the terms of a query into clauses over one index. */

import type { IndexView } from "../index/snapshots/index.ts";
import type { PreparedQuery } from "./prepared-query.ts";
import type { Match } from "./scorers/match.ts";
import type { DocumentFilter } from "./traversal/hits.ts";
import type { TimeLimit } from "./traversal/time-limit.ts";

/** Limits for a ranker that reads documents while it prepares a query. */
export interface Scope {
  /** The only documents that may be read. */
  readonly filter?: DocumentFilter | undefined;
  /** Once it has passed, the prepared query is incomplete but safe to run. */
  readonly limit?: TimeLimit;
}

/** A way to rank. */
export interface Ranker {
  /** It weighs fields. Other rankers read the fields as one text, in which each counts the same. */
  readonly usesFields?: boolean;
  /**
   * Terms the index does not know are ignored; a term typed twice counts
   * twice. A query without known terms has no clauses.
   */
  prepare(view: IndexView, query: readonly string[], scope?: Scope): Promise<PreparedQuery>;
}

/** The weight of each query term, in the order in which scores are added. */
export type QueryBag = ReadonlyMap<string, number>;

/** A ranker that scores each term independently, so that feedback and proximity can build on it. */
export interface BagRanker extends Ranker {
  readonly match: Match;
  prepareBag(view: IndexView, bag: QueryBag, scope?: Scope): PreparedQuery;
}

/** What it takes to look a term up, in postings. */
export const COST_OF_A_TERM = 16;

/** How often each term was typed, in the order of first appearance. */
export function countTerms(query: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const term of query) bag.set(term, (bag.get(term) ?? 0) + 1);
  return bag;
}
