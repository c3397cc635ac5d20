/** The paired two-sided t test (Student, Biometrika 1908). Equals scipy.stats.ttest_rel. */

import { checkSampleSize, computeSpread } from "./differences.ts";
import { twoSidedT } from "./student-t.ts";

/** The result of a paired t test. */
export interface PairedT {
  readonly t: number;
  readonly degrees: number;
  readonly p: number;
}

/** If all differences are equal, p is 1 when they are 0, otherwise 0. */
export function pairedT(differences: Float64Array): PairedT {
  checkSampleSize("the paired t test", differences);
  const { mean, deviation } = computeSpread(differences);
  const degrees = differences.length - 1;
  if (mean === 0) return { t: 0, degrees, p: 1 };
  const t = mean / (deviation / Math.sqrt(differences.length));
  return { t, degrees, p: twoSidedT(t, degrees) };
}
