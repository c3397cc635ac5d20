import { describe, expect, test } from "vitest";
import type { Period } from "../scoring/training-record.ts";
import { shouldStopEarly } from "./early-stopping.ts";

function createPeriods(values: readonly (number | undefined)[]): Period[] {
  return values.map((value, i) => ({
    ...{ steps: i + 1, examples: i + 1, loss: 1 / (i + 1), rateFactor: 1 },
    ...(value !== undefined && { value, depth: 1 }),
  }));
}

describe("shouldStopEarly", () => {
  test.each([
    ["before the first validation", [], 1, false],
    ["while validation improves", [0.1, 0.2, 0.3], 1, false],
    ["one period after the best, with patience 2", [0.1, 0.3, 0.2], 2, false],
    ["two periods after the best, with patience 2", [0.1, 0.3, 0.2, 0.2], 2, true],
    ["a tie does not count as better", [0.3, 0.3, 0.3], 2, true],
    ["never without validation", [undefined, undefined, undefined], 1, false],
  ])("%s", (_, values, patience, expected) => {
    expect(shouldStopEarly(createPeriods(values), patience)).toBe(expected);
  });
});
