import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GrowingWords } from "../../common/bytes/growing-arrays.ts";
import type { Section } from "./file-frame.ts";
import {
  packPair,
  packPairs,
  pairFrequency,
  pairLength,
  ScorePairs,
  unpackPairs,
} from "./impacts.ts";

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

describe("packed pairs", () => {
  const anyFront = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 70_000 })))
    .map((pairs) => {
      const kept = new ScorePairs();
      for (const [frequency, length] of pairs) kept.add(frequency, length);
      const out = new GrowingWords();
      kept.drain(out);
      return [...out.view()];
    });

  test("are read back, block by block", () => {
    fc.assert(
      fc.property(fc.array(anyFront), (blocks) => {
        const pairs = Uint32Array.from(blocks.flat());
        const starts = startsOf(blocks);
        expect(unpackPairs(sectionOf(packPairs(pairs, starts)), starts)).toEqual(pairs);
      }),
    );
  });

  test("take a byte where frequencies follow one another and lengths are near", () => {
    const pairs = Uint32Array.of(packPair(1, 3), packPair(2, 9), packPair(5, 10));
    // Twice the steps 3, 6 and 1 of the lengths; the last odd, followed by the step from 2 to 5.
    expect([...packPairs(pairs, Uint32Array.of(0, 3))]).toEqual([6, 12, 3, 3]);
  });

  test("with starts that do not ascend to their number are damaged", () => {
    const section = sectionOf(Uint8Array.of(6, 12));
    for (const starts of [
      [1, 2],
      [0, 2, 1],
      [0, 1],
      [0, 3],
    ]) {
      expect(() => unpackPairs(section, Uint32Array.from(starts))).toThrow("is damaged");
    }
  });
});

function startsOf(blocks: readonly (readonly unknown[])[]): Uint32Array {
  const starts = new Uint32Array(blocks.length + 1);
  for (const [i, block] of blocks.entries()) starts[i + 1] = (starts[i] as number) + block.length;
  return starts;
}

function sectionOf(bytes: Uint8Array): Section {
  return { file: "test", start: 0, bytes };
}

function front(pairs: readonly (readonly [number, number])[]): number[][] {
  const kept = new ScorePairs();
  for (const [frequency, length] of pairs) kept.add(frequency, length);
  const out = new GrowingWords();
  kept.drain(out);
  return [...out.view()].map((pair) => [pairFrequency(pair), pairLength(pair)]);
}
