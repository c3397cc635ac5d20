import { expect, test } from "vitest";
import { computeDcg } from "./gain.ts";

// The worked example of the lecture "Evaluation": ten documents, their grades in ranked order.
const grades = Int32Array.of(3, 2, 3, 0, 0, 1, 2, 2, 3, 0);
const ideal = grades.slice().sort().reverse();

test("the log-rank form of the lecture's example is 9.61, its ideal 10.88", () => {
  expect(computeDcg(grades, "log-rank", 10)).toBeCloseTo(9.6051177, 7);
  expect(computeDcg(ideal, "log-rank", 10)).toBeCloseTo(10.8840552, 7);
});

test("the linear form equals trec_eval's", () => {
  expect(computeDcg(grades, "linear", 10)).toBeCloseTo(8.3187531, 7);
  expect(computeDcg(ideal, "linear", 10)).toBeCloseTo(9.0735957, 7);
});

test("the exponential form gives high grades more weight", () => {
  expect(computeDcg(grades, "exp", 10)).toBeCloseTo(16.802601, 6);
  expect(computeDcg(ideal, "exp", 10)).toBeCloseTo(18.7710513, 7);
});

test("the cutoff ends the sum, and grades below 1 add nothing", () => {
  // log-rank: 3 at rank 1, 2/log2(2) at rank 2
  expect(computeDcg(grades, "log-rank", 2)).toBe(5);
  expect(computeDcg(Int32Array.of(-1, 0, -2), "exp", Infinity)).toBe(0);
});

test("rejects a grade whose power would overflow", () => {
  expect(() => computeDcg(Int32Array.of(1001), "exp", 10)).toThrow(
    "form=exp takes grades up to 1000, got 1001",
  );
  expect(computeDcg(Int32Array.of(1001), "linear", 10)).toBe(1001);
});
