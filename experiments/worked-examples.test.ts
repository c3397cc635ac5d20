import { describe, expect, test } from "vitest";
import type { Finding } from "../src/analysis/finding.ts";
import { averageOverSeeds, compareSystems } from "./compare-systems.ts";
import { computeHistogram, computeTotalVariation, judgeSeeds } from "./x0-salience/fig2.ts";
import { computeGate, scaleMinMax } from "./x0-salience/salience-outcomes.ts";
import { checkGradient } from "./x1-discrimination/fig1.ts";
import { createSpeedFindings, type ModelTimes } from "./x1-discrimination/tab1.ts";
import { createCrossNgramFinding, matchCrossNgrams } from "./x2-dependence/cross-ngrams.ts";
import { createGrowthFinding } from "./x2-dependence/dependence-examples.ts";
import { findBestWindow } from "./x2-dependence/fig1.ts";
import { computeMatchMatrix, computeResponse } from "./x2-dependence/fig2.ts";
import { createDepthFindings } from "./x3-low-frequency/fig1.ts";
import { computeMeanUpTo } from "./x3-low-frequency/rarest-terms.ts";
import { computeBm25Curve } from "./x4-lecture/bm25-curves.ts";
import { computeMeasures } from "./x4-lecture/evaluation.ts";
import { computeSoftCounts } from "./x4-lecture/kernels.ts";
import { drawMatrixFigures } from "./x4-lecture/knrm-walkthrough.ts";
import { computeLoss } from "./x4-lecture/losses.ts";

describe("salience", () => {
  test("histograms are shares of bins, the last of which holds 1", () => {
    expect(computeHistogram([0, 0.24, 0.5, 1], 4)).toEqual([0.5, 0, 0.25, 0.25]);
    expect(computeTotalVariation([0.5, 0, 0.25, 0.25])).toBe(0.75);
  });

  test("idf is scaled to [0, 1] by its extremes, and a gate of 0 is half open", () => {
    expect(scaleMinMax([1, 3, 2])).toEqual([0, 1, 0.5]);
    expect(scaleMinMax([2, 2])).toEqual([0, 0]);
    expect(computeGate(0)).toBe(0.5);
  });
});

test.each(["tfidf", "bm25", "lm"] as const)(
  "the gradient of %s is that of finite differences",
  async (model) => {
    for (const { derived, measured: numeric } of await checkGradient(model)) {
      expect(derived).toBeCloseTo(numeric, 6);
      expect(derived).not.toBe(0);
    }
  },
);

describe("windows", () => {
  test("the best window has the largest mean on its diagonal", () => {
    const matrix = [
      [0, 1, 0],
      [0.9, 0, 1],
    ];
    // Diagonals of 2 × 2: 0 and 0; 1 and 1.
    expect(findBestWindow(matrix, 2)).toMatchObject({ row: 0, column: 1, rows: 2, columns: 2 });
  });

  test("a kernel responds to the sum of products, at least 0", () => {
    expect(computeMatchMatrix(["c", "a"])).toEqual([
      [0, 1],
      [0, 0],
      [1, 0],
    ]);
    expect(computeResponse([[1, -0.5]], [[1, 1]])).toBe(0.5);
    expect(computeResponse([[-1]], [[1]])).toBe(0);
  });
});

test("queries are selected by their rarest word", () => {
  expect(computeMeanUpTo([1, 0, 0.5], [0, 3, 9], 3)).toEqual({ mean: 0.5, queries: 2 });
  expect(computeMeanUpTo([1], [5], 1)).toEqual({ mean: 0, queries: 0 });
});

test("values are averaged over seeds per query, and pairs are corrected together", () => {
  expect(
    averageOverSeeds([
      [1, 0],
      [0, 0],
    ]),
  ).toEqual([0.5, 0]);
  // By spec: differences of the two systems have t = 1.3122385, p = .2219187 (paired t of ten queries).
  const a = [0.5, 1, 0, 0.25, 1 / 3, 0, 1, 0.5, 0.2, 0];
  const b = [1, 1, 0, 0.5, 0.5, 0, 1, 0.25, 0.25, 0.1];
  const values = new Map([
    ["a", a],
    ["b", b],
  ]);
  const [one, two] = compareSystems(values, [
    ["b", "a"],
    ["a", "b"],
  ]);
  expect(one?.p).toBeCloseTo(0.2219187, 6);
  expect(one?.correctedP).toBeCloseTo(0.4438374, 6);
  expect(two?.difference[0]).toBeCloseTo(-0.0816667, 6);
  expect(() => compareSystems(values, [["c", "a"]])).toThrow('no values of the system "c"');
});

