import { expect, test } from "vitest";
import { contingency, f1, precisionOf, recallOf } from "./contingency.ts";

// Five retrieved: grades 2, not judged, 0, 1, 1. Relevant in all: 2, 1, 1, 1, 1; one judged 0.
const judged = {
  grades: Int32Array.of(2, -1, 0, 1, 1),
  ideal: Int32Array.of(2, 1, 1, 1, 1, 0),
};

test("counts the four cells", () => {
  expect(contingency(judged, 1, 20)).toEqual({
    truePositives: 3,
    falsePositives: 2,
    falseNegatives: 2,
    trueNegatives: 13,
  });
});

test("leaves the true negatives open without the size of the collection", () => {
  expect(contingency(judged, 1)).not.toHaveProperty("trueNegatives");
});

test("gives precision 3/5, recall 3/5 and F1 3/5 on it; at grade 2, 1/5, 1 and 1/3", () => {
  const table = contingency(judged, 1);
  expect([precisionOf(table), recallOf(table), f1(table)]).toEqual([3 / 5, 3 / 5, 6 / 10]);
  const strict = contingency(judged, 2);
  expect([precisionOf(strict), recallOf(strict), f1(strict)]).toEqual([1 / 5, 1, 2 / 6]);
});

test("gives 0 where nothing was retrieved or nothing is relevant", () => {
  const nothing = contingency({ grades: new Int32Array(0), ideal: new Int32Array(0) }, 1);
  expect([precisionOf(nothing), recallOf(nothing), f1(nothing)]).toEqual([0, 0, 0]);
});

test("refuses a collection smaller than its retrieved and relevant documents", () => {
  expect(() => contingency(judged, 1, 6)).toThrow("a collection of 6 documents cannot have 5");
});
