import { expect, test } from "vitest";
import { computeGains, type EvaluationResult } from "./evaluation-result.ts";

test("queries are ordered by their gain over the baseline", () => {
  const perQuery = [
    { query: "a", values: { base: { AP: 0.5 }, new: { AP: 0.25 } } },
    { query: "b", values: { base: { AP: 0.25 }, new: { AP: 1 } } },
  ];
  const result = { comparison: { baseline: "base" }, perQuery } as unknown as EvaluationResult;
  expect(computeGains(result, "new", "AP")).toEqual([
    { query: "b", value: 1, baseline: 0.25, gain: 0.75 },
    { query: "a", value: 0.25, baseline: 0.5, gain: -0.25 },
  ]);
});
