/** A match in which each occurrence counts by a factor. */

import type { TermScorer } from "./match.ts";

/** By match and factor: the same objects again, since the kernels keep tables of each. */
const cache = new WeakMap<TermScorer, Map<number, TermScorer>>();

/** `match` for `factor` times the frequency. */
export function scaleMatch(match: TermScorer, factor: number): TermScorer {
  if (factor === 1) return match;
  const byFactor = cache.get(match) ?? new Map<number, TermScorer>();
  cache.set(match, byFactor);
  const scorer = byFactor.get(factor) ?? ((frequency, length) => match(factor * frequency, length));
  byFactor.set(factor, scorer);
  return scorer;
}
