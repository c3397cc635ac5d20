import { expect, test } from "vitest";
import { createScale } from "./plot-axes.ts";

test("a scale maps the smallest and the largest value to its ends", () => {
  const { toPixel, ticks } = createScale([3.5, 1, Number.NaN, 2], [10, 110], { maxTicks: 6 });
  expect([toPixel(1), toPixel(2.25), toPixel(3.5)]).toEqual([10, 60, 110]);
  // (3.5 - 1) / 5 = 0.5, which is round.
  expect(ticks.labels).toEqual(["1.0", "1.5", "2.0", "2.5", "3.0", "3.5"]);
});

test("an inset keeps the values from the ends, in either direction", () => {
  const { toPixel } = createScale([0, 1], [100, 0], { inset: 5 });
  expect([toPixel(0), toPixel(1)]).toEqual([95, 5]);
});

test("a single value is in the middle, and no values make a scale from 0 to 1", () => {
  expect(createScale([4], [0, 10]).toPixel(4)).toBe(5);
  const { toPixel } = createScale([], [0, 10]);
  expect([toPixel(0), toPixel(1)]).toEqual([0, 10]);
  expect(createScale([Number.NaN], [0, 10]).toPixel(1)).toBe(10);
});

test("whole values have whole ticks", () => {
  expect(createScale([1, 2, 3], [0, 10]).ticks.labels).toEqual(["1", "2", "3"]);
});
