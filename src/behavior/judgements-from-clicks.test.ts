import { describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { estimateJudgements, type Impression } from "./judgements-from-clicks.ts";

const DEPTH = 8;
const DOCUMENTS = Array.from({ length: DEPTH }, (_, i) => `d${i}`);

/**
 * Clicks by the position-based model: rank r is examined with probability (1 / r)^bias. d5 answers
 * every query and is mostly shown at rank 6; d0 answers none and is mostly shown first.
 */
function simulateClicks(bias: number, moves: boolean): Impression[] {
  const random = new Random(3);
  const relevance = (document: string): number => (document === "d5" ? 0.9 : 0.25);
  return Array.from({ length: 40 * 150 }, (_, i) => {
    const shown = [...DOCUMENTS];
    if (moves && random.uniform() < 0.6) {
      const [a, b] = [random.below(DEPTH), random.below(DEPTH)];
      [shown[a], shown[b]] = [shown[b] as string, shown[a] as string];
    }
    const clicked = shown.filter((document, rank) => {
      const isLookedAt = random.uniform() < (1 / (rank + 1)) ** bias;
      return isLookedAt && random.uniform() < relevance(document);
    });
    return { query: `q${i % 40}`, shown, clicked };
  });
}

/** The document with the most clicks for a query, without correction. */
function findMostClicked(impressions: readonly Impression[], query: string): string {
  const counts = new Map<string, number>();
  for (const impression of impressions) {
    if (impression.query !== query) continue;
    for (const document of impression.clicked) {
      counts.set(document, (counts.get(document) ?? 0) + 1);
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

/**
 * Two rankings per query, as of two rankers, each shown a few times: most documents have few clicks
 * and none is shown at more than two ranks. The last two ranks never change.
 */
function simulateTwoRankings(bias: number): Impression[] {
  const random = new Random(5);
  const impressions: Impression[] = [];
  for (let q = 0; q < 400; q++) {
    const changing = DOCUMENTS.slice(0, DEPTH - 2).map((id) => `${id}-${q}`);
    const fixed = DOCUMENTS.slice(DEPTH - 2).map((id) => `${id}-${q}`);
    const relevance = new Map([...changing, ...fixed].map((id) => [id, 0.6 * random.uniform()]));
    const rankings = [changing, random.shuffle([...changing])].map((each) => [...each, ...fixed]);
    for (let i = 0; i < 12; i++) {
      const shown = rankings[i % 2] as string[];
      const clicked = shown.filter(
        (id, rank) =>
          random.uniform() < (1 / (rank + 1)) ** bias &&
          random.uniform() < (relevance.get(id) as number),
      );
      impressions.push({ query: `q${q}`, shown, clicked });
    }
  }
  return impressions;
}

describe("judgementsOfClicks", () => {
  test.each([0.5, 1, 2])(
    "harvests the bias (1 / rank)^%d from two rankings of each query",
    (bias) => {
      const { report } = estimateJudgements(simulateTwoRankings(bias));
      expect(report.source).toBe("estimated");
      for (const [rank, propensity] of report.propensities.entries()) {
        expect(Math.abs(propensity - (1 / (rank + 1)) ** bias)).toBeLessThan(0.06);
      }
    },
  );

  test.each([1, 2])("recovers the bias of simulated clicks, (1 / rank)^%d", (bias) => {
    const { report } = estimateJudgements(simulateClicks(bias, true));
    expect(report.source).toBe("estimated");
    for (const [rank, propensity] of report.propensities.entries()) {
      expect(Math.abs(propensity - (1 / (rank + 1)) ** bias)).toBeLessThan(0.08);
    }
  });

  test("finds the relevant document behind the position bias", () => {
    const impressions = simulateClicks(1, true);
    const { judgements } = estimateJudgements(impressions);
    const isRight = [...judgements].filter(([, grades]) => {
      const [best] = [...grades].sort((a, b) => b[1] - a[1])[0] ?? [];
      return best === "d5";
    }).length;
    expect(isRight).toBeGreaterThanOrEqual(38); // of 40
    const naive = Array.from({ length: 40 }, (_, i) => findMostClicked(impressions, `q${i}`));
    expect(naive.filter((document) => document === "d5").length).toBeLessThan(20);
  });

  test("assumes one over the rank if no document was shown at two ranks", () => {
    const { report } = estimateJudgements(simulateClicks(1, false));
    expect(report.source).toBe("assumed");
    expect(report.propensities.slice(0, 3)).toEqual([1, 1 / 2, 1 / 3]);
  });

  test("counts pairs that were clicked at one time and skipped at another", () => {
    const shown = ["a", "b"];
    const { report, judgements } = estimateJudgements([
      { query: "x", shown, clicked: ["a"] },
      { query: "x", shown, clicked: ["b"] },
      { query: "x", shown, clicked: ["b"] },
      { query: "y", shown, clicked: [] },
    ]);
    expect(report).toMatchObject({ impressions: 4, clicks: 3, contradictory: 2 });
    // a: 1 click of 3 at rank 1; b: 2 of 3 at rank 2, each counting double. Over the best: 1/4 and 1.
    expect(judgements.get("x")).toEqual(
      new Map([
        ["a", 0.25],
        ["b", 1],
      ]),
    );
    expect(judgements.has("y")).toBe(false);
  });

  test("refuses a log without clicks, and clicks on documents not shown", () => {
    expect(() => estimateJudgements([{ query: "x", shown: ["a"], clicked: [] }])).toThrow(
      "nothing was clicked in 1 list",
    );
    expect(() => estimateJudgements([])).toThrow("there are no lists with clicks to learn from");
    expect(() => estimateJudgements([{ query: "x", shown: ["a"], clicked: ["b"] }])).toThrow(
      'list 1 has a click on "b", which it does not show',
    );
  });
});
