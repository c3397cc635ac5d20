/** Training vectors on several threads, as built: Node 20 runs no TypeScript in a worker. */

import { describe, expect, test } from "vitest";

const { Neighbours, trainFastText } = (await import(
  new URL("../../dist/src/embeddings/index.js", import.meta.url).href
)) as typeof import("../../src/embeddings/index.ts");
const { Random } = (await import(
  new URL("../../dist/src/common/index.js", import.meta.url).href
)) as typeof import("../../src/common/index.ts");

/** Eight families of five words; the words of a line are all of one family. */
const FAMILIES = Array.from({ length: 8 }, (_, family) =>
  Array.from({ length: 5 }, (_, i) => `${"abcdefgh"[family]}word${i}`),
);

function createLines(count: number): string[][] {
  const random = new Random(5);
  return Array.from({ length: count }, () => {
    const family = FAMILIES[random.below(8)] as string[];
    return Array.from({ length: 10 }, () => family[random.below(5)] as string);
  });
}

describe.each([2, 3])("training on %i threads", (threads) => {
  test("processes the whole text and learns its families", async () => {
    const reports: number[] = [];
    const { vectors, loss } = await trainFastText(createLines(20_000), {
      threads,
      dimension: 16,
      epochs: 2,
      sampling: 1,
      ngrams: { smallest: 0, largest: 0, buckets: 0 },
      progress: ({ done }) => void reports.push(done),
    });
    expect(reports.at(-1)).toBe(2 * 20_000 * 11);
    expect(loss).toBeLessThan(6 * Math.log(2));
    const neighbours = new Neighbours(vectors);
    for (const family of FAMILIES) {
      const [first = "", ...others] = family;
      const neighbourWords = neighbours.findNearest(first, 4).map(({ word }) => word);
      expect(neighbourWords.sort()).toEqual(others);
    }
  });
});
