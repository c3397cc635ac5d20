import fc from "fast-check";
import { expect, test } from "vitest";
import { nextMerge, type SegmentSize } from "./merge-policy.ts";

const clean = (documents: number): SegmentSize => ({ documents, deleted: 0 });

/** Commits segments of these sizes one after another; returns those that are left, and how many documents were rewritten. */
function committed(
  sizes: readonly number[],
  start: readonly number[] = [],
): { readonly left: readonly number[]; readonly most: number; readonly rewritten: number } {
  let left = [...start];
  let [rewritten, most] = [0, left.length];
  for (const size of sizes) {
    left.push(size);
    for (let range = nextMerge(left.map(clean)); range !== undefined; ) {
      const merged = left.slice(...range).reduce((sum, documents) => sum + documents, 0);
      rewritten += merged;
      left = [...left.slice(0, range[0]), merged, ...left.slice(range[1])];
      range = nextMerge(left.map(clean));
    }
    most = Math.max(most, left.length);
  }
  return { left, most, rewritten };
}

test("eight of a level become one of the next", () => {
  expect(nextMerge([1, 1, 1, 1, 1, 1, 1].map(clean))).toBeUndefined();
  expect(nextMerge([1, 1, 1, 1, 1, 1, 1, 1].map(clean))).toEqual([0, 8]);
  expect(nextMerge([64, 1, 1, 1, 1, 1, 1, 1, 1].map(clean))).toEqual([1, 9]);
});

test("a large segment is not rewritten for small ones behind it", () => {
  const tens = new Array<number>(1000).fill(10);
  const { left, rewritten } = committed(tens, [1_000_000]);
  expect(left[0]).toBe(1_000_000);
  expect(left.reduce((sum, size) => sum + size, 0)).toBe(1_010_000);
  // Ten thousand documents, each on four levels: 10 to 80, 640, 5,120 at most.
  expect(rewritten).toBeLessThan(4 * 10_000);
});

test("each document is rewritten at most once a level, and segments stay few", () => {
  const commits = fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 300 });
  const large = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { maxLength: 3 });
  fc.assert(
    fc.property(commits, large, (sizes, start) => {
      const { left, most, rewritten } = committed(sizes, start);
      const total = [...start, ...sizes].reduce((sum, size) => sum + size, 0);
      expect(left.reduce((sum, size) => sum + size, 0)).toBe(total);
      const levels = 1 + Math.floor(Math.log2(total) / 3);
      expect(rewritten).toBeLessThanOrEqual(levels * total);
      expect(most).toBeLessThanOrEqual(8 * levels + start.length);
    }),
  );
});

test("a segment that is mostly of deleted documents is rewritten", () => {
  expect(nextMerge([clean(100), { documents: 10, deleted: 6 }, clean(3)])).toEqual([1, 2]);
  expect(nextMerge([clean(100), { documents: 10, deleted: 5 }, clean(3)])).toBeUndefined();
});
