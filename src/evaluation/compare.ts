/**
 * Compares runs with a baseline: differences, confidence intervals, effect sizes,
 * p values, marks of significance.
 *
 * The result is plain data for a table. All runs are evaluated on the same
 * queries. The comparisons of one measure are one family, and the correction is
 * for the size of that family: the number of runs compared with the baseline
 * or, for Tukey's test, of all pairs of systems. Letters (see
 * significance-letters.ts) compare more pairs and are corrected for those.
 */

import type { Judgements, Run } from "../collection/run.ts";
import { badArgument, quote } from "../common/errors.ts";
import { Random } from "../common/random.ts";
import { checkComparison, findSharedQueries } from "./check-comparison.ts";
import {
  type Evaluation,
  type EvaluationOptions,
  evaluate,
  type MeasureValues,
} from "./evaluate.ts";
import type { MeasureSetting } from "./measure-name.ts";
import { bootstrapInterval } from "./statistics/bootstrap.ts";
import { computeDifferences, computeEffectSize, computeSpread } from "./statistics/differences.ts";
import { assignSignificanceLetters } from "./statistics/significance-letters.ts";
import {
  type Correction,
  type PairPValue,
  type PairTest,
  testPairs,
} from "./statistics/significance-tests.ts";

/** Which queries count, which test, which correction. */
export interface ComparisonOptions extends Omit<EvaluationOptions, "queries"> {
  /** `intersect` keeps the judged queries that every run ranks. */
  queries?: "complete" | "intersect";
  test?: PairTest;
  /** `tukey` replaces the test with Tukey's over all the runs. */
  correction?: Correction;
  /** A corrected p below this is significant. */
  alpha?: number;
  /** Level of the bootstrap confidence interval of the difference. */
  confidence?: number;
  /** Random seed of the bootstrap and of the sampled randomisation test. */
  seed?: number;
  /** Groups of baselines by letter, as names of runs, for the letters of the rows. */
  groups?: Readonly<Record<string, readonly string[]>>;
}

/** Runs against a baseline, measure by measure. */
export interface Comparison {
  readonly baseline: string;
  readonly queries: number;
  readonly test: PairTest | "tukey";
  readonly correction: Correction;
  readonly alpha: number;
  readonly confidence: number;
  /** Number of comparisons per measure that p values are corrected for. */
  readonly comparisons: number;
  /** Number of pairs that the letters are corrected for; 0 without groups. */
  readonly letterComparisons: number;
  readonly measures: readonly MeasureComparison[];
}

/** All runs by one measure. */
export interface MeasureComparison {
  readonly measure: string;
  /** The baseline, then the runs in the given order. */
  readonly rows: readonly ComparisonRow[];
}

/** One run in the comparison of one measure. */
export interface ComparisonRow {
  readonly run: string;
  /** The mean over queries; the sum for counts. */
  readonly overall: number;
  /** Letters of the groups this run is significantly better than; empty without groups. */
  readonly letters: string;
  /** The comparison with the baseline; absent on the baseline's own row. */
  readonly against?: Against;
}

/** The comparison of a run with the baseline in one measure. */
export interface Against {
  /** Mean difference per query, run minus baseline. */
  readonly difference: number;
  /** Bootstrap confidence interval of the difference. */
  readonly interval: readonly [number, number];
  /** Cohen's d of the paired differences; infinite when all are equal and not 0. */
  readonly effectSize: number;
  readonly p: number;
  readonly correctedP: number;
  /** `+` if significantly better than the baseline, `-` if significantly worse, else empty. */
  readonly mark: "+" | "-" | "";
}

/** The options that apply after evaluation. */
export type EvaluatedOptions = Omit<ComparisonOptions, keyof EvaluationOptions>;

/**
 * Evaluates runs and compares them. Fails with `BAD_ARGUMENT` for runs with the same name, an
 * unknown test, correction or group, and for anything that `evaluate` rejects.
 */
export function compare(
  judgements: Judgements,
  baseline: Run,
  runs: readonly Run[],
  measures: readonly (string | MeasureSetting)[],
  { queries = "complete", ...options }: ComparisonOptions = {},
): Comparison {
  const systems = [baseline, ...runs];
  checkComparison(
    systems.map(({ name }) => name),
    options,
  );
  const evaluatedQueries =
    queries === "intersect" ? findSharedQueries(judgements, systems) : queries;
  const [first, ...others] = systems.map((run) =>
    evaluate(run, judgements, measures, { ...options, queries: evaluatedQueries }),
  );
  return compareEvaluated(first as Evaluation, others, options);
}

