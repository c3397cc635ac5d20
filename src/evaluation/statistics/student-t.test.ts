import { expect, test } from "vitest";
import { studentInterval } from "./student-t.ts";

test("computes the interval of a mean with the quantile of the textbook's table", () => {
  // 1, 2, 3: mean 2, deviation 1, error 1/√3; t(2) at .975 is 4.302653 in every table.
  const [mean, low, high] = studentInterval(Float64Array.of(1, 2, 3));
  expect(mean).toBe(2);
  expect(high - mean).toBeCloseTo(4.302653 / Math.sqrt(3), 5);
  expect(mean - low).toBeCloseTo(high - mean, 12);
});

test("returns no interval for a single value", () => {
  expect(() => studentInterval(Float64Array.of(1))).toThrow("at least 2 queries, got 1");
});
