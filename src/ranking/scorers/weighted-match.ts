/**
 * A match whose term weighs more or less than 1 in documents: w·tf in place of
 * tf. It grows with the frequency and shrinks with the length as before, so all
 * bounds hold.
 */

import type { TermScorer } from "./match.ts";

const made = new WeakMap<TermScorer, Map<number, TermScorer>>();

/** The same function for the same weight, so that a traversal can keep what it has found out about it. */
export function weightedScorer(scorer: TermScorer, weight: number): TermScorer {
  if (weight === 1) return scorer;
  const known = made.get(scorer) ?? new Map<number, TermScorer>();
  made.set(scorer, known);
  let weighted = known.get(weight);
  if (weighted === undefined) {
    weighted = (frequency, length) => scorer(weight * frequency, length);
    known.set(weight, weighted);
  }
  return weighted;
}
