/** The confidence interval of a mean by Student's t distribution. */

import { checkSampleSize, computeSpread } from "./differences.ts";
import { computeQuantile } from "./student-t.ts";

/**
 * The mean and the two ends of its 95 % confidence interval. For one of several intervals, all of
 * which hold together with 95 % confidence, `count` is their number (Bonferroni).
 */
export function studentInterval(
  differences: Float64Array,
  count = 1,
): readonly [mean: number, low: number, high: number] {
  checkSampleSize("a confidence interval", differences);
  const { mean, deviation } = computeSpread(differences);
  const error = deviation / Math.sqrt(differences.length);
  const half = computeQuantile(differences.length - 1, 0.05 / count) * error;
  return [mean, mean - half, mean + half];
}
