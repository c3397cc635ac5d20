import { expect, test } from "vitest";
import { MemoryIndex } from "../../test/oracle/memory-index.ts";
import { TermWeights } from "../index/weights/term-weights.ts";
import { WeightedView } from "../index/weights/weighted-view.ts";
import { computeWeightStatistics } from "./weight-statistics.ts";

const index = new MemoryIndex([
  { id: "1", terms: ["of", "fox"] },
  { id: "2", terms: ["of", "fox", "den"] },
  { id: "3", terms: ["of", "fly"] },
  { id: "4", terms: ["of", "the"] },
]);

test("statistics list the terms that weights drop and favour", () => {
  const weights = new TermWeights(
    Object.entries({ the: 0, of: 0.25, fox: 1, den: 2, fly: 2, an: 0 }),
  );
  const figures = computeWeightStatistics(new WeightedView(index, weights), 2);
  expect(figures).toMatchObject({
    terms: 6,
    dropped: 2,
    heaviest: [
      { term: "den", weight: 2 },
      { term: "fly", weight: 2 },
    ],
    lightest: [
      { term: "of", weight: 0.25 },
      { term: "fox", weight: 1 },
    ],
    droppedTerms: ["an", "the"],
  });
  // Documents of den, fly, fox, of: 1, 1, 2, 4. The order of weights is that of rarity, ties included.
  expect(figures.idfCorrelation?.coefficient).toBeCloseTo(1, 12);
});

test("statistics have no correlation with idf if all weights are equal", () => {
  const figures = computeWeightStatistics(new WeightedView(index, new TermWeights([["of", 1]])));
  expect(figures.idfCorrelation).toBeUndefined();
});

test("an index without weights has no statistics", () => {
  expect(() => computeWeightStatistics(index)).toThrow("the index has no weights");
});
