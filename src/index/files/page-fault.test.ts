/** Ranges that are missed together are fetched with few requests, and nothing is left out. */

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  coalesceRanges,
  MAX_REQUESTS,
  needAllOf,
  PageFault,
  retryOnPageFault,
} from "./page-fault.ts";

test("ranges that overlap or lie near one another are one", () => {
  const ranges = [
    { from: 90_000, to: 90_010 },
    { from: 0, to: 100 },
    { from: 50, to: 80 },
    { from: 1000, to: 1200 },
  ];
  expect(coalesceRanges(ranges)).toEqual([
    { from: 0, to: 1200 },
    { from: 90_000, to: 90_010 },
  ]);
});

test("many ranges become few that hold all of them", () => {
  const range = fc
    .tuple(fc.nat(10_000_000), fc.nat(30_000))
    .map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(fc.array(range, { maxLength: 100, size: "max" }), (ranges) => {
      const coalesced = coalesceRanges(ranges);
      expect(coalesced.length).toBeLessThanOrEqual(MAX_REQUESTS);
      for (const { from, to } of ranges) {
        expect(coalesced.some((each) => each.from <= from && to <= each.to)).toBe(true);
      }
      for (const [i, { to }] of coalesced.entries()) {
        expect(coalesced[i + 1]?.from ?? Infinity).toBeGreaterThan(to);
      }
    }),
  );
});

test("what several miss is fetched before any begins again; other errors pass", async () => {
  const present = new Set<number>();
  const requested: number[] = [];
  const file = {
    fetch: async (from: number) => {
      requested.push(from);
      present.add(from);
    },
  };
  const need = (from: number) => () => {
    if (!present.has(from)) throw new PageFault([{ file, from, to: from + 1 }]);
  };
  let rounds = 0;
  await retryOnPageFault(() => {
    rounds++;
    needAllOf([need(0), need(100_000), need(200_000)]);
  });
  expect([rounds, requested]).toEqual([2, [0, 100_000, 200_000]]);
  const fail = (): never => {
    throw new RangeError("other");
  };
  expect(() => needAllOf([need(300_000), fail])).toThrow(RangeError);
});
