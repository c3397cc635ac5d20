/** Distributions, tests and correlations against scipy and statsmodels; versions in statistics.json. */

import { describe, expect, test } from "vitest";
import {
  computeDifferences,
  kendall,
  pairedT,
  spearman,
  tukey,
  wilcoxon,
} from "../../../src/evaluation/index.ts";
import { quantile } from "../../../src/evaluation/statistics/bootstrap.ts";
import { logGamma } from "../../../src/evaluation/statistics/log-gamma.ts";
import { normalUpperTail } from "../../../src/evaluation/statistics/normal-distribution.ts";
import { twoSidedT } from "../../../src/evaluation/statistics/student-t.ts";
import { studentisedRangeTail } from "../../../src/evaluation/statistics/studentised-range.ts";
import golden from "./statistics.json" with { type: "json" };

/** Equal to `tolerance`, relative for values above 1 and for probabilities. */
function expectClose(actual: number, expected: number, tolerance: number, what: unknown): void {
  const error = Math.abs(actual - expected) / Math.max(Math.abs(expected), 1e-280);
  expect(actual === expected || error <= tolerance, `${what}: ${actual} is not ${expected}`).toBe(
    true,
  );
}

describe("distributions", () => {
  test("the tail of Student's t, to 10 digits", () => {
    for (const [t = 0, degrees = 0, p = 0] of golden.tTail) {
      expectClose(twoSidedT(t, degrees), p, 1e-10, `t ${t}, ${degrees} degrees`);
      expectClose(twoSidedT(-t, degrees), p, 1e-10, `t ${-t}, ${degrees} degrees`);
    }
  });

  test("the tail of the normal distribution, to 12 digits", () => {
    for (const [z = 0, p = 0] of golden.normalTail) expectClose(normalUpperTail(z), p, 1e-12, z);
  });

  test("ln Γ, to 13 digits", () => {
    for (const [x = 0, value = 0] of golden.logGamma) expectClose(logGamma(x), value, 1e-13, x);
  });

  test("the tail of the studentised range, to the 10 decimals of scipy", () => {
    for (const [q = 0, groups = 0, degrees = 0, p = 0] of golden.rangeTail) {
      const actual = studentisedRangeTail(q, groups, degrees);
      expect(Math.abs(actual - p), `q ${q}, ${groups} groups, ${degrees}`).toBeLessThan(1e-10);
    }
  });

  test("quantiles as numpy interpolates them", () => {
    for (const [values, share, expected] of golden.quantile) {
      const sorted = Float64Array.from(values as number[]).sort();
      expectClose(quantile(sorted, share as number), expected as number, 1e-14, share);
    }
  });
});

const PAIRS = golden.pairs.map((pair) => ({ ...pair, count: pair.a.length }));

test.each(PAIRS)("paired t test, $count queries, $kind", ({ a, b, t }) => {
  const actual = pairedT(computeDifferences(b, a));
  expectClose(actual.t, t[0] as number, 1e-10, "t");
  expectClose(actual.p, t[1] as number, 1e-10, "p");
});

test.each(PAIRS)("Wilcoxon's test, $count queries, $kind", ({ a, b, wilcoxon: [w, p, exact] }) => {
  const actual = wilcoxon(computeDifferences(b, a));
  expectClose(actual.w, w as number, 1e-12, "w");
  expectClose(actual.p, p as number, 1e-10, "p");
  expect(actual.exact).toBe(exact);
});

const CORRELATED = PAIRS.flatMap(({ spearman: rho, kendall: tau, ...pair }) =>
  rho === undefined || tau === undefined ? [] : [{ ...pair, rho, tau }],
);

test.each(CORRELATED)("correlations, $count queries, $kind", ({ a, b, rho, tau }) => {
  for (const [actual, [coefficient = NaN, p = NaN]] of [
    [spearman(a, b), rho],
    [kendall(a, b), tau],
  ] as const) {
    expectClose(actual.coefficient, coefficient, 1e-10, "coefficient");
    expectClose(actual.p, p, 1e-9, "p");
  }
});

test.each(golden.tukey.map((entry) => ({ ...entry, systems: entry.values.length })))(
  "Tukey's test of $systems systems: error of the two-way model, p of the studentised range",
  ({ values, error, degrees, pairs }) => {
    const actual = tukey(values.map((column) => Float64Array.from(column)));
    expectClose(actual.error, error, 1e-9, "error");
    expect(actual.degrees).toBe(degrees);
    for (const [a = 0, b = 0, q = 0, p = 0] of pairs) {
      expectClose(actual.pair(a, b).q, q, 1e-9, `q of ${a} and ${b}`);
      expect(Math.abs(actual.pair(a, b).p - p), `p of ${a} and ${b}`).toBeLessThan(1e-10);
    }
  },
);
