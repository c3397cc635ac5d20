/**
 * The declaration of a measure: its name, its definition and its rules.
 *
 * Parsing, help, documentation and evaluation all read these declarations. To
 * add a measure, write one file and list it in measure-list.ts.
 */

import type { GainForm } from "./gain.ts";
import type { RankingGrades } from "./ranking-grades.ts";

/** The settings of a measure. A measure reads those that it declares. */
export interface Settings {
  /** Number of ranks that count; Infinity for all. */
  readonly cutoff: number;
  /** The lowest grade that is relevant. */
  readonly rel: number;
  /** Gain and discount of (n)DCG. */
  readonly form: GainForm;
}

/** A setting that is written in parentheses, such as `rel`. */
export type ParameterName = Exclude<keyof Settings, "cutoff">;

/** A measure: its name, its settings and its value for one ranking. */
export interface Measure {
  /** As it is printed: "nDCG". */
  readonly name: string;
  /** Other names, in any case; that of trec_eval first. */
  readonly aliases: readonly string[];
  /** One line for people who do not know the measure. */
  readonly summary: string;
  /** The formula, in the symbols of docs/evaluation.md. */
  readonly definition: string;
  /** Its value where the formula is undefined. */
  readonly edges: string;
  readonly cutoff: "required" | "optional" | "none";
  readonly parameters: readonly ParameterName[];
  /** Over queries: the mean or, for counts, the sum. */
  readonly overall: "mean" | "sum";
  score(ranking: RankingGrades, settings: Settings): number;
}
