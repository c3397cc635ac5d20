import { describe, expect, test } from "vitest";
import { computeCohenKappa, computeFleissKappa } from "./agreement.ts";

/** Two lists of grades from a table of counts: rows are those of the first rater. */
function expand(table: readonly (readonly number[])[]): [number[], number[]] {
  const [first, second]: [number[], number[]] = [[], []];
  for (const [a, row] of table.entries()) {
    for (const [b, count] of row.entries()) {
      for (let i = 0; i < count; i++) {
        first.push(a);
        second.push(b);
      }
    }
  }
  return [first, second];
}

describe("computeCohenKappa", () => {
  // 50 items: equal 35/50 = .7; by chance .5·.6 + .5·.4 = .5; (.7 - .5) / (1 - .5) = .4
  test("is .4 for the table worked out by hand", () => {
    const [first, second] = expand([
      [20, 5],
      [10, 15],
    ]);
    const { kappa, equal, items } = computeCohenKappa(first, second);
    expect(kappa).toBeCloseTo(0.4, 12);
    expect([equal, items]).toEqual([0.7, 50]);
  });

  // Manning, Raghavan and Schütze, Introduction to Information Retrieval, table 8.2:
  // 400 documents; equal 370/400 = .925; relevant (320 + 310)/800 = .7878 by pooled marginals.
  // Cohen's own marginals: .8·.775 + .2·.225 = .665; (.925 - .665) / .335 = .77612
  test("agrees with the table of a textbook, by each rater's own marginals", () => {
    const [first, second] = expand([
      [70, 10],
      [20, 300],
    ]);
    expect(computeCohenKappa(first, second).kappa).toBeCloseTo(0.26 / 0.335, 12);
  });

  // Grades (0,0) (1,2) (2,1) (2,2): linear disagreement 2/4; by chance: first {0:1,1:1,2:2},
  // second {0:1,1:1,2:2}: (0·1+1·1+2·2) + (1+0+2) + 2·(2+1+0) = 14, over 16; kappa = 1 - .5/.875
  // Quadratic: 2/4; by chance (1+8) + (1+2) + 2·(4+1) = 22, over 16; kappa = 1 - .5/1.375
  test("weights differences of grades linearly or by their squares", () => {
    const [first, second] = [
      [0, 1, 2, 2],
      [0, 2, 1, 2],
    ];
    const kappa = (weights: "linear" | "quadratic"): number =>
      computeCohenKappa(first as number[], second as number[], { weights }).kappa;
    expect(kappa("linear")).toBeCloseTo(1 - 0.5 / 0.875, 12);
    expect(kappa("quadratic")).toBeCloseTo(1 - 0.5 / 1.375, 12);
  });

  test("is 1 for equal grades, and undefined where both raters used one grade", () => {
    expect(computeCohenKappa([0, 1, 2], [0, 1, 2]).kappa).toBe(1);
    expect(computeCohenKappa([1, 1], [1, 1])).toMatchObject({ kappa: Number.NaN, equal: 1 });
  });

  test("refuses lists of different lengths and empty ones", () => {
    expect(() => computeCohenKappa([1], [])).toThrow("got 1 and 0 grades");
    expect(() => computeCohenKappa([], [])).toThrow("at least one item");
  });
});

describe("computeFleissKappa", () => {
  // Ten items graded 1 to 5 by fourteen raters; each row has the counts of the grades.
  // Column shares .143 .200 .279 .150 .229, their squares sum to .21275; mean agreement .37802;
  // (.37802 - .21275) / (1 - .21275) = .20993
  test("is .210 for ten items and fourteen raters", () => {
    const counts = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    const items = counts.map((row) =>
      row.flatMap((count, grade) => new Array<number>(count).fill(grade)),
    );
    const { kappa, equal } = computeFleissKappa(items);
    expect(kappa).toBeCloseTo(0.20993, 5);
    expect(equal).toBeCloseTo(0.37802, 5);
  });

  test("leaves out items with one grade, and needs another", () => {
    expect(computeFleissKappa([[1, 1], [0, 0], [2]])).toMatchObject({ kappa: 1, items: 2 });
    expect(() => computeFleissKappa([[1]])).toThrow("two raters");
  });
});
