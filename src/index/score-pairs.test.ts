import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GrowingWords } from "./growing-arrays.ts";
import { packPair, pairFrequency, pairLength, ScorePairs } from "./score-pairs.ts";

const anyPair = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 30 }));

describe("ScorePairs", () => {
  test("keeps exactly the pairs that no other beats in both", () => {
    fc.assert(
      fc.property(fc.array(anyPair, { minLength: 1 }), (pairs) => {
        const distinct = [...new Map(pairs.map((pair) => [String(pair), pair])).values()];
        const best = distinct.filter(
          ([frequency, length]) =>
            !distinct.some(
              ([f, l]) => f >= frequency && l <= length && (f > frequency || l < length),
            ),
        );
        expect(front(pairs)).toEqual(best.sort((a, b) => a[0] - b[0]));
      }),
      { numRuns: 1000 },
    );
  });

  test("starts over once drained", () => {
    const pairs = new ScorePairs();
    pairs.add(9, 1);
    pairs.drain(new GrowingWords());
    pairs.add(1, 5);
    const out = new GrowingWords();
    pairs.drain(out);
    expect([...out.view()].map((pair) => [pairFrequency(pair), pairLength(pair)])).toEqual([
      [1, 5],
    ]);
  });
});

test("a packed pair is exact while small, and never lowers a bound", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 0xffffffff }),
      fc.integer({ min: 0, max: 0xffffffff }),
      (frequency, length) => {
        const pair = packPair(frequency, length);
        expect(pairFrequency(pair)).toBeGreaterThanOrEqual(frequency);
        expect(pairFrequency(pair)).toBeLessThanOrEqual(frequency * (1 + 2 ** -10));
        expect(pairLength(pair)).toBe(Math.min(length, 65535));
      },
    ),
  );
  for (let frequency = 1; frequency < 2048; frequency++) {
    expect(pairFrequency(packPair(frequency, 3))).toBe(frequency);
  }
});

function front(pairs: readonly (readonly [number, number])[]): number[][] {
  const kept = new ScorePairs();
  for (const [frequency, length] of pairs) kept.add(frequency, length);
  const out = new GrowingWords();
  kept.drain(out);
  return [...out.view()].map((pair) => [pairFrequency(pair), pairLength(pair)]);
}
