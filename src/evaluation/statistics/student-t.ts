/** Student's t distribution, and the 95 % confidence interval of a mean by it. */

import { checkSampleSize, computeSpread } from "./differences.ts";
import { incompleteBeta } from "./incomplete-beta.ts";

/** The probability of a value at least as far from 0 as `t`, on either side. */
export function twoSidedT(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return 0;
  const square = t * t;
  return incompleteBeta(
    degrees / 2,
    0.5,
    degrees / (degrees + square),
    square / (degrees + square),
  );
}

/** The mean and the two ends of its interval. */
export function studentInterval(
  differences: Float64Array,
): readonly [mean: number, low: number, high: number] {
  checkSampleSize("a confidence interval", differences);
  const { mean, deviation } = computeSpread(differences);
  const error = deviation / Math.sqrt(differences.length);
  const half = quantile(differences.length - 1) * error;
  return [mean, mean - half, mean + half];
}

/** The t that 5 % of the values exceed on either side, by bisection. */
function quantile(degrees: number): number {
  let [low, high] = [0, 1000];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (twoSidedT(middle, degrees) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}
