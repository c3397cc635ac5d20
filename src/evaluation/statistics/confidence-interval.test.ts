import { expect, test } from "vitest";
import { studentInterval } from "./confidence-interval.ts";

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

test("intervals of several differences are wider, by Bonferroni", () => {
  // Mean 2, deviation 1, three values: standard error .57735. Two degrees of freedom: the t of a
  // two-sided share .05 is 4.3027, of .025 it is 6.2053 (tables of Student's t).
  const values = Float64Array.of(1, 2, 3);
  expect(studentInterval(values)[2]).toBeCloseTo(2 + 4.3027 * 0.57735, 3);
  expect(studentInterval(values, 2)[2]).toBeCloseTo(2 + 6.2053 * 0.57735, 3);
});
