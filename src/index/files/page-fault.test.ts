/** Missing ranges are fetched together with few requests, and completely. */

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  coalesceRanges,
  MAX_REQUESTS,
  needAll,
  PageFault,
  retryOnPageFault,
} from "./page-fault.ts";

test("joins ranges that overlap or are close", () => {
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

test("joins many ranges into few that cover all of them", () => {
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

test("fetches what several tasks miss before any of them is retried, and passes other errors on", async () => {
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
    needAll([need(0), need(100_000), need(200_000)]);
  });
  expect([rounds, requested]).toEqual([2, [0, 100_000, 200_000]]);
  const fail = (): never => {
    throw new RangeError("other");
  };
  expect(() => needAll([need(300_000), fail])).toThrow(RangeError);
});
