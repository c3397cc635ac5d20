/** One number as a bar that goes right from zero, or left for a negative one. */

import type { VNode } from "preact";

/** The smallest and the largest number that bars of one column show. */
export interface BarRange {
  readonly low: number;
  readonly high: number;
}

/** The range of some values, with zero in it. */
export function computeRange(values: readonly number[]): BarRange {
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}

interface SignedBarProps {
  readonly value: number;
  readonly range: BarRange;
}

/** The number itself must stand beside it: the bar is not read aloud. */
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
