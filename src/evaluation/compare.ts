/**
 * Runs against a baseline: differences, intervals, effects, p values, marks.
 *
 * Plain data for a table; shells only print it. All runs are held against the
 * same queries. The comparisons of one measure are one family, and the
 * correction counts that family: the number of runs compared with the baseline
 * or, for Tukey's test, of all pairs of systems. Letters (see
 * significance-letters.ts) rest on more pairs and are corrected for those.
 */

import type { Judgements, Run } from "../collection/run.ts";
import { badArgument, quote } from "../common/errors.ts";
import { Random } from "../common/random.ts";
import { type EvaluationOptions, evaluate } from "./evaluate.ts";
import { type MeasureSetting, parseMeasure } from "./measure-name.ts";
import { bootstrapInterval } from "./statistics/bootstrap.ts";
import { differences, effectSize } from "./statistics/differences.ts";
import { type Correction, type PairP, type PairTest, pairPs } from "./statistics/pair-tests.ts";
import { significanceLetters } from "./statistics/significance-letters.ts";

export interface ComparisonOptions extends Omit<EvaluationOptions, "queries"> {
  /** `intersect` keeps the judged queries that every run ranks. */
  queries?: "complete" | "intersect";
  test?: PairTest;
  /** `tukey` replaces the test by Tukey's over all the runs. */
  correction?: Correction;
  /** A corrected p below this is significant. */
  alpha?: number;
  /** Of the bootstrap interval of the difference. */
  confidence?: number;
  /** Decides the bootstrap and the sampled randomisation test. */
  seed?: number;
  /** Groups of baselines by letter, as names of runs, for the letters of the rows. */
  groups?: Readonly<Record<string, readonly string[]>>;
}

export interface Comparison {
  readonly baseline: string;
  readonly queries: number;
  readonly test: PairTest | "tukey";
  readonly correction: Correction;
  readonly alpha: number;
  readonly confidence: number;
  /** How many comparisons a measure's p values are corrected for. */
  readonly comparisons: number;
  /** How many pairs the letters are corrected for; 0 without groups. */
  readonly letterComparisons: number;
  readonly measures: readonly MeasureComparison[];
}

export interface MeasureComparison {
  readonly measure: string;
  /** The baseline, then the runs in the order given. */
  readonly rows: readonly ComparisonRow[];
}

export interface ComparisonRow {
  readonly run: string;
  /** The mean over queries; the sum for counts. */
  readonly overall: number;
  /** Letters of the groups this run is significantly better than; empty without groups. */
  readonly letters: string;
  /** How it compares with the baseline; absent on the baseline's own row. */
  readonly against?: Against;
}

export interface Against {
  /** Mean difference per query, run minus baseline. */
  readonly difference: number;
  /** Bootstrap confidence interval of the difference. */
  readonly interval: readonly [number, number];
  /** Cohen's d of the paired differences; infinite when all are equal and not 0. */
  readonly effectSize: number;
  readonly p: number;
  readonly correctedP: number;
  /** `+` significantly better than the baseline, `-` significantly worse, else empty. */
  readonly mark: "+" | "-" | "";
}

export function compare(
  judgements: Judgements,
  baseline: Run,
  runs: readonly Run[],
  measures: readonly (string | MeasureSetting)[],
  options: ComparisonOptions = {},
): Comparison {
  const {
    queries = "complete",
    test = "t",
    correction = "none",
    alpha = 0.05,
    confidence = 0.95,
    seed = 1,
    groups = {},
    ...order
  } = options;
  if (!(alpha > 0 && alpha < 1)) throw badArgument(`alpha must be between 0 and 1, got ${alpha}`);
  const systems = [baseline, ...runs];
  const names = systems.map((run) => run.name);
  checkNames(names, groups);

  const counted = queries === "intersect" ? sharedQueries(judgements, systems) : queries;
  const settings = measures.map((m) => (typeof m === "string" ? parseMeasure(m) : m));
  const evaluations = systems.map((run) =>
    evaluate(run, judgements, settings, { ...order, queries: counted }),
  );
  const againstBaseline = runs.map((_, i): [number, number] => [i + 1, 0]);
  const lettered = letterPairs(names, groups);

  const tables = settings.map((setting, m) => {
    const values = evaluations.map((e) => e.measures[m]?.perQuery as Float64Array);
    const means = evaluations.map((e) => e.measures[m]?.overall as number);
    const tested = { test, correction, seed };
    const ps = pairPs(values, againstBaseline, tested);
    const letterPs = pairPs(values, lettered, tested);
    const letters = significanceLetters(names, groups, (system, member) => {
      const [a, b] = [names.indexOf(system), names.indexOf(member)];
      const pair = lettered.findIndex(([i, j]) => (i === a && j === b) || (i === b && j === a));
      return (
        (means[a] as number) > (means[b] as number) && (letterPs[pair] as PairP).corrected < alpha
      );
    });
    const rows = names.map((run, i): ComparisonRow => {
      const row = { run, overall: means[i] as number, letters: letters.get(run) ?? "" };
      if (i === 0) return row;
      const { raw, corrected } = ps[i - 1] as PairP;
      const change = differences(values[i] as Float64Array, values[0] as Float64Array);
      const difference = change.reduce((a, b) => a + b, 0) / change.length;
      const random = new Random(seed).split(`bootstrap ${setting.name} ${run}`);
      const mark = corrected >= alpha ? "" : difference > 0 ? "+" : "-";
      const interval = bootstrapInterval(change, { confidence, random });
      const effect = effectSize(change);
      return {
        ...row,
        against: { difference, interval, effectSize: effect, p: raw, correctedP: corrected, mark },
      };
    });
    return { measure: setting.name, rows };
  });
  const allPairs = (systems.length * (systems.length - 1)) / 2;
  return {
    baseline: baseline.name,
    queries: evaluations[0]?.queries.length ?? 0,
    test: correction === "tukey" ? "tukey" : test,
    correction,
    alpha,
    confidence,
    comparisons: correction === "tukey" ? allPairs : againstBaseline.length,
    letterComparisons: lettered.length > 0 && correction === "tukey" ? allPairs : lettered.length,
    measures: tables,
  };
}

function checkNames(
  names: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): void {
  if (names.length < 2)
    throw badArgument("a comparison needs at least one run beside the baseline");
  const again = names.find((name, i) => names.indexOf(name) < i);
  if (again !== undefined) {
    throw badArgument(`compared runs need different names, got ${quote(again)} twice`);
  }
  for (const [letter, members] of Object.entries(groups)) {
    const strange = members.find((member) => !names.includes(member));
    if (strange !== undefined) {
      throw badArgument(
        `group ${quote(letter)} names ${quote(strange)}; the runs are ${names.map(quote).join(", ")}`,
      );
    }
  }
}

function sharedQueries(judgements: Judgements, runs: readonly Run[]): string[] {
  const shared = [...judgements.keys()].filter((q) => runs.every((run) => run.rankings.has(q)));
  if (shared.length > 0) return shared;
  throw badArgument(`no judged query is ranked by all of the ${runs.length} compared runs`);
}

/** Every pair of a system and a member of a group it is not in, once. */
function letterPairs(
  names: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): [number, number][] {
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
