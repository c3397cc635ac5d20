/** The axes of a plot: where values lie on the picture, and ticks with their numbers. */

import { axisTicks } from "./axis-ticks.ts";
import { at, label } from "./svg-picture.ts";

/** Where values of an axis lie on the picture. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: ReturnType<typeof axisTicks>;
  place(value: number): number;
}

/** Pixels that the least and the largest value keep from the ends, and names in the place of numbers. */
export interface ScaleOptions {
  readonly inset?: number;
  /** Names of the whole numbers from 0 on, as ticks. */
  readonly names?: readonly string[] | undefined;
}

/** A scale from the least value to the largest, between two places. */
export function scaleOf(
  values: readonly number[],
  [from, to]: readonly [number, number],
  { inset = 0, names }: ScaleOptions = {},
): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const span = high > low ? high - low : 1;
  const start = high > low ? low : low - 0.5; // a lone value stands in the middle
  const kept = Math.sign(to - from) * inset;
  const place = (value: number): number =>
    from + kept + ((value - start) / span) * (to - from - 2 * kept);
  const isWhole = values.every(Number.isInteger);
  const ticks =
    names === undefined
      ? axisTicks(low, high, 6, { isWhole })
      : { values: names.map((_, i) => i), labels: names };
  return { from, to, ticks, place };
}

/** Both axes with ticks, their numbers and lines across. */
export function axes(across: Scale, upward: Scale): string[] {
  const [left, right] = [across.from, across.to].map(at);
  const [bottom, top] = [upward.from, upward.to].map(at);
  const rows = upward.ticks.values.flatMap((value, i) => [
    `<line x1="${left}" x2="${right}" y1="${at(upward.place(value))}" y2="${at(upward.place(value))}" stroke="#ddd" class="rule"/>`,
    label(
      across.from - 8,
      upward.place(value) + 4,
      upward.ticks.labels[i] ?? "",
      'text-anchor="end"',
    ),
  ]);
  const columns = across.ticks.values.flatMap((value, i) => [
    `<line x1="${at(across.place(value))}" x2="${at(across.place(value))}" y1="${bottom}" y2="${at(upward.from + 5)}" stroke="#222" class="line"/>`,
    label(
      across.place(value),
      upward.from + 18,
      across.ticks.labels[i] ?? "",
      'text-anchor="middle"',
    ),
  ]);
  const frame = `<path d="M${left} ${top}V${bottom}H${right}" fill="none" stroke="#222" class="line"/>`;
  return [...rows, ...columns, frame];
}
