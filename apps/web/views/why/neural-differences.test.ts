import { expect, test } from "vitest";
import { computeNeuralDifferences } from "./neural-differences.ts";

const query = [{ word: "red" }, {}];

test("query words and biases add up to the difference of two scores, the largest first", () => {
  const first = { query, contributions: [0.5, 0.25], rest: 1 };
  const second = { query, contributions: [0.25, 1], rest: 0.875 };
  expect(computeNeuralDifferences(first, second)).toEqual([
    { label: "(unknown)", first: 0.25, second: 1, difference: -0.75 },
    { label: "red", first: 0.5, second: 0.25, difference: 0.25 },
    { label: "biases of the network", first: 1, second: 0.875, difference: 0.125 },
  ]);
});

test("a model without contributions has no such parts", () => {
  expect(computeNeuralDifferences({ query }, { query })).toBeUndefined();
  expect(computeNeuralDifferences(undefined, { query })).toBeUndefined();
});
