/**
 * Exact top-k by the kernels for a query in which some terms expand to several.
 *
 * The kernels rank with a clause for each of these terms. Matches are concave in the
 * frequency and 0 at 0, so the sum of the terms' matches is never below the match of
 * the sum of their frequencies: each document has a bound at least as large as its
 * score, and exactly its score where it has one of the terms alone. The best by
 * bounds are scored in full. Once the k-th best score reaches the last bound, no
 * other document can enter; until then, more candidates are scored. Boosts grow with
 * the score, so boosted bounds are bounds of boosted scores.
 */

import { defined } from "../../common/defined.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import { scaleMatch } from "../scorers/scale-match.ts";
import type { MultiTerm } from "../syntax/expanded-index.ts";
import { checkOptions, createTopK, type Hits, type TraversalOptions, takeHits } from "./hits.ts";
import { scoreDocuments } from "./score-documents.ts";
import { runTimedBatches } from "./timed-batches.ts";

/** Candidates per hit. */
const CANDIDATES_PER_HIT = 3;
/** Searches for fewer hits have as many candidates as those for this many. */
const MIN_TOP = 10;
const MAX_CANDIDATES = 1 << 14;

/** Bounds are added in another order than scores and may differ by rounding. */
const ROUNDING = 1 + 1e-9;

/**
 * `searchBounds` ranks by the clauses passed to it, or returns undefined. Undefined
 * if the query does not allow this search.
 */
export function searchExpansions(
  view: IndexView,
  prepared: PreparedQuery,
  findMultiTerm: (clause: Clause) => MultiTerm | undefined,
  options: TraversalOptions,
  searchBounds: (prepared: PreparedQuery, options: TraversalOptions) => Hits | undefined,
): Hits | undefined {
  const { minMatch } = checkOptions(options);
  const boost = defined({ boost: prepared.boost });
  const isBounded = prepared.clauses.every(
    ({ isMonotone, isConcave, weight }) => isMonotone === true && isConcave === true && weight >= 0,
  );
  if (!isBounded || prepared.documentPart !== undefined || minMatch > 1) return undefined;
  const bounds: Clause[] = [];
  const exact: Clause[] = [];
  for (const clause of prepared.clauses) {
    const multiTerm = findMultiTerm(clause);
    if (multiTerm?.hasOnlyTerms === false) return undefined;
    exact.push(multiTerm === undefined ? clause : { ...clause, open: () => multiTerm.openUnion() });
    if (multiTerm === undefined) bounds.push(clause);
    else bounds.push(...multiTerm.expansion.map((each) => createTermBound(view, clause, each)));
  }
  return searchCandidates(
    view,
    (candidates) => searchBounds({ clauses: bounds, ...boost }, { ...options, top: candidates }),
    (documents) => scoreDocuments(view, { clauses: exact, ...boost }, documents),
    { ...options, candidatesPerHit: CANDIDATES_PER_HIT },
    bounds.length,
  );
}

/**
 * The best documents by `score`. `searchBounds` returns the best by upper bounds of it, or
 * undefined.
 */
export function searchCandidates(
  view: IndexView,
  searchBounds: (count: number) => Hits | undefined,
  score: (documents: Uint32Array) => Float64Array,
  { candidatesPerHit, ...options }: TraversalOptions & { readonly candidatesPerHit: number },
  clauses: number,
): Hits | undefined {
  const { top, limit } = checkOptions(options);
  let candidateCount = Math.ceil(candidatesPerHit * Math.max(MIN_TOP, top));
  for (; candidateCount <= MAX_CANDIDATES; candidateCount *= 8) {
    const candidates = searchBounds(candidateCount);
    if (candidates === undefined) return undefined;
    const best = createTopK(view, top);
    runTimedBatches(candidates.documents.length, clauses, limit, (from, to) => {
      const batch = candidates.documents.subarray(from, to);
      const scores = score(batch);
      for (const [i, document] of batch.entries()) best.push(document, scores[i] as number);
    });
    const last = (candidates.scores.at(-1) ?? 0) * ROUNDING;
    const isDone = candidates.documents.length < candidateCount || last < best.threshold;
    if (isDone || limit.isOver) return takeHits(best, limit);
  }
  return undefined;
}

/** The clause of one of the terms, on its own. */
function createTermBound(
  view: IndexView,
  clause: Clause,
  { term, factor }: MultiTerm["expansion"][number],
): Clause {
  return {
    ...clause,
    label: term,
    statistics: view.term(term) ?? clause.statistics,
    match: scaleMatch(clause.match, factor),
  };
}
