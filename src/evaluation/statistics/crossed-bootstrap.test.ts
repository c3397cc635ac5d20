import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { crossedBootstrapInterval } from "./crossed-bootstrap.ts";

/** `count` normal values around `mean`. */
const draw = (random: Random, count: number, mean: number): number[] =>
  Array.from({ length: count }, () => mean + random.normal());

describe("the interval over queries and seeds", () => {
  test("has the plain mean difference in its middle", () => {
    // System: (.2 + .4 + .6 + .8) / 4 = .5; baseline: (.1 + .3) / 2 = .2.
    const [mean, low, high] = crossedBootstrapInterval(
      [
        [0.2, 0.4],
        [0.6, 0.8],
      ],
      [[0.1, 0.3]],
    );
    expect(mean).toBeCloseTo(0.3, 12);
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
  });

  test("is that of the queries if all seeds agree", () => {
    const random = new Random(4);
    const differences = draw(random, 1500, 0.1);
    const system = [differences, differences, differences];
    const zero = differences.map(() => 0);
    const [mean, low, high] = crossedBootstrapInterval(system, [zero, zero, zero]);
    // 1.96 standard errors of a mean of 1,500 values of variance 1; 2,000 resamples place an end
    // to about a tenth of that.
    const half = 1.96 / Math.sqrt(1500);
    expect(Math.abs(mean - low - half)).toBeLessThan(0.15 * half);
    expect(Math.abs(high - mean - half)).toBeLessThan(0.15 * half);
  });

  test("is that of the seeds if all queries agree", () => {
    // Two seeds, 0 and 1: a resample has the means 0, ½ and 1 with chances ¼, ½ and ¼.
    const constant = (value: number): number[] => Array.from({ length: 50 }, () => value);
    const interval = crossedBootstrapInterval([constant(0), constant(1)], [constant(0)]);
    expect(interval.map((end) => Number(end.toFixed(12)))).toEqual([0.5, 0, 1]);
  });

  test("is wider than that of the queries if the seeds differ", () => {
    const random = new Random(7);
    const queries = draw(random, 200, 0);
    const seeds = [-0.4, -0.2, 0, 0.2, 0.4].map((shift) => queries.map((each) => each + shift));
    const [, low, high] = crossedBootstrapInterval(seeds, [queries]);
    const [, lowSame, highSame] = crossedBootstrapInterval([queries], [queries]);
    expect([lowSame, highSame]).toEqual([0, 0]);
    // The standard error of five seeds: sqrt(.08 / 5) = .126, less than half of it at each end.
    expect(high - low).toBeGreaterThan(0.3);
  });

  test("is the same for equal values, whatever was compared before", () => {
    const values = [draw(new Random(1), 30, 0), draw(new Random(2), 30, 0)];
    const zero = [values[0]?.map(() => 0) as number[]];
    const first = crossedBootstrapInterval(values, zero);
    crossedBootstrapInterval(zero, values);
    expect(crossedBootstrapInterval(values, zero)).toEqual(first);
  });
});

test("seeds of different queries are refused with their numbers", () => {
  expect(() => crossedBootstrapInterval([[1, 2]], [[1]])).toThrow("got 2 and 1 values");
  expect(() => crossedBootstrapInterval([], [[1]])).toThrow("seeds of the same queries");
});
