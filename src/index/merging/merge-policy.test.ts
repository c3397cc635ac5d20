import fc from "fast-check";
import { expect, test } from "vitest";
import { findMerge, type SegmentSize } from "./merge-policy.ts";

const toSegmentSize = (documents: number): SegmentSize => ({ documents, deleted: 0 });

/**
 * Commits segments of these sizes one after another; returns the remaining segments and the number
 * of rewritten documents.
 */
function simulateCommits(
  sizes: readonly number[],
  start: readonly number[] = [],
): {
  readonly remaining: readonly number[];
  readonly maxSegments: number;
  readonly rewritten: number;
} {
  let remaining = [...start];
  let [rewritten, maxSegments] = [0, remaining.length];
  for (const size of sizes) {
    remaining.push(size);
    for (let range = findMerge(remaining.map(toSegmentSize)); range !== undefined; ) {
      const merged = remaining.slice(...range).reduce((sum, documents) => sum + documents, 0);
      rewritten += merged;
      remaining = [...remaining.slice(0, range[0]), merged, ...remaining.slice(range[1])];
      range = findMerge(remaining.map(toSegmentSize));
    }
    maxSegments = Math.max(maxSegments, remaining.length);
  }
  return { remaining, maxSegments, rewritten };
}

test("merges eight segments of a level into one of the next", () => {
  expect(findMerge([1, 1, 1, 1, 1, 1, 1].map(toSegmentSize))).toBeUndefined();
  expect(findMerge([1, 1, 1, 1, 1, 1, 1, 1].map(toSegmentSize))).toEqual([0, 8]);
  expect(findMerge([64, 1, 1, 1, 1, 1, 1, 1, 1].map(toSegmentSize))).toEqual([1, 9]);
});

test("does not rewrite a large segment for small ones after it", () => {
  const tens = new Array<number>(1000).fill(10);
  const { remaining, rewritten } = simulateCommits(tens, [1_000_000]);
  expect(remaining[0]).toBe(1_000_000);
  expect(remaining.reduce((sum, size) => sum + size, 0)).toBe(1_010_000);
  // Ten thousand documents, each on four levels: 10 to 80, 640, at most 5,120.
  expect(rewritten).toBeLessThan(4 * 10_000);
});

test("rewrites each document at most once per level, and keeps segments few", () => {
  const commits = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 300 });
  const large = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 3 });
  fc.assert(
    fc.property(commits, large, (sizes, start) => {
      const { remaining, maxSegments, rewritten } = simulateCommits(sizes, start);
      const total = [...start, ...sizes].reduce((sum, size) => sum + size, 0);
      expect(remaining.reduce((sum, size) => sum + size, 0)).toBe(total);
      const levels = 1 + Math.floor(Math.log2(total) / 3);
      expect(rewritten).toBeLessThanOrEqual(levels * total);
      expect(maxSegments).toBeLessThanOrEqual(8 * levels + start.length);
    }),
  );
});

test("rewrites a segment with mostly deleted documents", () => {
  expect(findMerge([toSegmentSize(100), { documents: 10, deleted: 6 }, toSegmentSize(3)])).toEqual([
    1, 2,
  ]);
  expect(
    findMerge([toSegmentSize(100), { documents: 10, deleted: 5 }, toSegmentSize(3)]),
  ).toBeUndefined();
});