describe("the lecture", () => {
  test("curves pass through its formulas", () => {
    const at = (points: ReturnType<typeof computeBm25Curve>, x: number): number =>
      points.find(([count]) => count === x)?.[1] ?? Number.NaN;
    expect(at(computeBm25Curve({ k1: 0.6, b: 0 }), 2)).toBeCloseTo(3.2 / 2.6, 12);
    expect(at(computeBm25Curve({ k1: 1.6, b: 0 }), 5)).toBeCloseTo(13 / 6.6, 12);
    // k1 = .6, b = 1, five times the mean length: 1.6 · 1 / (1 + 3).
    expect(at(computeBm25Curve({ k1: 0.6, b: 1 }, 500), 1)).toBeCloseTo(0.4, 12);
  });

  test("kernels count the example's similarities", async () => {
    const [[sum] = []] = await computeSoftCounts(
      [[0.2, 0.45, 0.7, 0.1]],
      [{ mean: 0.5, width: 0.1 }],
    );
    expect(sum).toBeCloseTo(1.0292766, 6);
  });

  test("measures have the example's values", () => {
    const values = computeMeasures(
      [3, 2, 3, 0, 0, 1, 2, 2, 3, 0],
      ["DCG(form=log-rank)@10", "nDCG@10"],
    );
    expect(values.get("DCG(form=log-rank)@10")).toBeCloseTo(9.6051177, 6);
    expect(values.get("nDCG@10")).toBeCloseTo(0.9168, 4);
  });

  test.each([
    [2, 1.8, 0.8],
    [2, 3.8, 2.8],
    [2, 0.8, 0],
  ])("the margin loss of %f and %f is %f", async (better, worse, loss) => {
    expect(await computeLoss("hinge", [better, worse], [1, 0])).toBeCloseTo(loss, 6);
  });

  test("RankNet and softmax of 2 and 1.8 are .5981389", async () => {
    expect(await computeLoss("ranknet", [2, 1.8], [1, 0])).toBeCloseTo(0.5981389, 6);
    expect(await computeLoss("softmax", [2, 1.8], [1, 0])).toBeCloseTo(0.5981389, 6);
  });
});

describe("the speed of pruned indexes", () => {
  /** Three rounds, in which the ratio of the times is the one given. */
  const judgeSpeed = (kept: number, ratios: readonly number[]): Finding | undefined =>
    createSpeedFindings("any", [
      {
        ...{ model: "bm25", kept, exhaustive: [1, 1], exact: [1, 1], quality: [0, 0] },
        rounds: [ratios, ratios.map(() => 1)],
      },
    ])[0];

  test.each([
    [0.6, [2, 2, 2], "holds"],
    [0.6, [0.5, 0.5, 0.5], "fails"],
    [0.6, [1.05, 1.05, 1.05], "not shown"],
    [1, [2, 2, 2], "not shown"],
    [1, [0.5, 0.5, 0.5], "not shown"],
    // The mean is 2 here too, but the rounds disagree.
    [0.6, [1, 2, 4], "not shown"],
  ])("with %f of the postings kept and ratios of %j is %s", (kept, ratios, verdict) => {
    expect(judgeSpeed(kept, ratios)?.verdict).toBe(verdict);
  });

  test("has an interval over rounds, by hand", () => {
    // Logarithms 0, ln 2, 2 ln 2: mean ln 2, standard error ln 2 / √3, t(2, .975) = 4.302653.
    const half = (4.302653 * Math.LN2) / Math.sqrt(3);
    const [low, high] = [-1, 1].map((sign) => Math.exp(Math.LN2 + sign * half).toFixed(2));
    expect(judgeSpeed(0.6, [1, 2, 4])?.measured).toBe(
      `stop list none, bm25: -40 % of the postings, 2.00 times as fast (${low} to ${high})`,
    );
  });

  test("has an interval at 95 % for the models of all stop lists together, by hand", () => {
    // Two stop lists of one model: t(2, .9875) = 6.205347.
    const half = (6.205347 * Math.LN2) / Math.sqrt(3);
    const times: ModelTimes = {
      ...{ model: "bm25", kept: 0.6, exhaustive: [1, 1], exact: [1, 1], quality: [0, 0] },
      rounds: [
        [1, 2, 4],
        [1, 1, 1],
      ],
    };
    const [finding] = createSpeedFindings("any", [times], "none", 2);
    const [, low = 0, high = 0] = finding?.difference ?? [];
    expect(low + 1).toBeCloseTo(Math.exp(Math.LN2 - half), 4);
    expect(high + 1).toBeCloseTo(Math.exp(Math.LN2 + half), 4);
  });
});

