import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GrowingWords } from "../../common/bytes/growing-words.ts";
import type { Section } from "./file-frame.ts";
import { impactFrequency, impactLength, unpackImpacts } from "./impacts.ts";
import { BlockImpacts, packImpact, packImpacts } from "./impacts-writer.ts";

const anyImpact = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 30 }));

describe("BlockImpacts", () => {
  test("keeps exactly the (frequency, length) pairs on the Pareto front", () => {
    fc.assert(
      fc.property(fc.array(anyImpact, { minLength: 1 }), (impacts) => {
        const distinct = [...new Map(impacts.map((impact) => [String(impact), impact])).values()];
        const best = distinct.filter(
          ([frequency, length]) =>
            !distinct.some(
              ([f, l]) => f >= frequency && l <= length && (f > frequency || l < length),
            ),
        );
        expect(computeFront(impacts)).toEqual(best.sort((a, b) => a[0] - b[0]));
      }),
      { numRuns: 1000 },
    );
  });

  test("restarts after drain", () => {
    const impacts = new BlockImpacts();
    impacts.add(9, 1);
    impacts.drain(new GrowingWords());
    impacts.add(1, 5);
    const out = new GrowingWords();
    impacts.drain(out);
    expect(
      [...out.view()].map((impact) => [impactFrequency(impact), impactLength(impact)]),
    ).toEqual([[1, 5]]);
  });
});

test("packs small impacts exactly, and never lowers a bound", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 0xffffffff }),
      fc.integer({ min: 0, max: 0xffffffff }),
      (frequency, length) => {
        const impact = packImpact(frequency, length);
        expect(impactFrequency(impact)).toBeGreaterThanOrEqual(frequency);
        expect(impactFrequency(impact)).toBeLessThanOrEqual(frequency * (1 + 2 ** -10));
        expect(impactLength(impact)).toBe(Math.min(length, 65535));
      },
    ),
  );
  for (let frequency = 1; frequency < 2048; frequency++) {
    expect(impactFrequency(packImpact(frequency, 3))).toBe(frequency);
  }
});

describe("packed impacts", () => {
  const anyFront = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 70_000 })))
    .map((impacts) => {
      const blockImpacts = new BlockImpacts();
      for (const [frequency, length] of impacts) blockImpacts.add(frequency, length);
      const out = new GrowingWords();
      blockImpacts.drain(out);
      return [...out.view()];
    });

  test("are read back, block by block", () => {
    fc.assert(
      fc.property(fc.array(anyFront), (blocks) => {
        const impacts = Uint32Array.from(blocks.flat());
        const starts = computeStarts(blocks);
        expect(unpackImpacts(toSection(packImpacts(impacts, starts)), starts)).toEqual(impacts);
      }),
    );
  });

  test("take a byte if frequencies are consecutive and lengths are close", () => {
    const impacts = Uint32Array.of(packImpact(1, 3), packImpact(2, 9), packImpact(5, 10));
    // Twice the deltas 3, 6 and 1 of the lengths; the last odd, followed by the delta from 2 to 5.
    expect([...packImpacts(impacts, Uint32Array.of(0, 3))]).toEqual([6, 12, 3, 3]);
  });

  test("are damaged if their starts do not ascend to their number", () => {
    const section = toSection(Uint8Array.of(6, 12));
    for (const starts of [
      [1, 2],
      [0, 2, 1],
      [0, 1],
      [0, 3],
    ]) {
      expect(() => unpackImpacts(section, Uint32Array.from(starts))).toThrow("is damaged");
    }
  });
});

function computeStarts(blocks: readonly (readonly unknown[])[]): Uint32Array {
  const starts = new Uint32Array(blocks.length + 1);
  for (const [i, block] of blocks.entries()) starts[i + 1] = (starts[i] as number) + block.length;
  return starts;
}

function toSection(bytes: Uint8Array): Section {
  return { file: "test", start: 0, bytes };
}

function computeFront(impacts: readonly (readonly [number, number])[]): number[][] {
  const blockImpacts = new BlockImpacts();
  for (const [frequency, length] of impacts) blockImpacts.add(frequency, length);
  const out = new GrowingWords();
  blockImpacts.drain(out);
  return [...out.view()].map((impact) => [impactFrequency(impact), impactLength(impact)]);
}
