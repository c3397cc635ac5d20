import { expect, test } from "vitest";
import { computeDifferences, computeEffectSize } from "./differences.ts";
import { pairedT } from "./paired-t.ts";

// Reciprocal ranks of two systems on ten queries; t and p from scipy.stats.ttest_rel.
const a = [0.5, 1, 0, 0.25, 1 / 3, 0, 1, 0.5, 0.2, 0];
const b = [1, 1, 0, 0.5, 0.5, 0, 1, 0.25, 0.25, 0.1];

test("returns t 1.3122385 and p .2219187 on the worked example", () => {
  const { t, degrees, p } = pairedT(computeDifferences(b, a));
  expect(t).toBeCloseTo(1.3122385, 7);
  expect(degrees).toBe(9);
  expect(p).toBeCloseTo(0.2219187, 7);
});

test("has the sign of the difference; p does not", () => {
  const [up, down] = [pairedT(computeDifferences(b, a)), pairedT(computeDifferences(a, b))];
  expect(down.t).toBe(-up.t);
  expect(down.p).toBe(up.p);
});

test("returns p 1 for equal systems and p 0 for a constant gain", () => {
  expect(pairedT(computeDifferences(a, a))).toEqual({ t: 0, degrees: 9, p: 1 });
  expect(pairedT(Float64Array.of(0.25, 0.25, 0.25))).toMatchObject({ t: Infinity, p: 0 });
});

test("the effect is the mean difference in standard deviations of the differences", () => {
  // Differences 1, 2, 3: mean 2, deviation 1.
  expect(computeEffectSize(Float64Array.of(1, 2, 3))).toBe(2);
  expect(computeEffectSize(Float64Array.of(0, 0))).toBe(0);
  expect(computeEffectSize(Float64Array.of(-1, -1))).toBe(-Infinity);
});

test("rejects a single query, unequal numbers and values that are not finite", () => {
  expect(() => pairedT(Float64Array.of(1))).toThrow("at least 2 queries, got 1");
  expect(() => computeDifferences([1, 2], [1])).toThrow("equal counts, got 2 and 1");
  expect(() => computeDifferences([1, NaN], [1, 2])).toThrow("must be finite, got NaN and 2 at 1");
});
