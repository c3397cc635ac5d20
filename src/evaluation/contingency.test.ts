import { expect, test } from "vitest";
import { computeF1, computePrecision, computeRecall, countContingency } from "./contingency.ts";

// Five retrieved: grades 2, not judged, 0, 1, 1. Relevant in all: 2, 1, 1, 1, 1; one judged 0.
const ranking = {
  grades: Int32Array.of(2, -1, 0, 1, 1),
  ideal: Int32Array.of(2, 1, 1, 1, 1, 0),
};

test("counts the four cells", () => {
  expect(countContingency(ranking, 1, 20)).toEqual({
    truePositives: 3,
    falsePositives: 2,
    falseNegatives: 2,
    trueNegatives: 13,
  });
});

test("omits the true negatives without the size of the collection", () => {
  expect(countContingency(ranking, 1)).not.toHaveProperty("trueNegatives");
});

test("computes precision 3/5, recall 3/5 and F1 3/5; at grade 2, 1/5, 1 and 1/3", () => {
  const table = countContingency(ranking, 1);
  expect([computePrecision(table), computeRecall(table), computeF1(table)]).toEqual([
    3 / 5,
    3 / 5,
    6 / 10,
  ]);
  const strict = countContingency(ranking, 2);
  expect([computePrecision(strict), computeRecall(strict), computeF1(strict)]).toEqual([
    1 / 5,
    1,
    2 / 6,
  ]);
});

test("returns 0 if nothing was retrieved or nothing is relevant", () => {
  const nothing = countContingency({ grades: new Int32Array(0), ideal: new Int32Array(0) }, 1);
  expect([computePrecision(nothing), computeRecall(nothing), computeF1(nothing)]).toEqual([
    0, 0, 0,
  ]);
});

test("rejects a collection smaller than its retrieved and relevant documents", () => {
  expect(() => countContingency(ranking, 1, 6)).toThrow(
    "a collection of 6 documents cannot have 5",
  );
});
