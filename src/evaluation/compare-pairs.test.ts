import { describe, expect, test } from "vitest";
import type { Judgements, Run } from "../collection/run.ts";
import { comparePairs } from "./compare-pairs.ts";

// One relevant document per query, "r"; a run is the rank of that document, so RR is known.
const judgements: Judgements = new Map(
  ["q0", "q1", "q2", "q3"].map((id) => [id, new Map([["r", 1]])]),
);

function createRun(name: string, ranks: readonly number[]): Run {
  const rankings = ranks.map((rank, i) => {
    const documents = [...Array.from({ length: rank - 1 }, (_, above) => `x${above}`), "r"];
    return [`q${i}`, { documents, scores: Float64Array.from(documents, (_, j) => -j) }] as const;
  });
  return { name, rankings: new Map(rankings) };
}

const low = createRun("low", [4, 4, 4, 2]);
const middle = createRun("middle", [2, 2, 4, 1]);
const high = createRun("high", [1, 1, 2, 1]);

describe("comparePairs", () => {
  test("lists every pair once, with the difference of the means", () => {
    // RR: low .25 .25 .25 .5, middle .5 .5 .25 1, high 1 1 .5 1.
    const { comparisons, measures } = comparePairs(judgements, [low, middle, high], ["RR"]);
    expect(comparisons).toBe(3);
    const [only] = measures;
    expect(only?.runs.map(({ overall }) => overall)).toEqual([0.3125, 0.5625, 0.875]);
    expect(only?.pairs.map(({ run, against, difference }) => [run, against, difference])).toEqual([
      ["middle", "low", 0.25],
      ["high", "low", 0.5625],
      ["high", "middle", 0.3125],
    ]);
  });

  test("corrects p over all pairs by Holm's method", () => {
    // Differences: middle − low .25 .25 0 .5, high − low .75 .75 .25 .5, high − middle .5 .5 .25 0.
    // t = mean / (sd / 2): 2.449, 4.700, 2.611; two-sided p with 3 degrees of freedom,
    // 1 − 2/π (atan x + x / (1 + x²)) at x = t/√3: .09172, .01822, .07960. Holm: the smallest times 3, the next times 2, the largest not below that.
    const { measures } = comparePairs(judgements, [low, middle, high], ["RR"]);
    const ps = measures[0]?.pairs.map(({ p }) => p) ?? [];
    const corrected = measures[0]?.pairs.map(({ correctedP }) => correctedP) ?? [];
    for (const [i, p] of [0.09172, 0.01822, 0.0796].entries()) expect(ps[i]).toBeCloseTo(p, 4);
    for (const [i, p] of [0.1592, 0.05466, 0.1592].entries()) {
      expect(corrected[i]).toBeCloseTo(p, 3);
    }
  });

  test("rejects two runs with the same name", () => {
    expect(() => comparePairs(judgements, [low, low], ["RR"])).toThrow("different names");
  });
});
