/** Match functions that are the same for all terms. */

import type { Match, MatchStatistics, TermScorer } from "./match.ts";

/**
 * Creates the function once per collection instead of once per term, so that a
 * traversal can cache score tables by function.
 */
export function createSharedScorer(
  create: (collection: MatchStatistics) => TermScorer,
): Match["term"] {
  const cache = new WeakMap<MatchStatistics, TermScorer>();
  return (_, collection) => {
    let scorer = cache.get(collection);
    if (scorer === undefined) {
      scorer = create(collection);
      cache.set(collection, scorer);
    }
    return scorer;
  };
}
