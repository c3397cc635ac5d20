import { describe, expect, test } from "vitest";
import { computeLambdaWeights } from "./lambda-weights.ts";

describe("lambdaWeights", () => {
  test("is the change of nDCG when two documents swap, worked out by hand", () => {
    // Grades 2, 1, 0 have gains 3, 1, 0. By score the order is third, first, second, so the
    // ranks are 2, 3, 1 with 1/log2(1 + rank) = 0.63093, 0.5, 1. The ideal DCG is
    // 3 + 0.63093 = 3.63093. Pair (2, 1): 2 / 3.63093 · 0.13093 = 0.072119;
    // pair (2, 0): 3 / 3.63093 · 0.36907 = 0.304939; pair (1, 0): 1 / 3.63093 · 0.5 = 0.137706.
    const weights = computeLambdaWeights([{ grades: [2, 1, 0] }], [0.5, 0.1, 0.9]);
    const expected = [0.072119, 0.304939, 0.137706];
    expect(weights).toHaveLength(3);
    for (const [i, weight] of weights.entries()) {
      expect(weight * Math.LN2).toBeCloseTo(Number(expected[i]), 5);
    }
  });

  test("weights each list separately and averages over lists", () => {
    const triple = { grades: [1, 0] };
    const [alone = 0] = computeLambdaWeights([triple], [1, 2]);
    const both = computeLambdaWeights([triple, triple], [1, 2, 5, -3]);
    // Swapping ranks 1 and 2 changes nDCG by 1 - 1/log2(3) = 0.36907, whichever is first.
    expect(alone * Math.LN2).toBeCloseTo(1 - 1 / Math.log2(3), 12);
    expect(both).toEqual([alone / 2, alone / 2]);
  });
});
