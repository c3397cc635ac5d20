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

/** A scale from the least value to the largest, between two places. */
export function scaleOf(values: readonly number[], [from, to]: readonly [number, number]): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const span = high > low ? high - low : 1;
  const start = high > low ? low : low - 0.5; // a lone value stands in the middle
  const place = (value: number): number => from + ((value - start) / span) * (to - from);
  const isWhole = values.every(Number.isInteger);
  return { from, to, ticks: axisTicks(low, high, 6, { isWhole }), place };
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
