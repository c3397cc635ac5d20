import { expect, test } from "vitest";
import { createAxis } from "./axis.ts";

test("an axis covers its values and has round ticks", () => {
  const { low, width, ticks } = createAxis([3, 1, Number.NaN, 2]);
  expect([low, width]).toEqual([1, 2]);
  expect(ticks.map(({ text }) => text)).toEqual(["1.0", "1.5", "2.0", "2.5", "3.0"]);
});

test("an axis of one value, or of none, is not empty", () => {
  expect(createAxis([4])).toMatchObject({ low: 4, width: 1 });
  expect(createAxis([])).toMatchObject({ low: 0, width: 1 });
});
