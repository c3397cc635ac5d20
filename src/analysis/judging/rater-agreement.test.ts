import { expect, test } from "vitest";
import type { RatedJudgement } from "../../collection/index.ts";
import { combineRaters, measureAgreement } from "./rater-agreement.ts";

const rate = (rater: string, grades: readonly number[]): RatedJudgement[] =>
  grades.map((grade, i) => ({ query: "q", document: `d${i}`, grade, rater }));

// ann and bob on d0, d1, d2, d3: equal on three of four; by chance .5·.25 + .5·.75 = .5; kappa .5
const JUDGEMENTS = [
  ...rate("ann", [1, 1, 0, 0]),
  ...rate("bob", [1, 0, 0, 0]),
  ...rate("cem", [2, 1]),
];

test("raters are compared on the documents that both judged", () => {
  const { raters, pairs, fleiss, judgements, queries } = measureAgreement(JUDGEMENTS);
  expect([judgements, queries, raters]).toEqual([10, 1, ["ann", "bob", "cem"]]);
  const [first] = pairs;
  expect(first).toMatchObject({ raters: ["ann", "bob"], items: 4, equal: 0.75 });
  expect(first?.kappa).toBeCloseTo(0.5, 12);
  expect(pairs.map(({ items }) => items)).toEqual([4, 2, 2]);
  expect(fleiss?.items).toBe(4);
});

test("one grade is the median of the raters, the lower one of two", () => {
  expect(combineRaters(JUDGEMENTS).map(({ grade }) => grade)).toEqual([1, 1, 0, 0]);
  expect(combineRaters([...rate("a", [3]), ...rate("b", [0])])).toEqual([
    { query: "q", document: "d0", grade: 0 },
  ]);
});

test("one rater agrees with nobody", () => {
  expect(measureAgreement(rate("ann", [1]))).toEqual({
    ...{ judgements: 1, queries: 1, raters: ["ann"], pairs: [] },
  });
});