test("in ConvKNRM the bigram of a query matches a word of the document that neither word does", async () => {
  // Vectors (1, 0) and (0, 1), and (1, 1) for the word: cosines 1/√2 alone, 1 for their sum.
  const cosines = await matchCrossNgrams();
  expect(cosines[1].map((each) => each.toFixed(4))).toEqual(["0.7071", "0.7071"]);
  // The bigram at the last word continues with zeros.
  expect(cosines[2].map((each) => each.toFixed(4))).toEqual(["1.0000", "0.7071"]);
  expect((await createCrossNgramFinding()).verdict).toBe("holds");
});

test("the features of FDM are the subsets and the runs of a query's words", () => {
  // n words: 2^n - n - 1 subsets and n (n - 1) / 2 runs of at least two.
  const expected = [2, 7, 17, 36, 72, 141, 275, 538, 1058];
  for (const [i, n] of [2, 3, 4, 5, 6, 7, 8, 9, 10].entries()) {
    expect(2 ** n - n - 1 + (n * (n - 1)) / 2).toBe(expected[i]);
  }
  const { measured, verdict } = createGrowthFinding();
  expect(measured).toContain(`FDM ${expected.join(", ")}; SDM 2, 4, 6, 8, 10, 12, 14, 16, 18`);
  expect(verdict).toBe("holds");
});

test("a translation matrix wider than a page is split into figures", () => {
  const words = Array.from({ length: 20 }, (_, i) => `w${i + 1}`);
  const figures = drawMatrixFigures([words.map((_, i) => i / 20)], ["q"], words);
  expect(figures.map(({ name }) => name)).toEqual(["translation-matrix", "translation-matrix-17"]);
  expect(figures[0]?.svg).toContain(">w16</text>");
  expect(figures[0]?.svg).not.toContain(">w17</text>");
  expect(figures[1]?.title).toContain("17 to 20");
  expect(figures[1]?.svg).toContain(">w20</text>");
});

test("a shape holds with every seed, fails with none, and is not shown if seeds disagree", () => {
  expect([[true, true], [false, false], [true, false], []].map(judgeSeeds)).toEqual([
    ...["holds", "fails", "not shown", "not shown"],
  ]);
});

test("depths and losses are judged over pairs of models that differ in both", () => {
  // Five models, each better, deeper and flatter than the one before: all ten pairs agree.
  const points = [1, 2, 3, 4, 5].map((i) => ({ best: i / 10, depth: i, loss: 1 / i }));
  expect(createDepthFindings("toy", points).map(({ claim, verdict }) => [claim, verdict])).toEqual([
    ["S3.3", "holds"],
    ["S3.8", "holds"],
  ]);
  const reversed = points.map(({ best, depth, loss }) => ({ best: -best, depth, loss }));
  expect(createDepthFindings("toy", reversed).map(({ verdict }) => verdict)).toEqual([
    ...["fails", "fails"],
  ]);
  // Four models have six pairs, too few for a verdict.
  expect(createDepthFindings("toy", points.slice(1)).map(({ verdict }) => verdict)).toEqual([
    ...["not shown", "not shown"],
  ]);
});
