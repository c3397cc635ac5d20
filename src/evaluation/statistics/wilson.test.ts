import { describe, expect, test } from "vitest";
import { wilsonInterval } from "./wilson.ts";

describe("wilsonInterval", () => {
  // Wilson's formula by hand: z² = 3.841459; for 7 of 10 the centre is
  // (0.7 + 0.384146/2) / 1.384146 = 0.644494 and the half width 0.247716.
  test.each([
    [7, 10, 0.396778, 0.89221],
    [0, 10, 0, 0.277533],
    [10, 10, 0.722467, 1],
  ])("equals the value computed by hand for %i of %i", (successes, trials, low, high) => {
    const [from, to] = wilsonInterval(successes, trials);
    expect(from).toBeCloseTo(low, 5);
    expect(to).toBeCloseTo(high, 5);
  });

  test("is [0, 1] without trials", () => {
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  });

  test("rejects more successes than trials", () => {
    expect(() => wilsonInterval(3, 2)).toThrow("from 0 to the 2 trials, got 3");
  });
});
