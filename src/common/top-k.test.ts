import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TopK } from "./top-k.ts";

const larger = (a: number, b: number): boolean => a > b;

describe("TopK", () => {
  test("equals a full sort by score, then by the tie rule, for any stream and any k", () => {
    const stream = fc.uniqueArray(fc.tuple(fc.nat(500), fc.integer({ min: -3, max: 3 })), {
      selector: ([item]) => item,
    });
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 40 }), (pairs, k) => {
        const top = new TopK(k, larger);
        for (const [item, score] of pairs) top.push(item, score);
        const sorted = pairs.toSorted((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, k);
        const { items, scores } = top.drain();
        expect([...items]).toEqual(sorted.map(([item]) => item));
        expect([...scores]).toEqual(sorted.map(([, score]) => score));
        expect(top.size).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test("keeps the winner of a tie at rank k in any order of arrival", () => {
    for (const order of [
      [4, 9],
      [9, 4],
    ]) {
      const top = new TopK(1, larger);
      for (const item of order) top.push(item, 1);
      expect([...top.drain().items]).toEqual([9]);
    }
  });

  test("returns the score that a new item has to reach", () => {
    const top = new TopK(2, larger);
    top.push(1, 5);
    expect(top.threshold).toBe(-Infinity);
    top.push(2, 3);
    expect(top.threshold).toBe(3);
    expect(top.push(3, 2.5)).toBe(false);
    expect(top.push(3, 3)).toBe(true); // wins the tie against item 2
  });

  test.each([0, -1, 2.5, NaN])("rejects k = %s", (k) => {
    expect(() => new TopK(k, larger)).toThrow("must be a whole number ≥ 1");
  });
});
