import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeWeight, encodeWeight, TermWeights } from "./term-weights.ts";

describe("weights of terms", () => {
  test("have 8 significant bits, and small whole numbers and halves are exact", () => {
    for (const weight of [0, 0.5, 1, 1.75, 3])
      expect(decodeWeight(encodeWeight(weight))).toBe(weight);
    // .3 = 1.2 · 2^-2, and 1.2 · 128 = 153.6 rounds to 154: 154 / 512.
    expect(new TermWeights([["t", 0.3]]).weight("t")).toBe(154 / 512);
  });

  test("are within one in 256 of the input, and 0 only for 0", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-30, max: 1e30, noNaN: true }), (weight) => {
        const rounded = decodeWeight(encodeWeight(weight));
        expect(rounded).toBeGreaterThan(0);
        expect(Math.abs(rounded / weight - 1)).toBeLessThan(1 / 256);
      }),
    );
    expect(new TermWeights([["t", 1e-60]]).weight("t")).toBeGreaterThan(0);
  });

  test.each([-1, NaN, Infinity, 1e60])("reject %d", (weight) => {
    expect(() => new TermWeights([["t", weight]])).toThrow("must be finite and ≥ 0");
  });
});
