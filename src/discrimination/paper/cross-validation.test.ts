import { describe, expect, test } from "vitest";
import { MemoryIndex } from "../../../test/oracle/memory-index.ts";
import { Random } from "../../common/random.ts";
import { createTermVectors } from "../../scoring/term-vectors.ts";
import { crossValidate, splitFolds } from "./cross-validation.ts";

/**
 * As in learn-weights.test.ts: rivals repeat uninformative words, and only learning separates them.
 */
const TOPICS = Array.from({ length: 15 }, (_, i) => `topic${i}`);
const index = new MemoryIndex([
  ...TOPICS.map((topic) => ({ id: `${topic}-answer`, terms: [topic, "hum", "hiss", "drone"] })),
  ...TOPICS.map((topic) => ({
    id: `${topic}-rival`,
    terms: [`um-${topic}`, `um-${topic}`, `er-${topic}`, `er-${topic}`],
  })),
]);
const data = {
  queries: TOPICS.map((topic) => ({ id: topic, terms: [topic, `um-${topic}`, `er-${topic}`] })),
  judgements: new Map(TOPICS.map((topic) => [topic, new Map([[`${topic}-answer`, 1]])])),
};
const { vectors } = createTermVectors(index.termsWithPrefix("", Infinity), (word) =>
  TOPICS.includes(word) ? [1, 0] : [0, 1],
);

describe("cross-validation", () => {
  test("ranks every query once, by weights learned without it", async () => {
    const { run, folds } = await crossValidate(index, vectors, data, {
      grid: [{ rate: 0 }, { rate: 0.05 }],
      batchSize: 3,
      epochs: 20,
    });
    expect([...run.rankings.keys()].sort()).toEqual([...TOPICS].sort());
    expect(folds.flatMap(({ queries }) => queries).sort()).toEqual([...TOPICS].sort());
    // Without learning every rival ranks first; the setting without learning is never chosen.
    expect(folds.map(({ setting }) => setting)).toEqual([1, 1, 1, 1, 1]);
    for (const [topic, { documents }] of run.rankings) expect(documents[0]).toBe(`${topic}-answer`);
  });

  test("splits queries into folds of nearly equal size, the same for one seed", () => {
    const items = Array.from({ length: 17 }, (_, i) => i);
    const folds = splitFolds(items, 5, new Random(2));
    expect(folds.map((fold) => fold.length)).toEqual([4, 4, 3, 3, 3]);
    expect(folds.flat().sort((a, b) => a - b)).toEqual(items);
    expect(splitFolds(items, 5, new Random(2))).toEqual(folds);
  });

  test.each([2, 18, 2.5])("refuses %d folds of 17 queries", (count) => {
    const items = Array.from({ length: 17 }, (_, i) => i);
    expect(() => splitFolds(items, count, new Random(1))).toThrow(
      "from 3 to the 17 judged queries",
    );
  });

  test("needs a setting", async () => {
    await expect(crossValidate(index, vectors, data, { grid: [] })).rejects.toThrow("got none");
  });
});
