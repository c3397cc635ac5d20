/** Match functions that are the same for all terms. */

import type { IndexStatistics, Match, TermScorer } from "./match.ts";

/**
 * Creates the function once per collection instead of once per term, so that a
 * traversal can cache score tables by function.
 */
export function createSharedScorer(
  create: (collection: IndexStatistics) => TermScorer,
): Match["term"] {
  const cache = new WeakMap<IndexStatistics, TermScorer>();
  return (_, collection) => {
    let scorer = cache.get(collection);
    if (scorer === undefined) {
      scorer = create(collection);
      cache.set(collection, scorer);
    }
    return scorer;
  };
}
