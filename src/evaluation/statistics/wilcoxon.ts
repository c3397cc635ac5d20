/**
 * Wilcoxon's signed-rank test, two-sided (Biometrics Bulletin 1945).
 *
 * With no zero and no tie among up to 50 absolute differences, the exact distribution is used:
 * scipy.stats.wilcoxon(method="exact"). Otherwise zeros are removed and the normal approximation is
 * used, corrected for ties, not for continuity: scipy.stats.wilcoxon(zero_method="wilcox",
 * method="asymptotic"). Absolute differences within 1e-12 of each other are tied, and below 1e-12
 * they are zero, because measures are fractions that rounding separates.
 */

import { computeAverageRanks } from "./average-ranks.ts";
import { checkSampleSize } from "./differences.ts";
import { normalUpperTail } from "./normal-distribution.ts";

/** The result of Wilcoxon's signed-rank test. */
export interface Wilcoxon {
  /** The smaller of the sums of ranks of positive and of negative differences. */
  readonly w: number;
  readonly p: number;
  readonly exact: boolean;
}

const MAX_EXACT_VALUES = 50;
const TOLERANCE = 1e-12;

/** p = 1 if all differences are 0. */
export function wilcoxon(differences: Float64Array): Wilcoxon {
  checkSampleSize("Wilcoxon's test", differences);
  const changing = differences.filter((difference) => Math.abs(difference) > TOLERANCE);
  const count = changing.length;
  if (count === 0) return { w: 0, p: 1, exact: false };
  const { ranks, groups } = computeAverageRanks(changing.map(Math.abs), TOLERANCE);
  const positive = ranks.reduce(
    (sum, rank, i) => ((changing[i] as number) > 0 ? sum + rank : sum),
    0,
  );
  const w = Math.min(positive, (count * (count + 1)) / 2 - positive);

  const exact =
    count === differences.length && count <= MAX_EXACT_VALUES && groups.length === count;
  return { w, p: exact ? computeExactP(w, count) : computeNormalP(w, count, groups), exact };
}

/** Twice the share of the 2^count sign patterns whose rank sum is at most `w`. */
function computeExactP(w: number, count: number): number {
  const ways = new Float64Array((count * (count + 1)) / 2 + 1); // below 2^50: exact in doubles
  ways[0] = 1;
  for (let rank = 1; rank <= count; rank++) {
    for (let sum = ways.length - 1; sum >= rank; sum--) {
      (ways[sum] as number) += ways[sum - rank] as number;
    }
  }
  const reached = ways.subarray(0, w + 1).reduce((a, b) => a + b, 0);
  return Math.min(1, (2 * reached) / 2 ** count);
}

function computeNormalP(w: number, count: number, groups: readonly number[]): number {
  const ties = groups.reduce((sum, size) => sum + size ** 3 - size, 0);
  const variance = (count * (count + 1) * (2 * count + 1) - ties / 2) / 24;
  const z = ((count * (count + 1)) / 4 - w) / Math.sqrt(variance);
  return Math.min(1, 2 * normalUpperTail(z));
}
