/** Work on many documents in batches, so that a deadline can end it. */

import type { TimeLimit } from "./time-limit.ts";

/** Units of work between two reads of the clock: a few milliseconds of frequency lookups. */
const UNITS_PER_BATCH = 1 << 15;

/**
 * Does `count` pieces of work of `unitsEach` units, batch after batch, and returns
 * how many were done before time was up. The first batch is always done, so that a
 * search that took all its time still has results.
 */
export function runTimedBatches(
  count: number,
  unitsEach: number,
  limit: TimeLimit,
  work: (from: number, to: number) => void,
): number {
  const size = Math.max(1, Math.floor(UNITS_PER_BATCH / Math.max(1, unitsEach)));
  let done = 0;
  while (done < count) {
    const to = Math.min(count, done + size);
    work(done, to);
    if (limit.count((to - done) * unitsEach)) return to;
    done = to;
  }
  return done;
}
