/**
 * Whether a trained baseline can carry a claim. That a variant is better than a network that has not
 * learned to rank says nothing about the variant. A baseline must be above chance, the same
 * candidates in random order, and not below tuned BM25 by more than a margin declared beforehand.
 */

import { computePairedDifference } from "../src/analysis/finding.ts";
import { formatMean, mean } from "./format-values.ts";

/** The share of BM25's mean that a baseline may lack: declared before the runs of full size. */
export const BASELINE_MARGIN = 0.1;

/** What a baseline is measured against, by query. */
export interface BaselineReferences {
  readonly chance: readonly number[];
  readonly bm25: readonly number[];
}

/** Why the baseline with these values cannot carry a claim; absent if it can. */
export function findBaselineDefect(
  values: readonly number[],
  { chance, bm25 }: BaselineReferences,
): string | undefined {
  const [own, limit] = [mean(values), (1 - BASELINE_MARGIN) * mean(bm25)];
  const [, low] = computePairedDifference(values, chance).difference;
  if (low <= 0) {
    return `the baseline, ${formatMean(own)}, is not above chance, ${formatMean(mean(chance))}`;
  }
  if (own >= limit) return undefined;
  const share = `${100 * BASELINE_MARGIN} %`;
  return `the baseline, ${formatMean(own)}, is more than ${share} below BM25, ${formatMean(mean(bm25))}`;
}
