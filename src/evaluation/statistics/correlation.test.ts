import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeAverageRanks } from "./average-ranks.ts";
import { kendall } from "./kendall.ts";
import { spearman } from "./spearman.ts";

const x = [1, 2, 2, 3, 5, 5, 5, 8];
const y = [2, 1, 4, 4, 5, 7, 6, 6];

test("tied values share the mean of their ranks", () => {
  expect([...computeAverageRanks(Float64Array.from(x)).ranks]).toEqual([
    1, 2.5, 2.5, 4, 6, 6, 6, 8,
  ]);
  expect([...computeAverageRanks(Float64Array.from(y)).ranks]).toEqual([
    2, 1, 3.5, 3.5, 5, 8, 6.5, 6.5,
  ]);
  expect(computeAverageRanks(Float64Array.from(x)).groups).toEqual([1, 2, 1, 3, 1]);
});

test("Spearman of the worked example is .8510794 with p .0073619", () => {
  const { coefficient, p } = spearman(x, y);
  expect(coefficient).toBeCloseTo(0.8510794, 7);
  expect(p).toBeCloseTo(0.0073619, 7);
});

test("Kendall counts pairs as a loop over all of them does", () => {
  const values = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { minLength: 3, maxLength: 20 });
  fc.assert(
    fc.property(values, (pairs) => {
      let [agree, tiedX, tiedY, all] = [0, 0, 0, 0];
      for (const [i, [a, b]] of pairs.entries()) {
        for (const [c, d] of pairs.slice(i + 1)) {
          agree += Math.sign(a - c) * Math.sign(b - d);
          if (a === c) tiedX++;
          if (b === d) tiedY++;
          all++;
        }
      }
      fc.pre(tiedX < all && tiedY < all);
      const { coefficient } = kendall(
        pairs.map(([a]) => a),
        pairs.map(([, b]) => b),
      );
      expect(coefficient).toBeCloseTo(agree / Math.sqrt((all - tiedX) * (all - tiedY)), 12);
    }),
  );
});

describe.each([
  ["Spearman", spearman],
  ["Kendall", kendall],
])("%s", (_, correlation) => {
  const rising = Array.from({ length: 40 }, (_, i) => i ** 3);

  test("is 1 for the same order, -1 for the reverse, whatever the distances", () => {
    const index = rising.map((_, i) => i);
    expect(correlation(rising, index).coefficient).toBe(1);
    expect(correlation(rising, index.toReversed()).coefficient).toBe(-1);
    expect(correlation(rising, index).p).toBeLessThan(1e-15);
  });

  test("is symmetric", () => {
    expect(correlation(x, y).coefficient).toBeCloseTo(correlation(y, x).coefficient, 14);
    expect(correlation(x, y).p).toBeCloseTo(correlation(y, x).p, 14);
  });

  test("rejects input without a rank correlation", () => {
    expect(() => correlation([1, 2], [1, 2])).toThrow("at least 3 pairs of values, got 2");
    expect(() => correlation([1, 2, 3], [1, 2])).toThrow("got 3 and 2");
    expect(() => correlation([1, 2, 3], [4, 4, 4])).toThrow("all values are equal, here to 4");
    expect(() => correlation([1, 2, 3], [1, Infinity, 2])).toThrow("finite values, got Infinity");
  });
});
