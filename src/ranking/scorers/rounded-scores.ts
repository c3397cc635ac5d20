/**
 * Scores in steps of 1/256: the contribution of a posting, per occurrence of its term in the query,
 * is a whole number of steps, at least one.
 *
 * Sums of such numbers are exact in float64 and in fixed point, in any order, so the kernels need
 * no second pass over the candidates of a search (Anh and Moffat, "Simplified similarity scoring
 * using term ranks", SIGIR 2005, call the numbers impacts).
 */

import type { RoundedLists } from "../block-max/rounded-lists.ts";
import type { TermScorer } from "./match.ts";
import { FIRST_ROUNDED_LENGTH, ROUNDED_LENGTHS } from "./rounded-lengths.ts";

export const SCORE_STEP: number = 2 ** -8;
/** Saturated counts of query terms are rounded to multiples of 1 / COUNT_PARTS. */
export const COUNT_PARTS = 64;

/** match(f, l) = SCORE_STEP · max(1, floor(factor · unit(f, l) + 1/2)). */
export interface RoundedMatch {
  readonly factor: number;
  /** Depends on `roundLength` of the length alone. Shared by the terms of equal document weight. */
  readonly unit: TermScorer;
  /** Opens the lists of the kernels. In the match, so that a search without rounding does not load them. */
  readonly openLists: typeof RoundedLists.open | undefined;
}

/** The length that documents of this length are scored with. */
export function roundLength(length: number): number {
  if (length < FIRST_ROUNDED_LENGTH) return length;
  let [low, high] = [FIRST_ROUNDED_LENGTH, ROUNDED_LENGTHS.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((ROUNDED_LENGTHS[middle] as number) <= length) low = middle;
    else high = middle;
  }
  return ROUNDED_LENGTHS[low] as number;
}

/** Whole steps of one occurrence in the query. */
export function countSteps(factor: number, unit: number): number {
  return Math.max(1, Math.floor(factor * unit + 0.5));
}

/** The match of a term with `salience`, rounded, and the numbers that the kernels compute it from. */
export function roundMatch(
  match: TermScorer,
  salience: number,
): Omit<RoundedMatch, "openLists"> & { readonly match: TermScorer } {
  const factor = salience / SCORE_STEP;
  const unit = withRoundedLengths(match);
  return {
    match: (frequency, length) => SCORE_STEP * countSteps(factor, unit(frequency, length)),
    factor,
    unit,
  };
}

/** The saturated count of a repeated query term, rounded. */
export function roundCount(count: number): number {
  return Math.max(1, Math.round(count * COUNT_PARTS)) / COUNT_PARTS;
}

/** Cached by function: the kernels cache tables per function object. */
const cache = new WeakMap<TermScorer, TermScorer>();

function withRoundedLengths(match: TermScorer): TermScorer {
  let unit = cache.get(match);
  if (unit === undefined) {
    unit = (frequency, length) => match(frequency, roundLength(length));
    cache.set(match, unit);
  }
  return unit;
}
