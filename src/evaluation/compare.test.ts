import { describe, expect, test } from "vitest";
import type { Judgements, Run } from "../collection/run.ts";
import { Random } from "../common/random.ts";
import { type ComparisonOptions, compare, compareEvaluated } from "./compare.ts";
import { type Evaluation, evaluate } from "./evaluate.ts";
import { computeDifferences } from "./statistics/differences.ts";
import { pairedT } from "./statistics/paired-t.ts";
import { tukey } from "./statistics/tukey.ts";

// One relevant document per query, "r"; a run is the rank of that document, so RR is known.
const QUERIES = 30;
const judgements: Judgements = new Map(
  Array.from({ length: QUERIES }, (_, i) => [`q${i}`, new Map([["r", 1]])]),
);

function createRun(name: string, ranks: readonly number[]): Run {
  const rankings = ranks.map((rank, i) => {
    const documents = [...Array.from({ length: rank - 1 }, (_, above) => `x${above}`), "r"];
    return [`q${i}`, { documents, scores: Float64Array.from(documents, (_, j) => -j) }] as const;
  });
  return { name, rankings: new Map(rankings) };
}

const random = new Random(4);
const base = Array.from({ length: QUERIES }, () => 3 + random.below(4));
const better = base.map((rank, i) => rank - (i % 3 === 0 ? 0 : 2));
const alike = base.map((_, i) => base[i ^ 1] as number); // adjacent values swapped: the mean is unchanged
const worse = base.map((rank) => rank + 3);
const rr = (ranks: readonly number[]): Float64Array => Float64Array.from(ranks, (rank) => 1 / rank);
const mean = (values: Float64Array): number => values.reduce((a, b) => a + b) / values.length;

const baseline = createRun("base", base);
const runs = [createRun("better", better), createRun("alike", alike), createRun("worse", worse)];

function rows(options: ComparisonOptions = {}) {
  return compare(judgements, baseline, runs, ["RR"], options).measures[0]?.rows ?? [];
}

