/** A match with a factor for each occurrence. */

import type { TermScorer } from "./match.ts";

/** Cached by match and factor: the kernels keep tables per function object. */
const cache = new WeakMap<TermScorer, Map<number, TermScorer>>();

/** `match` for `factor` times the frequency. */
export function scaleMatch(match: TermScorer, factor: number): TermScorer {
  if (factor === 1) return match;
  // A word of a search that expands to many terms asks for each: nothing is set twice.
  let byFactor = cache.get(match);
  if (byFactor === undefined) {
    byFactor = new Map();
    cache.set(match, byFactor);
  }
  let scorer = byFactor.get(factor);
  if (scorer === undefined) {
    scorer = (frequency, length) => match(factor * frequency, length);
    byFactor.set(factor, scorer);
  }
  return scorer;
}
