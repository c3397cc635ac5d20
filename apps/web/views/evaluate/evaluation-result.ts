/** The result of an evaluation: systems against the first, and the value of every query. */

import type { Comparison } from "../../../../src/evaluation/compare.ts";

/** The result of a job of kind `evaluate`. */
export interface EvaluationResult {
  readonly comparison: Comparison;
  readonly perQuery: readonly {
    readonly query: string;
    /** By system, then by measure. */
    readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
  }[];
  /** With snapshots among the systems: the depth of all rankings, and a report of each. */
  readonly depth?: number;
  readonly snapshots?: readonly {
    readonly name: string;
    readonly at: string;
    readonly missingQueries: number;
    readonly deleted: { readonly count: number; readonly ids: readonly string[] };
  }[];
}

/** A query with its value by a system, and its gain over the baseline. */
export interface QueryGain {
  readonly query: string;
  readonly value: number;
  readonly baseline: number;
  readonly gain: number;
}

/** Queries by gain, the largest first; ties in input order. */
export function computeGains(
  { comparison: { baseline }, perQuery }: EvaluationResult,
  system: string,
  measure: string,
): readonly QueryGain[] {
  return perQuery
    .map(({ query, values }) => {
      const [value = 0, before = 0] = [values[system]?.[measure], values[baseline]?.[measure]];
      return { query, value, baseline: before, gain: value - before };
    })
    .sort((a, b) => b.gain - a.gain);
}
