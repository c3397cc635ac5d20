/**
 * Verdicts on claims by fixed rules.
 *
 * "A is better than B" *holds* if the corrected p is below alpha and the whole interval of the
 * difference is above 0, *fails* if it is below 0, and is *not shown* otherwise. "A is no worse than
 * B" holds if the lower end of the interval is above a margin declared beforehand, and "A equals B"
 * if the whole interval is inside the margin on both sides; a test that did not reject is no
 * evidence of either. docs/protocol.md gives the reasons.
 */

import { pairedT, studentInterval } from "../evaluation/index.ts";

/** The verdicts on a claim on one collection. */
export type ClaimVerdict = "holds" | "fails" | "not shown" | "not testable here";

/** The measurement of one experiment for one claim on one collection. */
export interface Finding {
  /** The id of the claim, such as `S0.1`. */
  readonly claim: string;
  /** The collection; absent for a claim that needs no data. */
  readonly collection?: string;
  /** The measurement as text. */
  readonly measured: string;
  /** The mean difference with its 95 % interval, if there is one. */
  readonly difference?: readonly [mean: number, low: number, high: number];
  /** Corrected for the comparisons of the table. */
  readonly p?: number;
  readonly verdict: ClaimVerdict;
}

/** A relative loss below this counts as none: declared before any run. */
export const NON_INFERIORITY_MARGIN = 0.01;

/** A relative difference below this counts as equal: declared before the runs of full size. */
export const EQUIVALENCE_MARGIN = 0.05;

/** The mean of paired differences, its 95 % interval (Student) and the raw p value. */
export interface PairedDifference {
  readonly difference: readonly [mean: number, low: number, high: number];
  readonly p: number;
}

/** Two systems on the same queries; `count` is the number of intervals that must hold together. */
export function computePairedDifference(
  values: readonly number[],
  baseline: readonly number[],
  count = 1,
): PairedDifference {
  const differences = Float64Array.from(values, (value, i) => {
    const difference = value - (baseline[i] as number);
    // A mean over seeds that all agree differs from their value by rounding.
    return Math.abs(difference) < 1e-12 ? 0 : difference;
  });
  const { p } = pairedT(differences);
  return { difference: studentInterval(differences, count), p };
}

/**
 * The verdict on "better": the corrected p of the test over queries, and the interval, which for
 * trained systems is over queries and seeds. Both are needed.
 */
export function judgeSuperiority(
  { difference: [, low, high] }: Pick<PairedDifference, "difference">,
  correctedP: number,
  alpha = 0.05,
): ClaimVerdict {
  if (correctedP >= alpha || (low <= 0 && high >= 0)) return "not shown";
  return low > 0 ? "holds" : "fails";
}

/** The verdict on "no worse": the whole interval against the margin, a share of the baseline's mean. */
export function judgeNonInferiority(
  { difference: [, low, high] }: Pick<PairedDifference, "difference">,
  baselineMean: number,
  margin: number = NON_INFERIORITY_MARGIN,
): ClaimVerdict {
  const lowerBound = -margin * baselineMean;
  if (low > lowerBound) return "holds";
  return high < lowerBound ? "fails" : "not shown";
}

/** The verdict on "equal": the whole interval inside the margin, or outside on one side. */
export function judgeEquivalence(
  { difference: [, low, high] }: Pick<PairedDifference, "difference">,
  baselineMean: number,
  margin: number = EQUIVALENCE_MARGIN,
): ClaimVerdict {
  const bound = margin * baselineMean;
  if (low > -bound && high < bound) return "holds";
  return high < -bound || low > bound ? "fails" : "not shown";
}
