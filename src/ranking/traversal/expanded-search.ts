/**
 * Exact top-k for a query in which some terms stand for several, by the kernels.
 *
 * The kernels rank with a clause for each of these terms. Matches are concave in
 * the frequency and 0 at 0, so the sum of the terms' matches is never below the
 * match of the sum of their frequencies: each document has a bound at least as
 * large as its score, and exactly its score where it has one of the terms alone.
 * The best by bounds are scored in full. Once the k-th best score reaches the
 * last bound, no other document can enter; until then, more are looked at.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { scaledMatch } from "../scorers/scaled-match.ts";
import type { AddedTerm } from "../syntax/expanded-index.ts";
import { scoreDocuments } from "./given-documents.ts";
import {
  bestDocuments,
  checkedOptions,
  type Hits,
  type TraversalOptions,
  takeHits,
} from "./hits.ts";
import { timedBatches } from "./timed-batches.ts";

/** Documents looked at for each hit that is wanted, at least and at most so many. */
const LOOKED_AT_PER_HIT = 2;
const FEWEST_LOOKED_AT = 32;
const MOST_LOOKED_AT = 1 << 14;

/** Bounds are added in another order than scores and may differ by rounding. */
const ROUNDING = 1 + 1e-9;

/**
 * `searchBounds` ranks by the clauses that are given to it, or returns undefined.
 * Undefined where the query is not of the kind that this can do.
 */
export function expandedSearch(
  view: IndexView,
  prepared: PreparedQuery,
  addedOf: (clause: Clause) => AddedTerm | undefined,
  options: TraversalOptions,
  searchBounds: (prepared: PreparedQuery, options: TraversalOptions) => Hits | undefined,
): Hits | undefined {
  const { top, minMatch, limit } = checkedOptions(options);
  const isBounded = prepared.clauses.every(
    ({ isMonotone, isConcave, weight }) => isMonotone === true && isConcave === true && weight >= 0,
  );
  if (!isBounded || prepared.documentPart !== undefined || minMatch > 1) return undefined;
  const bounds: Clause[] = [];
  const exact: Clause[] = [];
  for (const clause of prepared.clauses) {
    const added = addedOf(clause);
    if (added?.isOfTerms === false) return undefined;
    exact.push(added === undefined ? clause : { ...clause, open: () => added.union() });
    if (added === undefined) bounds.push(clause);
    else bounds.push(...added.matched.map((each) => termBound(view, clause, each)));
  }
  let looked = Math.max(FEWEST_LOOKED_AT, LOOKED_AT_PER_HIT * top);
  for (; looked <= MOST_LOOKED_AT; looked *= 8) {
    const found = searchBounds({ clauses: bounds }, { ...options, top: looked });
    if (found === undefined) return undefined;
    const best = bestDocuments(view, top);
    timedBatches(found.documents.length, bounds.length, limit, (from, to) => {
      const batch = found.documents.subarray(from, to);
      const scores = scoreDocuments(view, { clauses: exact }, batch);
      for (const [i, document] of batch.entries()) best.push(document, scores[i] as number);
    });
    const last = (found.scores.at(-1) ?? 0) * ROUNDING;
    const isDone = found.documents.length < looked || last < best.threshold;
    if (isDone || limit.isOver) return takeHits(best, limit);
  }
  return undefined;
}

/** The clause of one of the terms, as if it stood alone. */
function termBound(
  view: IndexView,
  clause: Clause,
  { term, factor }: AddedTerm["matched"][number],
): Clause {
  return {
    ...clause,
    label: term,
    statistics: view.term(term) ?? clause.statistics,
    match: scaledMatch(clause.match, factor),
  };
}
