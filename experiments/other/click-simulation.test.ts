import { expect, test } from "vitest";
import { simulateClicks } from "./click-simulation.ts";

const QUERIES = [
  {
    query: "q",
    rankings: [
      ["a", "b", "c"],
      ["b", "a", "c"],
    ],
    isRelevant: (id: string) => id === "b",
  },
];

test("ranks are clicked by examination times the click rate of the document", () => {
  const count = 8000;
  const model = { bias: 1, relevant: 0.8, noise: 0.2 };
  const impressions = simulateClicks(QUERIES, count, model, 1);
  expect(impressions).toHaveLength(count);
  for (const [list, first] of ["a", "b"].entries()) {
    const shown = impressions.filter((each) => each.shown[0] === first);
    expect(shown).toHaveLength(count / 2);
    for (const [rank, id] of (QUERIES[0]?.rankings[list] ?? []).entries()) {
      const rate = shown.filter(({ clicked }) => clicked.includes(id)).length / shown.length;
      const expected = (id === "b" ? 0.8 : 0.2) / (rank + 1);
      expect(Math.abs(rate - expected)).toBeLessThan(0.03); // four standard errors at most
    }
  }
});

test("the same seed gives the same clicks", () => {
  const model = { bias: 1, relevant: 0.9, noise: 0.1 };
  expect(simulateClicks(QUERIES, 20, model, 3)).toEqual(simulateClicks(QUERIES, 20, model, 3));
  expect(simulateClicks(QUERIES, 20, model, 3)).not.toEqual(simulateClicks(QUERIES, 20, model, 4));
});
