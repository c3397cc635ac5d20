import fc from "fast-check";
import { expect, test } from "vitest";
import { bonferroni, holm } from "./multiple-comparisons.ts";

const ps = [0.001, 0.04, 0.03, 0.02];

test("Bonferroni multiplies by the number of comparisons", () => {
  expect(bonferroni(ps)).toEqual([0.004, 0.16, 0.12, 0.08]);
  expect(bonferroni([0.6, 0.7])).toEqual([1, 1]);
});

test("Holm multiplies by the remaining number and never decreases", () => {
  // Ascending .001·4, .02·3, .03·2, .04·1 → .004, .06, .06, .06.
  expect(holm(ps)).toEqual([0.004, 0.06, 0.06, 0.06]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
});

test("Holm lies between the raw value and Bonferroni's", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (raw) => {
      const [strict, kind] = [bonferroni(raw), holm(raw)];
      for (const [i, p] of raw.entries()) {
        expect(kind[i]).toBeGreaterThanOrEqual(p);
        expect(kind[i]).toBeLessThanOrEqual(strict[i] as number);
      }
    }),
  );
});
