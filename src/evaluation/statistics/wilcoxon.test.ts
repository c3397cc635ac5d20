import { expect, test } from "vitest";
import { wilcoxon } from "./wilcoxon.ts";

test("counts rank sums exactly without ties", () => {
  // Ranks 1 2 3 with the 1 negative: w = 1. Sums ≤ 1 are {} and {1}: 2 · 2 / 2^3.
  expect(wilcoxon(Float64Array.of(-0.1, 0.2, 0.3))).toEqual({ w: 1, p: 0.5, exact: true });
});

test("treats differences that differ only by rounding as tied", () => {
  expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
  expect(wilcoxon(Float64Array.of(0.3 - 0.2, 0.2 - 0.1, 0.5)).exact).toBe(false);
});

test("removes zeros and then approximates", () => {
  const { w, p, exact } = wilcoxon(Float64Array.of(0, -0.1, 0.2, 0.3));
  expect([w, exact]).toEqual([1, false]);
  // scipy 1.17.1, zero_method="wilcox", method="asymptotic"
  expect(p).toBeCloseTo(0.28504940740261275, 12);
});

test("returns p 1 for equal systems", () => {
  expect(wilcoxon(new Float64Array(5))).toEqual({ w: 0, p: 1, exact: false });
});

test("is never above 1", () => {
  expect(wilcoxon(Float64Array.of(1, -2, -3, 4)).p).toBe(1);
  expect(wilcoxon(Float64Array.of(1, -1)).p).toBe(1);
});

test("rejects a single query", () => {
  expect(() => wilcoxon(Float64Array.of(1))).toThrow("at least 2 queries, got 1");
});
