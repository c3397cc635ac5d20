/** A probe reports numbers instead of a verdict: curves and comparisons that a reader judges. */

import type { Table } from "../../table.ts";

export interface Curve {
  readonly x: string;
  readonly y: string;
  /** The mean over all draws. */
  readonly points: readonly (readonly [number, number])[];
}

/** What a probe found for one ranker. */
export interface ProbeResult {
  readonly id: string;
  readonly title: string;
  readonly table: Table;
  /** What the numbers say, in a sentence. */
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
