import { expect, test } from "vitest";
import { selectReportedTerms } from "./learning-report.ts";

/** Terms t0, t1, … with falling weights. */
function createTerms(count: number) {
  return Array.from({ length: count }, (_, i) => ({
    ...{ term: `t${i}`, query: count - i, document: 1, queries: 2 },
  }));
}

const select = (count: number): string[] => {
  const { up, down } = selectReportedTerms(createTerms(count));
  return [up, down].map((terms) => terms.map(({ term }) => term).join(" "));
};

test("the report has the heaviest and the lightest terms, and none twice", () => {
  expect(select(0)).toEqual(["", ""]);
  expect(select(1)).toEqual(["t0", ""]);
  expect(select(5)).toEqual(["t0 t1 t2", "t4 t3"]);
  const [up = "", down = ""] = select(100);
  expect(up.split(" ")).toEqual(Array.from({ length: 12 }, (_, i) => `t${i}`));
  expect(down.split(" ")).toEqual(Array.from({ length: 12 }, (_, i) => `t${99 - i}`));
});
