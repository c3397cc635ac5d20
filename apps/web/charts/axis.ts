/** An axis of a chart: the range of some values, with round ticks. */

import { computeAxisTicks } from "../../../src/analysis/axis-ticks.ts";

/** The range of an axis. */
export interface Axis {
  readonly low: number;
  /** Above 0. */
  readonly width: number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

/** An axis over values; a single value, or none, gets a range of 1. */
export function createAxis(values: readonly number[], maxTicks = 5): Axis {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = [0, 1];
  const { values: round, labels } = computeAxisTicks(low, high, maxTicks);
  return {
    low,
    width: high > low ? high - low : 1,
    ticks: round.map((value, i) => ({ value, text: labels[i] as string })),
  };
}
