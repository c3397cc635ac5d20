import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeAxisTicks } from "./axis-ticks.ts";

describe("axisTicks", () => {
  test("has no halves on an axis of counts", () => {
    expect(computeAxisTicks(1, 3).labels).toEqual(["1.0", "1.5", "2.0", "2.5", "3.0"]);
    expect(computeAxisTicks(1, 3, 6, { isWhole: true }).labels).toEqual(["1", "2", "3"]);
    expect(computeAxisTicks(0, 40, 6, { isWhole: true }).values).toEqual([0, 10, 20, 30, 40]);
  });

  test("chooses the smallest round step within the maximum number of ticks", () => {
    // (1 - 0) / 5 = 0.2, which is round.
    expect(computeAxisTicks(0, 1)).toEqual({
      values: [0, 0.2, 0.4, 0.6, 0.8, 1],
      labels: ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"],
    });
    // (960 - 200) / 5 = 152, and 200 is the next round step.
    expect(computeAxisTicks(200, 960).values).toEqual([200, 400, 600, 800]);
    // (0.193 - 0.171) / 5 = 0.0044, and 0.005 is the next round step.
    expect(computeAxisTicks(0.171, 0.193).labels).toEqual(["0.175", "0.180", "0.185", "0.190"]);
  });

  test("handles negative ranges, and writes large and small numbers in short form", () => {
    expect(computeAxisTicks(-1, 1, 3).labels).toEqual(["-1", "0", "1"]);
    expect(computeAxisTicks(0, 4e6, 3).labels).toEqual(["0", "2e+6", "4e+6"]);
    expect(computeAxisTicks(0, 2e-6, 3).labels).toEqual(["0.000000", "1e-6", "2e-6"]);
  });

  test("has one tick for one value", () => {
    expect(computeAxisTicks(3.5, 3.5)).toEqual({ values: [3.5], labels: ["3.5"] });
    const above = 1 + Number.EPSILON; // the next double
    expect(computeAxisTicks(1, above)).toEqual({ values: [1], labels: ["1"] });
  });

  test("has evenly spaced ticks within the range, at least one and at most the maximum", () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(value, fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (low, span) => {
        const high = low + span;
        fc.pre(high - low > Math.abs(low) * 1e-6); // doubles this close have no round numbers in between
        const { values, labels } = computeAxisTicks(low, high);
        expect(labels).toHaveLength(values.length);
        expect(values.length).toBeGreaterThanOrEqual(1);
        expect(values.length).toBeLessThanOrEqual(6);
        const tolerance = span * 1e-6;
        for (const tick of values) {
          expect(tick).toBeGreaterThanOrEqual(low - tolerance);
          expect(tick).toBeLessThanOrEqual(high + tolerance);
        }
        const steps = values.slice(1).map((tick, i) => tick - (values[i] as number));
        for (const step of steps)
          expect(Math.abs(step - (steps[0] as number))).toBeLessThan(tolerance);
      }),
    );
  });
});
