import { expect, test } from "vitest";
import { judgeBestModel } from "./best-model.ts";

/** Ten queries with small differences from one half, so that the shift decides. */
const createValuesAround = (middle: number): readonly number[] =>
  Array.from({ length: 10 }, (_, i) => middle + (i % 2 === 0 ? 0.01 : -0.01) * (1 + i / 10));

const readVerdict = (models: Readonly<Record<string, readonly number[]>>): string | undefined =>
  judgeBestModel("ours", new Map(Object.entries(models)))[0]?.verdict;

test("the best is significantly better than every other", () => {
  expect(
    readVerdict({
      ours: createValuesAround(0.8),
      a: createValuesAround(0.5).toReversed(),
      b: createValuesAround(0.4),
    }),
  ).toBe("holds");
});

test("the highest mean alone is not enough", () => {
  const level = createValuesAround(0.5).toReversed();
  expect(
    readVerdict({ ours: createValuesAround(0.5001), a: level, b: createValuesAround(0.1) }),
  ).toBe("not shown");
});

test("a significantly better model refutes the claim and is named", () => {
  const values = {
    ours: createValuesAround(0.5),
    a: createValuesAround(0.7).toReversed(),
    b: createValuesAround(0.1),
  };
  const [finding] = judgeBestModel("ours", new Map(Object.entries(values)));
  expect(finding?.verdict).toBe("fails");
  // By hand: ten offsets of ±.01 (1 + i / 10) have a mean of −.0005.
  expect(finding?.measured).toContain("strongest other a .6995, difference −.2000");
});

test("a model without values or rivals has no finding", () => {
  expect(judgeBestModel("ours", new Map([["a", [1, 2]]]))).toEqual([]);
  expect(judgeBestModel("ours", new Map([["ours", [1, 2]]]))).toEqual([]);
});
