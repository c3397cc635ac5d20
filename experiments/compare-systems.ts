/**
 * Systems compared with each other on the same queries: all comparisons of a
 * table are one family, corrected together by Holm's method. Tests are over
 * queries; the interval of a difference is over queries and seeds where a system
 * has several.
 */

import {
  computePairedDifference,
  type Finding,
  judgeSuperiority,
  type PairedDifference,
} from "../src/analysis/finding.ts";
import type { Table } from "../src/analysis/index.ts";
import { badArgument, quote } from "../src/common/errors.ts";
import { crossedBootstrapInterval, holm, type SeedValues } from "../src/evaluation/index.ts";
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
  /** Why the baseline cannot carry a claim, if it cannot. */
  readonly defect?: string;
}

/** Values of every seed and query by system, for systems with seeds. */
export type SystemSeeds = ReadonlyMap<string, SeedValues>;

/** All pairs, corrected together. `BAD_ARGUMENT` for a system without values. */
export function compareSystems(
  values: SystemValues,
  pairs: readonly SystemPair[],
  seeds: SystemSeeds = new Map(),
): readonly SystemComparison[] {
  const of = (name: string): readonly number[] => {
    const systemValues = values.get(name);
    if (systemValues === undefined) throw badArgument(`no values of the system ${quote(name)}`);
    return systemValues;
  };
  const getSeeds = (name: string): SeedValues => seeds.get(name) ?? [of(name)];
  const raw = pairs.map(([system, baseline]) => {
    const paired = computePairedDifference(of(system), of(baseline));
    const [own, other] = [getSeeds(system), getSeeds(baseline)];
    const isSeeded = own.length > 1 || other.length > 1;
    return {
      ...{ system, baseline, ...paired },
      ...(isSeeded ? { difference: crossedBootstrapInterval(own, other) } : {}),
    };
  });
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

/**
 * The finding of a comparison about the claim that the system is better than its baseline; not
 * testable if the baseline has a defect.
 */
export function createBetterFinding(
  claim: string,
  collection: string,
  measured: string,
  comparison: SystemComparison,
): Finding {
  const { system, baseline, difference, correctedP: p, defect } = comparison;
  const text = `${measured} of ${system} − ${baseline}: ${formatInterval(difference)}`;
  if (defect !== undefined) {
    const untested = { claim, collection, difference, p, verdict: "not testable here" } as const;
    return { ...untested, measured: `${text}; ${defect}` };
  }
  const verdict = judgeSuperiority(comparison, p);
  return { claim, collection, difference, p, verdict, measured: text };
}

/** Per query, the mean over seeds. */
export function averageOverSeeds(seeds: readonly (readonly number[])[]): readonly number[] {
  const [first = []] = seeds;
  return first.map((_, i) => mean(seeds.map((values) => values[i] as number)));
}
