/**
 * Compares every run with every other: differences and p values of all pairs, corrected for their
 * number within a measure. For tables without a baseline.
 */

import type { Judgements, Run } from "../collection/run.ts";
import { checkComparison, findSharedQueries } from "./check-comparison.ts";
import type { ComparisonOptions } from "./compare.ts";
import { type Evaluation, evaluate } from "./evaluate.ts";
import type { MeasureSetting } from "./measure-name.ts";
import { computeDifferences, computeSpread } from "./statistics/differences.ts";
import { type Correction, type PairTest, testPairs } from "./statistics/significance-tests.ts";

/** Which queries count, which test, which correction; Holm's by default. */
export type PairOptions = Omit<ComparisonOptions, "groups" | "confidence">;

/** Two runs by one measure. */
export interface RunPair {
  readonly run: string;
  readonly against: string;
  /** Mean difference per query, `run` minus `against`. */
  readonly difference: number;
  readonly p: number;
  readonly correctedP: number;
  /** `+` if `run` is significantly better, `-` if it is significantly worse, else empty. */
  readonly mark: "+" | "-" | "";
}

/** All pairs, measure by measure. */
export interface PairComparison {
  readonly queries: number;
  readonly test: PairTest | "tukey";
  readonly correction: Correction;
  readonly alpha: number;
  /** Number of pairs per measure that p values are corrected for. */
  readonly comparisons: number;
  readonly measures: readonly {
    readonly measure: string;
    readonly runs: readonly { readonly run: string; readonly overall: number }[];
    /** Every pair once, the later run first. */
    readonly pairs: readonly RunPair[];
  }[];
}

/** Evaluates runs and compares all pairs. Fails with `BAD_ARGUMENT` as `compare` does. */
export function comparePairs(
  judgements: Judgements,
  runs: readonly Run[],
  measures: readonly (string | MeasureSetting)[],
  { queries = "complete", ...options }: PairOptions = {},
): PairComparison {
  const { test = "t", correction = "holm", alpha = 0.05, seed = 1 } = options;
  const names = runs.map(({ name }) => name);
  checkComparison(names, options);
  const evaluatedQueries = queries === "intersect" ? findSharedQueries(judgements, runs) : queries;
  const evaluations: Evaluation[] = runs.map((run) =>
    evaluate(run, judgements, measures, { ...options, queries: evaluatedQueries }),
  );
  const pairs = names.flatMap((_, a) => names.slice(0, a).map((_other, b) => [a, b] as const));
  const [first] = evaluations;
  return {
    queries: first?.queries.length ?? 0,
    test: correction === "tukey" ? "tukey" : test,
    ...{ correction, alpha, comparisons: pairs.length },
    measures: (first?.measures ?? []).map(({ measure }, m) => {
      const values = evaluations.map((each) => each.measures[m]?.perQuery ?? new Float64Array());
      const ps = testPairs(values, pairs, { test, correction, seed });
      return {
        measure: measure.name,
        runs: evaluations.map((each) => ({
          run: each.run,
          overall: each.measures[m]?.overall ?? Number.NaN,
        })),
        pairs: pairs.map(([a, b], i): RunPair => {
          const [one, other] = [values[a], values[b]] as [Float64Array, Float64Array];
          const { mean: difference } = computeSpread(computeDifferences(one, other));
          const { raw: p = 1, corrected: correctedP = 1 } = ps[i] ?? {};
          const mark = correctedP >= alpha ? "" : difference > 0 ? "+" : "-";
          const [run, against] = [names[a], names[b]] as [string, string];
          return { run, against, difference, p, correctedP, mark };
        }),
      };
    }),
  };
}
