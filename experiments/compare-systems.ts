/**
 * Systems compared with each other on the same queries: all comparisons of a
 * table are one family, corrected together by Holm's method.
 */

import {
  computePairedDifference,
  type Finding,
  judgeSuperiority,
  type PairedDifference,
} from "../src/analysis/finding.ts";
import type { Table } from "../src/analysis/index.ts";
import { badArgument, quote } from "../src/common/errors.ts";
import { holm } from "../src/evaluation/index.ts";
import { formatInterval, formatP, mean } from "./format-values.ts";

/** Values of every query by system. */
export type SystemValues = ReadonlyMap<string, readonly number[]>;

/** Two systems; the first is claimed to be better. */
export type SystemPair = readonly [system: string, baseline: string];

/** A comparison with its corrected p. */
export interface SystemComparison extends PairedDifference {
  readonly system: string;
  readonly baseline: string;
  readonly correctedP: number;
}

/** All pairs, corrected together. `BAD_ARGUMENT` for a system without values. */
export function compareSystems(
  values: SystemValues,
  pairs: readonly SystemPair[],
): readonly SystemComparison[] {
  const of = (name: string): readonly number[] => {
    const systemValues = values.get(name);
    if (systemValues === undefined) throw badArgument(`no values of the system ${quote(name)}`);
    return systemValues;
  };
  const raw = pairs.map(([system, baseline]) => ({
    ...{ system, baseline },
    ...computePairedDifference(of(system), of(baseline)),
  }));
  const corrected = holm(raw.map(({ p }) => p));
  return raw.map((each, i) => ({ ...each, correctedP: corrected[i] as number }));
}

/** The comparisons as a table. */
export function toComparisonTable(compared: readonly SystemComparison[]): Table {
  return {
    header: ["system", "against", "difference (95 % interval)", "corrected p"],
    rows: compared.map(({ system, baseline, difference, correctedP }) => [
      ...[system, baseline, formatInterval(difference), formatP(correctedP)],
    ]),
    words: [0, 1],
  };
}

/** The finding of a comparison about the claim that the system is better than its baseline. */
export function createBetterFinding(
  claim: string,
  collection: string,
  measured: string,
  comparison: SystemComparison,
): Finding {
  const { system, baseline, difference, correctedP: p } = comparison;
  return {
    ...{ claim, collection, difference, p, verdict: judgeSuperiority(comparison, p) },
    measured: `${measured} of ${system} − ${baseline}: ${formatInterval(difference)}`,
  };
}

/** Per query, the mean over seeds. */
export function averageOverSeeds(seeds: readonly (readonly number[])[]): readonly number[] {
  const [first = []] = seeds;
  return first.map((_, i) => mean(seeds.map((values) => values[i] as number)));
}
