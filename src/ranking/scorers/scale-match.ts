/** A match with a factor for each occurrence. */

import type { TermScorer } from "./match.ts";

/** Cached by match and factor: the kernels keep tables per function object. */
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
