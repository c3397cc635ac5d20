/**
 * A match for a term with a document weight other than 1: w·tf in place of tf. It
 * grows with the frequency and shrinks with the length as before, so all bounds
 * hold.
 */

import type { TermScorer } from "./match.ts";

const cache = new WeakMap<TermScorer, Map<number, TermScorer>>();

/**
 * The same function object for the same weight, so that a traversal can cache tables
 * by function.
 */
export function weightScorer(scorer: TermScorer, weight: number): TermScorer {
  if (weight === 1) return scorer;
  const byWeight = cache.get(scorer) ?? new Map<number, TermScorer>();
  cache.set(scorer, byWeight);
  let weighted = byWeight.get(weight);
  if (weighted === undefined) {
    weighted = (frequency, length) => scorer(weight * frequency, length);
    byWeight.set(weight, weighted);
  }
  return weighted;
}
