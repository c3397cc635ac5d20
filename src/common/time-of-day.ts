/** The time of day, for dates of documents and rules. Durations are measured by monotonic-clock.ts. */

/** Milliseconds since 1970, as of the start of this thread and its monotonic clock. */
export function readTimeOfDay(): number {
  return performance.timeOrigin + performance.now();
}
