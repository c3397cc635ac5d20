import { describe, expect, test } from "vitest";
import {
  computeMeanGap,
  computeMeanSpan,
  findClosestGroups,
  findPhrasePosition,
  sumFirstPositions,
} from "./query-term-positions.ts";

const words = (text: string): string[] => text.split(" ");

describe("query terms in x a x x b c x a b", () => {
  // a at 1 and 7, b at 4 and 8, c at 5
  const document = words("x a x x b c x a b");

  test("have a mean gap between first occurrences", () => {
    expect(computeMeanGap(words("a b"), document)).toBe(2); // 1 … 4
    expect(computeMeanGap(words("b a"), document)).toBe(2); // the order does not matter
    expect(computeMeanGap(words("a b c"), document)).toBe((2 + 3 + 0) / 3);
    expect(computeMeanGap(words("a z"), document)).toBeUndefined();
  });

  test("have first positions", () => {
    expect(sumFirstPositions(words("a b c"), document)).toBe(1 + 4 + 5);
    expect(sumFirstPositions(words("a a"), document)).toBe(1);
  });

  test("occur as a phrase or not at all", () => {
    expect(findPhrasePosition(words("a b"), document)).toBe(7);
    expect(findPhrasePosition(words("b c"), document)).toBe(4);
    expect(findPhrasePosition(words("c b"), document)).toBe(Infinity);
  });

  test("have closest groups, counted by the other words inside", () => {
    // From a: (1,4) with 2 others, (7,8) with 0; from b: (1,4) or (4,7), (7,8).
    // b at 4 is 3 from either a; the first, 1, is taken: 2 others.
    expect(findClosestGroups(words("a b"), document)).toEqual({ others: 0, count: 2 });
    expect(findClosestGroups(words("a z"), document)).toBeUndefined();
  });

  test("have groups of a mean width", () => {
    // (1,4), (7,8), (1,4), (7,8): widths 3, 1, 3, 1
    expect(computeMeanSpan(words("a b"), document)).toBe(2);
  });
});
