/** A match in which each occurrence counts by a factor. */

import type { TermScorer } from "./match.ts";

/** By match and factor: the same objects again, since the kernels keep tables of each. */
const scaled = new WeakMap<TermScorer, Map<number, TermScorer>>();

/** `match` for `factor` times the frequency. */
export function scaledMatch(match: TermScorer, factor: number): TermScorer {
  if (factor === 1) return match;
  const known = scaled.get(match) ?? new Map<number, TermScorer>();
  scaled.set(match, known);
  const made = known.get(factor) ?? ((frequency, length) => match(factor * frequency, length));
  known.set(factor, made);
  return made;
}
