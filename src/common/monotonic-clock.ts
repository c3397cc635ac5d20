/** A clock for measuring time. Unlike the time of day, it cannot be set. */

/** Milliseconds since some moment of this thread. Values of two threads are not comparable. */
export function readClock(): number {
  return performance.now();
}
