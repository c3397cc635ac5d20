import { beforeAll, describe, expect, test } from "vitest";
import { Random } from "../../../common/random.ts";
import { ranker } from "../../../ranking/index.ts";
import type { TestedRanker } from "../axiom.ts";
import { openLexicon } from "../lexicon.ts";
import { createIndexRanker } from "../rankers/index-ranker.ts";
import { createSmallIndex, type SmallIndex } from "../small-index.contract.ts";
import { TermSampler } from "../term-sampler.ts";
import { probeDistanceCurve } from "./distance-curve.ts";
import { probeHardLimit } from "./hard-limit.ts";
import { probeWordOrder } from "./word-order.ts";

let index: SmallIndex;
let sampler: TermSampler;
beforeAll(async () => {
  index = await createSmallIndex();
  const lexicon = await openLexicon(index.snapshot, index.analyzer);
  sampler = new TermSampler(lexicon, new Random(3));
});

function openRanker(name: string): TestedRanker {
  return createIndexRanker(index.searcher.view, index.analyzer, { name, ranker: ranker(name) });
}

describe("the hard limit", () => {
  test("is detected if a ranker stops counting", async () => {
    const capped: TestedRanker = {
      name: "at most seven",
      score: async (cases) =>
        cases.map(({ query: [term], documents }) =>
          documents.map(({ words }) => Math.min(7, words.filter((word) => word === term).length)),
        ),
    };
    const { finding, curve } = await probeHardLimit(capped, sampler, 10);
    expect(finding).toBe("10 of 10 terms add nothing from occurrence 7 on (median)");
    expect(curve?.points.map(([, score]) => score).slice(0, 9)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 7,
    ]);
  });

  test("is absent for BM25", async () => {
    const { finding } = await probeHardLimit(openRanker("bm25"), sampler, 10);
    expect(finding).toBe("no limit up to 30 occurrences");
  });
});

describe("the distance of two terms", () => {
  test("does not matter to BM25", async () => {
    const { finding, curve } = await probeDistanceCurve(openRanker("bm25"), sampler, 10);
    expect(finding).toBe("the distance of query terms does not matter");
    expect(curve?.points.every(([, change]) => change === 0)).toBe(true);
  });

  test("matters to SDM at neighbours and at windows of eight words", async () => {
    const { curve } = await probeDistanceCurve(openRanker("sdm"), sampler, 10);
    const changes = curve?.points.map(([, change]) => change) ?? [];
    // #1 is lost with the first word in between, #uw8 with the seventh.
    const steps = changes.slice(1).map((change, i) => change < (changes[i] as number) - 1e-9);
    expect(steps.flatMap((isStep, i) => (isStep ? [i + 1] : []))).toEqual([1, 7]);
  });

  test("lowers the score by log(alpha + e^-d) in the proximity ranker", async () => {
    const { curve } = await probeDistanceCurve(openRanker("proximity(bm25,min-dist)"), sampler, 5);
    const bonus = (distance: number): number => Math.log(0.3 + Math.exp(-distance));
    for (const [between, change] of curve?.points ?? []) {
      expect(change).toBeCloseTo(bonus(between + 1) - bonus(1), 9);
    }
  });
});

describe("the order of three terms", () => {
  test("does not matter to a ranker of single terms", async () => {
    for (const name of ["bm25", "lm", "tfidf", "pl"]) {
      const { finding } = await probeWordOrder(openRanker(name), sampler, 10);
      expect(finding).toBe("the order of words does not matter");
    }
  });

  test("ranks for SDM ordered above reversed, reversed like unordered, and separated last", async () => {
    const { table } = await probeWordOrder(openRanker("sdm"), sampler, 20);
    const [ordered, reversed, unordered, separated] = table.rows.map(([, mean]) => Number(mean));
    expect(ordered).toBeGreaterThan(reversed as number);
    expect(reversed).toBe(unordered);
    expect(unordered).toBeGreaterThan(separated as number);
    expect(table.rows.slice(1).map(([, , , below]) => below)).toEqual(["1.00", "1.00", "1.00"]);
  });
});