/**
 * Compares runs by their evaluations, with the same measures and queries, so that the runs need not
 * be in memory together.
 */
export function compareEvaluated(
  baseline: Evaluation,
  others: readonly Evaluation[],
  options: EvaluatedOptions = {},
): Comparison {
  const {
    test = "t",
    correction = "none",
    alpha = 0.05,
    confidence = 0.95,
    seed = 1,
    groups = {},
  } = options;
  const evaluations = [baseline, ...others];
  const names = evaluations.map(({ run }) => run);
  checkComparison(names, options);
  for (const other of others) checkSameQueries(baseline, other);
  const plan: Plan = { names, groups, test, correction, alpha, confidence, seed };
  const allPairs = (names.length * (names.length - 1)) / 2;
  const letterCount = listLetterPairs(plan).length;
  return {
    baseline: baseline.run,
    queries: baseline.queries.length,
    test: correction === "tukey" ? "tukey" : test,
    correction,
    alpha,
    confidence,
    comparisons: correction === "tukey" ? allPairs : others.length,
    letterComparisons: correction === "tukey" && letterCount > 0 ? allPairs : letterCount,
    measures: baseline.measures.map((_, m) =>
      compareMeasure(
        evaluations.map(({ measures }) => measures[m] as MeasureValues),
        plan,
      ),
    ),
  };
}

/** Comparisons are paired, so both evaluations need the same measures and queries. */
function checkSameQueries(one: Evaluation, other: Evaluation): void {
  const isSame =
    String(one.queries) === String(other.queries) &&
    String(one.measures.map(({ measure }) => measure.name)) ===
      String(other.measures.map(({ measure }) => measure.name));
  if (isSame) return;
  throw badArgument(
    `${quote(one.run)} and ${quote(other.run)} are evaluated by different measures or queries`,
  );
}

/** The options that apply once the runs are evaluated. */
interface Plan extends Required<EvaluatedOptions> {
  readonly names: readonly string[];
}

/** All rows of one measure; `systems` holds the values of the baseline, then of the runs. */
function compareMeasure(systems: readonly MeasureValues[], plan: Plan): MeasureComparison {
  const { names, alpha, confidence, seed } = plan;
  const values = systems.map(({ perQuery }) => perQuery);
  const measure = systems[0]?.measure.name ?? "";
  const letters = assignLetters(systems, plan);
  const ps = testPairs(
    values,
    names.slice(1).map((_, i) => [i + 1, 0]),
    plan,
  );
  const rows = systems.map(({ perQuery, overall }, i): ComparisonRow => {
    const run = names[i] as string;
    const row = { run, overall, letters: letters.get(run) ?? "" };
    if (i === 0) return row;
    const { raw: p, corrected: correctedP } = ps[i - 1] as PairPValue;
    const change = computeDifferences(perQuery, values[0] as Float64Array);
    const { mean: difference } = computeSpread(change);
    // One stream for all rows: two equal runs have equal intervals.
    const random = new Random(seed).split("bootstrap");
    const interval = bootstrapInterval(change, { confidence, random });
    const mark = correctedP >= alpha ? "" : difference > 0 ? "+" : "-";
    const effect = computeEffectSize(change);
    return { ...row, against: { difference, interval, effectSize: effect, p, correctedP, mark } };
  });
  return { measure, rows };
}

function assignLetters(systems: readonly MeasureValues[], plan: Plan): Map<string, string> {
  const { names, groups, alpha } = plan;
  const pairs = listLetterPairs(plan);
  const ps = testPairs(
    systems.map(({ perQuery }) => perQuery),
    pairs,
    plan,
  );
  return assignSignificanceLetters(names, groups, (system, member) => {
    const [a, b] = [names.indexOf(system), names.indexOf(member)];
    const pair = pairs.findIndex(([i, j]) => i === Math.max(a, b) && j === Math.min(a, b));
    const lead = (systems[a] as MeasureValues).overall - (systems[b] as MeasureValues).overall;
    return lead > 0 && (ps[pair] as PairPValue).corrected < alpha;
  });
}

/** Every pair of a system and a member of a group it is not in, once, the later system first. */
function listLetterPairs({ names, groups }: Plan): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  for (const members of Object.values(groups)) {
    for (const [a, name] of names.entries()) {
      if (members.includes(name)) continue;
      for (const b of members.map((member) => names.indexOf(member))) {
        pairs.set(`${Math.max(a, b)} ${Math.min(a, b)}`, [Math.max(a, b), Math.min(a, b)]);
      }
    }
  }
  return [...pairs.values()];
}
