/** What the seeds of several models gave, as a table with paired t tests over the test queries. */

import type { Table } from "../src/analysis/index.ts";
import { pairedT } from "../src/evaluation/index.ts";
import { mean, shownMean } from "./shown-values.ts";

/** A mean over seeds that all agree differs from their value by less. */
const ROUNDING = 1e-12;

/** What each variant is a variant of. */
const BASES: Readonly<Record<string, string>> = {
  "knrm-idf": "knrm",
  "s-knrm": "knrm",
  "s-conv-knrm": "conv-knrm",
  pacrr: "pacrr-noidf",
  "s-pacrr": "pacrr",
};

/** What one seed of one model gave. */
export interface Outcome {
  readonly dev: number;
  readonly depth: number;
  readonly steps: number;
  readonly seconds: number;
  /** The measure of every test query, in their order. */
  readonly test: readonly number[];
  /** The same of the first stage with γ of the model in the place of idf, and with salc. */
  readonly lent?: readonly number[];
  readonly lentGate?: readonly number[];
}

/**
 * A row per system: its mean, that of each seed, the depths, and how it
 * stands against the baselines and against the model that it is a variant of.
 */
export function outcomeTable(
  systems: ReadonlyMap<string, readonly number[]>,
  perSeed: ReadonlyMap<string, readonly Outcome[]>,
  baselines: readonly string[],
  measure: string,
): Table {
  const rows = [...systems].map(([name, values]) => {
    const outcomes = perSeed.get(name) ?? [];
    const base = BASES[name] ?? "";
    return [
      `\`${name}\``,
      shownMean(mean(values)),
      outcomes.map(({ test }) => shownMean(mean(test))).join(" "),
      outcomes.map(({ depth }) => depth).join(" "),
      ...baselines.map((other) => (other === name ? "" : comparedBy(values, systems.get(other)))),
      comparedBy(values, systems.get(base)),
    ];
  });
  const against = [...baselines, "its base"].map((name) => `against ${name}`);
  const header = ["ranker", measure, "by seed", "depth", ...against];
  return { header, rows, words: [0, 2, 3] };
}

/** The direction of a difference and the p value of its paired t test. */
function comparedBy(a: readonly number[], b: readonly number[] | undefined): string {
  if (b === undefined) return "";
  const differences = Float64Array.from(a, (value, i) => {
    const difference = value - (b[i] as number);
    return Math.abs(difference) < ROUNDING ? 0 : difference;
  });
  if (differences.every((difference) => difference === 0)) return "=";
  return `${mean(a) > mean(b) ? "+" : "-"} p = ${pairedT(differences).p.toPrecision(2)}`;
}
