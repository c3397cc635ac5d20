/**
 * Exact top-k by the kernels for a query with words that expand to several terms and are searched
 * often, as the first letters of frequent words are: the lists of such a word are merged into one
 * and kept (matching/merged-list-cache.ts), so that it costs about as much as any other word.
 *
 * A merged list holds the frequencies that a plain traversal adds up, rounded up, so that scores by
 * it are upper bounds. The best by bounds are scored as in a plain traversal.
 */

import { defined } from "../../common/defined.ts";
import { TermwiseError } from "../../common/errors.ts";
import { boostScore, type DocumentBoost } from "../boost-score.ts";
import { getMergedListCache } from "../matching/merged-list-cache.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import type { ExpandedIndex } from "../syntax/expanded-index.ts";
import { checkOptions, type Hits, type TraversalOptions } from "./hits.ts";
import { type BoundClause, boundClause } from "./merged-clauses.ts";
import { searchCandidates } from "./search-expansions.ts";

/** Bounds are tight. */
const CANDIDATES_PER_HIT = 1.6;

/**
 * Undefined if a word that expands has no merged lists, if there is no memory for them, or if the
 * query does not allow this search.
 */
export function searchMerged(
  view: ExpandedIndex,
  { clauses, documentPart, boost }: PreparedQuery,
  options: TraversalOptions,
  searchBounds: (prepared: PreparedQuery, options: TraversalOptions) => Hits | undefined,
): Hits | undefined {
  const { minMatch, limit } = checkOptions(options);
  if (minMatch > 1 || documentPart !== undefined || view.weights !== undefined) return undefined;
  if (view.fields === undefined) return undefined;
  const [first] = view.fields;
  if (first !== undefined) getMergedListCache((first.view as ExpandedIndex).plain)?.begin();
  const bounds = clauses.map((clause) => boundClause(clause, limit));
  if (!bounds.every((each) => each !== undefined)) return undefined;
  const prepared = { clauses: bounds.map(({ clause }) => clause), ...defined({ boost }) };
  try {
    return searchCandidates(
      view,
      (top) => searchBounds(prepared, { ...options, top }),
      (documents) => scoreBounded(bounds, documents, boost),
      { ...options, candidatesPerHit: CANDIDATES_PER_HIT },
      clauses.length,
    );
  } catch (error) {
    // The memory of the kernels is full; the terms have their lists there already.
    if (error instanceof TermwiseError && error.code === "LIMIT_EXCEEDED") return undefined;
    throw error;
  }
}

/** The scores of documents that the bounds have been computed for, added as in a plain traversal. */
function scoreBounded(
  clauses: readonly BoundClause[],
  documents: Uint32Array,
  boost: DocumentBoost | undefined,
): Float64Array {
  return Float64Array.from(documents, (document) => {
    let score = 0;
    for (const { clause, findMatch } of clauses) {
      const match = findMatch(document);
      if (match !== undefined) score += clause.weight * match;
    }
    return boost === undefined ? score : boostScore(boost, document, score);
  });
}
