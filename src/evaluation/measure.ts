/**
 * What a measure is: a value that says its name, its meaning and its rules.
 *
 * Names, help, documentation and evaluation all read these declarations; to
 * add a measure is to write one file and to list it in measure-list.ts.
 */

import type { GainForm } from "./gain.ts";
import type { JudgedRanking } from "./judged-ranking.ts";

/** What a measure can be told, beside its name. A measure reads what it declares. */
export interface Settings {
  /** Ranks that count; Infinity for all. */
  readonly cutoff: number;
  /** The lowest grade that is relevant. */
  readonly rel: number;
  /** Gain and discount of (n)DCG. */
  readonly form: GainForm;
}

export type ParameterName = Exclude<keyof Settings, "cutoff">;

export interface Measure {
  /** As it is printed: "nDCG". */
  readonly name: string;
  /** Other names it answers to, in any case: trec_eval's first. */
  readonly aliases: readonly string[];
  /** One line for people who do not know it. */
  readonly summary: string;
  /** The formula, in the symbols of docs/evaluation.md. */
  readonly definition: string;
  /** What it gives where the formula has no answer. */
  readonly edges: string;
  readonly cutoff: "required" | "optional" | "none";
  readonly parameters: readonly ParameterName[];
  /** Over queries: the mean or, for counts, the sum. */
  readonly overall: "mean" | "sum";
  score(judged: JudgedRanking, settings: Settings): number;
}