describe("compare", () => {
  test("returns means, differences and the p of the paired t test", () => {
    const [own, first] = rows();
    expect(own).toEqual({ run: "base", overall: mean(rr(base)), letters: "" });
    const change = computeDifferences(rr(better), rr(base));
    expect(first?.run).toBe("better");
    expect(first?.overall).toBe(mean(rr(better)));
    expect(first?.against?.difference).toBeCloseTo(mean(change), 14);
    expect(first?.against?.p).toBeCloseTo(pairedT(change).p, 12);
    expect(first?.against?.correctedP).toBe(first?.against?.p);
    const [low = NaN, high = NaN] = first?.against?.interval ?? [];
    expect(low).toBeLessThan(mean(change));
    expect(high).toBeGreaterThan(mean(change));
  });

  test("marks what is significantly better or worse, and nothing else", () => {
    for (const test of ["t", "randomisation", "wilcoxon"] as const) {
      const marks = rows({ test, correction: "holm" }).map(({ against }) => against?.mark);
      expect(marks, test).toEqual([undefined, "+", "", "-"]);
    }
  });

  test("corrects for the number of compared runs, and reports it", () => {
    const { comparisons, measures } = compare(judgements, baseline, runs, ["RR", "Hit@1"], {
      correction: "bonferroni",
    });
    expect(comparisons).toBe(3);
    for (const { against } of measures[0]?.rows.slice(1) ?? []) {
      expect(against?.correctedP).toBe(Math.min(1, 3 * Number(against?.p)));
    }
  });

  test("corrects by Tukey over all the runs, whatever the test", () => {
    const options = { test: "wilcoxon", correction: "tukey" } as const;
    const { test: used, comparisons } = compare(judgements, baseline, runs, ["RR"], options);
    expect([used, comparisons]).toEqual(["tukey", 6]);
    const all = tukey([base, better, alike, worse].map(rr));
    expect(rows(options)[1]?.against?.correctedP).toBeCloseTo(all.pair(1, 0).p, 12);
    expect(rows(options)[1]?.against?.p).toBeCloseTo(all.pair(1, 0).rawP, 12);
  });

  test("assigns letters for the groups that are beaten, corrected for their pairs", () => {
    const groups = { a: ["base", "alike"], b: ["worse"] };
    const comparison = compare(judgements, baseline, runs, ["RR"], {
      groups,
      correction: "bonferroni",
      alpha: 0.01,
    });
    const letters = comparison.measures[0]?.rows.map((row) => [row.run, row.letters]);
    expect(letters).toEqual([
      ["base", "b"],
      ["better", "ab"],
      ["alike", "b"],
      ["worse", ""],
    ]);
    // better-base, better-alike, worse-base, worse-alike, better-worse
    expect(comparison.letterComparisons).toBe(5);
    const none = compare(judgements, baseline, runs, ["RR"]);
    expect(none.letterComparisons).toBe(0);
    const { letterComparisons } = compare(judgements, baseline, runs, ["RR"], {
      groups,
      correction: "tukey",
    });
    expect(letterComparisons).toBe(6);
  });

  test("pairs all runs over the same queries", () => {
    const short = createRun("short", better.slice(0, 10));
    const complete = compare(judgements, baseline, [short], ["RR"]);
    const shared = compare(judgements, baseline, [short], ["RR"], { queries: "intersect" });
    expect([complete.queries, shared.queries]).toEqual([QUERIES, 10]);
    expect(shared.measures[0]?.rows[0]?.overall).toBeCloseTo(mean(rr(base.slice(0, 10))), 14);
  });

  test("is the same for the same seed and survives JSON", () => {
    const once = compare(judgements, baseline, runs, ["RR"], { test: "randomisation", seed: 7 });
    const again = compare(judgements, baseline, runs, ["RR"], { test: "randomisation", seed: 7 });
    expect(again).toEqual(once);
    expect(JSON.parse(JSON.stringify(once))).toEqual(once);
  });

  test.each<[string, readonly Run[], ComparisonOptions, string]>([
    ["no run beside the baseline", [], {}, "at least one run besides the baseline"],
    ["two runs of one name", [baseline], {}, 'different names, got "base" twice'],
    ["an alpha that is none", runs, { alpha: 5 }, "alpha must be between 0 and 1, got 5"],
    ["an unknown test", runs, { test: "z" as "t" }, "one of t, randomisation, wilcoxon, got"],
    [
      "an unknown correction",
      runs,
      { correction: "sidak" as "holm" },
      'correction must be one of none, bonferroni, holm, tukey, got "sidak"',
    ],
    [
      "a group of unknown runs",
      runs,
      { groups: { a: ["BM25"] } },
      'group "a" names the unknown run "BM25"; the runs are "base", "better"',
    ],
  ])("rejects %s", (_, others, options, message) => {
    expect(() => compare(judgements, baseline, others, ["RR"], options)).toThrow(message);
  });

  test("rejects runs that share no judged query", () => {
    const other: Run = { name: "other", rankings: new Map() };
    expect(() => compare(judgements, baseline, [other], ["RR"], { queries: "intersect" })).toThrow(
      "no judged query is ranked by all of the 2 compared runs",
    );
  });
});

describe("compareEvaluated", () => {
  const evaluated = [baseline, ...runs].map((run) => evaluate(run, judgements, ["RR"]));
  const [first, ...others] = evaluated as [Evaluation, ...Evaluation[]];

  test("returns the same for evaluations as for their runs", () => {
    const options = { correction: "bonferroni" } as const;
    expect(compareEvaluated(first, others, options)).toEqual(
      compare(judgements, baseline, runs, ["RR"], options),
    );
  });

  test("rejects evaluations of different queries or measures", () => {
    const fewer = evaluate(baseline, new Map([...judgements].slice(1)), ["RR"]);
    const other = evaluate(baseline, judgements, ["AP"]);
    for (const strange of [fewer, other]) {
      expect(() => compareEvaluated(first, [{ ...strange, run: "other" }])).toThrow(
        '"base" and "other" are evaluated by different measures or queries',
      );
    }
  });
});

test("two equal runs have equal intervals in one table", () => {
  const twins = [createRun("better", better), createRun("twin", better)];
  const [first] = compare(judgements, baseline, twins, ["RR"]).measures;
  const [, one, other] = first?.rows ?? [];
  expect(one?.against?.interval).toBeDefined();
  expect(other?.against?.interval).toEqual(one?.against?.interval);
});
