import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { computeDifferences } from "./differences.ts";
import { pairedT } from "./paired-t.ts";
import { randomisation } from "./randomisation.ts";

const a = [0.5, 1, 0, 0.25, 1 / 3, 0, 1, 0.5, 0.2, 0];
const b = [1, 1, 0, 0.5, 0.5, 0, 1, 0.25, 0.25, 0.1];

test("returns exactly .25 on the worked example", () => {
  expect(randomisation(computeDifferences(b, a))).toEqual({ p: 0.25, exact: true });
});

test("counts two of the 2^n patterns if all differences have the same sign", () => {
  // Only all plus and all minus reach the observed sum: 2 / 2^5.
  expect(randomisation(Float64Array.of(1, 2, 3, 4, 5)).p).toBe(2 / 32);
});

test("counts every pattern as a loop over all of them does, with or without zeros", () => {
  const values = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(values, (tenths) => {
      const observed = Math.abs(tenths.reduce((x, y) => x + y, 0));
      let reached = 0;
      for (let pattern = 0; pattern < 2 ** tenths.length; pattern++) {
        const sum = tenths.reduce((total, x, i) => total + ((pattern >> i) & 1 ? -x : x), 0);
        if (Math.abs(sum) >= observed) reached++;
      }
      const p = randomisation(Float64Array.from(tenths, (x) => x / 10)).p;
      expect(p).toBe(reached / 2 ** tenths.length);
    }),
  );
});

test("removes zeros before it decides whether to count or to sample", () => {
  const sparse = new Float64Array(1000);
  sparse.set([0.1, 0.2, 0.3, 0.4, 0.5], 500);
  expect(randomisation(sparse)).toEqual({ p: 2 / 32, exact: true });
});

test("samples close to the truth if there are too many patterns", () => {
  // 21 equal differences: |sum| ≥ 21 - 2·5 means at most 5 signs differ, on either side.
  const differing = Float64Array.from({ length: 21 }, (_, i) => (i < 5 ? -1 : 1));
  const choose = [1, 21, 210, 1330, 5985, 20349];
  const truth = (2 * choose.reduce((x, y) => x + y, 0)) / 2 ** 21;
  const { p, exact } = randomisation(differing);
  expect(exact).toBe(false);
  // Five standard errors of a share sampled 100,000 times.
  expect(Math.abs(p - truth)).toBeLessThan(5 * Math.sqrt((truth * (1 - truth)) / 100_000));
});

test("agrees with the t test on many normal differences", () => {
  const random = new Random(5);
  const normal = Float64Array.from({ length: 300 }, () => random.normal() + 0.1);
  expect(randomisation(normal).p).toBeCloseTo(pairedT(normal).p, 2);
});

test("returns the same p for the same seed, and never 0", () => {
  const certain = new Float64Array(100).fill(1);
  expect(randomisation(certain, { samples: 999 }).p).toBe(1 / 1000);
  const random = new Random(6);
  const noise = Float64Array.from({ length: 100 }, () => random.normal());
  expect(randomisation(noise, { seed: 3 })).toEqual(randomisation(noise, { seed: 3 }));
  expect(randomisation(noise, { seed: 3 })).not.toEqual(randomisation(noise, { seed: 4 }));
});

test("rejects a single query and an invalid number of samples", () => {
  expect(() => randomisation(Float64Array.of(1))).toThrow("at least 2 queries, got 1");
  expect(() => randomisation(Float64Array.of(1, 2), { samples: 0 })).toThrow(
    "samples must be a whole number ≥ 1, got 0",
  );
});
