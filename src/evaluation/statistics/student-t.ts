/** Student's t distribution. */

import { incompleteBeta } from "./incomplete-beta.ts";

/** The probability of a value at least as far from 0 as `t`, on either side. */
export function twoSidedT(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return 0;
  const square = t * t;
  return incompleteBeta(
    degrees / 2,
    0.5,
    degrees / (degrees + square),
    square / (degrees + square),
  );
}
