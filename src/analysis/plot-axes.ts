/** The axes of a plot: the mapping of values to pixels, and ticks with their labels. */

import { computeAxisTicks } from "./axis-ticks.ts";
import { renderLabel, roundCoordinate } from "./svg-picture.ts";

/** The mapping of the values of an axis to pixels. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: ReturnType<typeof computeAxisTicks>;
  toPixel(value: number): number;
}

/** Pixels between the extreme values and the ends, the number of ticks, and names instead of numbers. */
export interface ScaleOptions {
  readonly inset?: number;
  /** Default 6. */
  readonly maxTicks?: number;
  /** Names of the whole numbers from 0 on, as ticks. */
  readonly names?: readonly string[] | undefined;
}

/** A scale from the smallest value to the largest, between two pixel positions. Values that are not finite do not count; without values it is from 0 to 1. */
export function createScale(
  values: readonly number[],
  [from, to]: readonly [number, number],
  { inset = 0, maxTicks = 6, names }: ScaleOptions = {},
): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  if (low > high) [low, high] = [0, 1];
  const span = high > low ? high - low : 1;
  const start = high > low ? low : low - 0.5; // a single value is in the middle
  const signedInset = Math.sign(to - from) * inset;
  const toPixel = (value: number): number =>
    from + signedInset + ((value - start) / span) * (to - from - 2 * signedInset);
  const isWhole = values.length > 0 && values.every(Number.isInteger);
  const ticks =
    names === undefined
      ? computeAxisTicks(low, high, maxTicks, { isWhole })
      : { values: names.map((_, i) => i), labels: names };
  return { from, to, ticks, toPixel };
}

/** Both axes with ticks, labels and grid lines. */
export function renderAxes(across: Scale, upward: Scale): string[] {
  const [left, right] = [across.from, across.to].map(roundCoordinate);
  const [bottom, top] = [upward.from, upward.to].map(roundCoordinate);
  const rows = upward.ticks.values.flatMap((value, i) => [
    `<line x1="${left}" x2="${right}" y1="${roundCoordinate(upward.toPixel(value))}" y2="${roundCoordinate(upward.toPixel(value))}" stroke="#ddd" class="rule"/>`,
    renderLabel(
      across.from - 8,
      upward.toPixel(value) + 4,
      upward.ticks.labels[i] ?? "",
      'text-anchor="end"',
    ),
  ]);
  const columns = across.ticks.values.flatMap((value, i) => [
    `<line x1="${roundCoordinate(across.toPixel(value))}" x2="${roundCoordinate(across.toPixel(value))}" y1="${bottom}" y2="${roundCoordinate(upward.from + 5)}" stroke="#222" class="line"/>`,
    renderLabel(
      across.toPixel(value),
      upward.from + 18,
      across.ticks.labels[i] ?? "",
      'text-anchor="middle"',
    ),
  ]);
  const frame = `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="#222" class="line"/>`;
  return [...rows, ...columns, frame];
}
