/** Paired values: two systems on the same queries. Every paired test works on the differences. */

import { badArgument } from "../../common/errors.ts";

/**
 * `values[i] - baseline[i]`. Fails with `BAD_ARGUMENT` unless both have the same number of finite
 * values.
 */
export function computeDifferences(
  values: ArrayLike<number>,
  baseline: ArrayLike<number>,
): Float64Array {
  if (values.length !== baseline.length) {
    throw badArgument(
      `paired values must have equal counts, got ${values.length} and ${baseline.length}`,
    );
  }
  const result = new Float64Array(values.length);
  for (let i = 0; i < result.length; i++) {
    const difference = (values[i] as number) - (baseline[i] as number);
    if (!Number.isFinite(difference)) {
      throw badArgument(
        `paired values must be finite, got ${values[i]} and ${baseline[i]} at ${i}`,
      );
    }
    result[i] = difference;
  }
  return result;
}

export interface Spread {
  readonly mean: number;
  /** With n - 1. NaN for a single value. */
  readonly deviation: number;
}

/** Mean and standard deviation, in two passes. */
export function computeSpread(values: Float64Array): Spread {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}

/** Cohen's d of paired differences: their mean in units of their standard deviation. */
export function computeEffectSize(differences: Float64Array): number {
  const { mean, deviation } = computeSpread(differences);
  return mean === 0 ? 0 : mean / deviation;
}

/** Fails with `BAD_ARGUMENT` for fewer than two pairs, for which no test is defined. */
export function checkSampleSize(test: string, differences: Float64Array): void {
  if (differences.length < 2) {
    throw badArgument(`${test} needs at least 2 queries, got ${differences.length}`);
  }
}
