/**
 * Tukey's honestly significant differences among systems on the same queries.
 *
 * Randomised blocks: every value is system effect + query effect + error, and the error is the
 * remainder when both are removed, with (n-1)(k-1) degrees of freedom (Carterette, TOIS 2012;
 * Sakai, "Laboratory Experiments in Information Retrieval", 2018). It controls the probability of
 * any false positive among all pairs of systems. With two systems it is the paired t test. It is
 * not the one-way form of scipy.stats.tukey_hsd, which ignores that queries differ in difficulty.
 */

import { badArgument } from "../../common/errors.ts";
import { twoSidedT } from "./student-t.ts";
import { studentisedRangeTail } from "./studentised-range.ts";

/** One pair of systems in Tukey's test. */
export interface TukeyPair {
  /** The difference of the means in units of the standard error of one mean. */
  readonly q: number;
  /** Corrected for all pairs of systems. */
  readonly p: number;
  /** Of this pair alone: the t test with the error of all systems (Fisher's LSD). */
  readonly rawP: number;
}

/** The result of Tukey's test over all pairs of systems. */
export interface Tukey {
  /** Mean square of the error. */
  readonly error: number;
  readonly degrees: number;
  /** The test of system `a` against system `b`. */
  pair(a: number, b: number): TukeyPair;
}

/** `systems` holds one array of values per system, parallel over queries. */
export function tukey(systems: readonly Float64Array[]): Tukey {
  const count = systems.length;
  const queryCount = systems[0]?.length ?? 0;
  if (count < 2) throw badArgument(`Tukey's test needs at least 2 systems, got ${count}`);
  if (queryCount < 2) throw badArgument(`Tukey's test needs at least 2 queries, got ${queryCount}`);
  if (systems.some((values) => values.length !== queryCount)) {
    throw badArgument("Tukey's test needs the values of all systems on the same queries");
  }
  const means = systems.map((values) => values.reduce((a, b) => a + b, 0) / queryCount);
  const grand = means.reduce((a, b) => a + b, 0) / count;
  let squares = 0;
  for (let query = 0; query < queryCount; query++) {
    let ofQuery = 0;
    for (const values of systems) ofQuery += (values[query] as number) / count;
    for (const [i, values] of systems.entries()) {
      squares += ((values[query] as number) - (means[i] as number) - ofQuery + grand) ** 2;
    }
  }
  const degrees = (queryCount - 1) * (count - 1);
  const error = squares / degrees;
  return {
    error,
    degrees,
    pair(a, b) {
      const difference = Math.abs((means[a] as number) - (means[b] as number));
      if (difference === 0) return { q: 0, p: 1, rawP: 1 };
      const q = difference / Math.sqrt(error / queryCount);
      const p = studentisedRangeTail(q, count, degrees);
      return { q, p, rawP: twoSidedT(q / Math.SQRT2, degrees) };
    },
  };
}
