import { expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { bootstrapInterval } from "./bootstrap.ts";

test("equals the interval of the normal distribution for many normal values", () => {
  const random = new Random(9);
  const values = Float64Array.from({ length: 2000 }, () => random.normal());
  const mean = values.reduce((a, b) => a + b) / 2000;
  const [low, high] = bootstrapInterval(values, { resamples: 4000 });
  // 1.96 standard errors of the mean; 4,000 resamples place an end to about 3 % of that.
  const half = 1.96 / Math.sqrt(2000);
  expect(Math.abs(low - (mean - half))).toBeLessThan(0.15 * half);
  expect(Math.abs(high - (mean + half))).toBeLessThan(0.15 * half);
});

test("is a point if all values are equal, and wider at higher confidence", () => {
  expect(bootstrapInterval(Float64Array.of(0.25, 0.25, 0.25))).toEqual([0.25, 0.25]);
  const values = Float64Array.of(0, 0.1, 0.5, 0.9, 1);
  const [low95, high95] = bootstrapInterval(values);
  const [low80, high80] = bootstrapInterval(values, { confidence: 0.8 });
  expect(low95).toBeLessThan(low80);
  expect(high95).toBeGreaterThan(high80);
});

test("is the same for the same random stream", () => {
  const values = Float64Array.of(1, 2, 3, 4);
  const draw = (seed: number) => bootstrapInterval(values, { random: new Random(seed) });
  expect(draw(1)).toEqual(draw(1));
  expect(bootstrapInterval(values)).toEqual(draw(1));
});

test("rejects no values, no resamples and an invalid confidence", () => {
  expect(() => bootstrapInterval(new Float64Array(0))).toThrow("at least 1 value, got 0");
  const values = Float64Array.of(1, 2);
  expect(() => bootstrapInterval(values, { resamples: 0 })).toThrow("resamples must be a whole");
  expect(() => bootstrapInterval(values, { confidence: 95 })).toThrow("between 0 and 1, got 95");
});
