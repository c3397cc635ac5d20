import fc from "fast-check";
import { expect, test } from "vitest";
import { computeDifferences } from "./differences.ts";
import { pairedT } from "./paired-t.ts";
import { studentisedRangeTail } from "./studentised-range.ts";
import { tukey } from "./tukey.ts";

test("is the paired t test for two systems", () => {
  const values = fc.array(fc.tuple(fc.integer({ max: 99 }), fc.integer({ max: 99 })), {
    minLength: 3,
    maxLength: 20,
  });
  const small = values.map((pairs) =>
    pairs.map(([x, y]) => [(x % 97) / 97, (y % 97) / 97] as const),
  );
  fc.assert(
    fc.property(small, (pairs) => {
      const a = Float64Array.from(pairs, ([x]) => x);
      const b = Float64Array.from(pairs, ([, y]) => y);
      const { t, p } = pairedT(computeDifferences(a, b));
      fc.pre(Math.abs(t) < 1e6); // a constant difference has only rounding as its error
      const pair = tukey([a, b]).pair(0, 1);
      expect(pair.q).toBeCloseTo(Math.abs(t) * Math.SQRT2, 7);
      expect(pair.p).toBeCloseTo(p, 8);
      expect(pair.rawP).toBeCloseTo(p, 8);
    }),
    { numRuns: 50 },
  );
});

test("requires more of a pair the more systems there are", () => {
  const [a, b, c] = [
    Float64Array.of(0.1, 0.5, 0.3, 0.9),
    Float64Array.of(0.2, 0.7, 0.3, 1),
    Float64Array.of(0.1, 0.6, 0.2, 0.9),
  ];
  const { p, rawP } = tukey([a, b, c]).pair(1, 0);
  expect(p).toBeGreaterThan(rawP);
});

test("returns p 0 without error, and p 1 without a difference", () => {
  const base = Float64Array.of(1, 2, 3);
  const certain = tukey([base, base.map((value) => value + 1)]);
  expect(certain.pair(0, 1)).toEqual({ q: Infinity, p: 0, rawP: 0 });
  expect(certain.pair(0, 0)).toEqual({ q: 0, p: 1, rawP: 1 });
});

test("the tail of the range is 1 at 0 and keeps its digits where 1 - cdf has none", () => {
  expect(studentisedRangeTail(0, 3, 10)).toBe(1);
  // Two groups: q = √2·t, so the tail is that of t. scipy 1.17.1: 2 * t.sf(30 / sqrt(2), 200).
  expect(studentisedRangeTail(30, 2, 200) / 4.379717693408334e-53).toBeCloseTo(1, 9);
});

test("rejects fewer than two systems or queries, and unequal numbers", () => {
  expect(() => tukey([Float64Array.of(1, 2)])).toThrow("at least 2 systems, got 1");
  expect(() => tukey([Float64Array.of(1), Float64Array.of(1)])).toThrow(
    "at least 2 queries, got 1",
  );
  expect(() => tukey([Float64Array.of(1, 2), Float64Array.of(1, 2, 3)])).toThrow("same queries");
});
