/** A probe reports numbers instead of a verdict: curves and comparisons for a reader to judge. */

import type { Table } from "../../table.ts";

export interface Curve {
  readonly x: string;
  readonly y: string;
  /** The mean over all draws. */
  readonly points: readonly (readonly [number, number])[];
}

/** The result of a probe for one ranker. */
export interface ProbeResult {
  readonly id: string;
  readonly title: string;
  readonly table: Table;
  /** The finding in one sentence. */
  readonly finding: string;
  readonly curve?: Curve;
}

/** Up to four significant digits, without an exponent for ordinary sizes. */
export function formatShortNumber(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
