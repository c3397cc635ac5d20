/** One number as a bar to the right of zero, or to the left if negative. */

import type { VNode } from "preact";

/** The smallest and the largest number of the bars of one column. */
export interface BarRange {
  readonly low: number;
  readonly high: number;
}

/** The range of some values, including zero. */
export function computeRange(values: readonly number[]): BarRange {
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}

interface SignedBarProps {
  readonly value: number;
  readonly range: BarRange;
}

/** The number must be shown as text beside it, because screen readers skip the bar. */
export function SignedBar({ value, range: { low, high } }: SignedBarProps): VNode {
  const width = Math.max(high - low, Number.MIN_VALUE);
  const at = (x: number): number => (100 * (x - low)) / width;
  const [from, to] = [at(Math.min(0, value)), at(Math.max(0, value))];
  return (
    <svg class="signed-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill-line" x="0" y="5.5" width="100" height="1" />
      <rect
        class={value < 0 ? "fill-minus" : "fill-plus"}
        x={from}
        y="1"
        width={Math.max(to - from, 0.4)}
        height="10"
      />
    </svg>
  );
}
