/** Every search of the server has a time limit: its own, or the server's. */

import type { SearchRequest } from "../../src/client/index.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import { LIMITS } from "./limits.ts";

/** The request with a time limit. */
export function applySearchTimeout(request: SearchRequest): SearchRequest {
  return { timeout: LIMITS.timeout, ...request };
}

/** Counts of work between two reads of the clock. */
const COUNTS_PER_CHECK = 1024;
/** Ms after the end for work on hits that were found. */
const GRACE_MS = 25;

/** The time of a request that makes several searches, or works on their hits: all together have that of one search. */
export class RequestTime {
  /** Whether there is no time for more work on hits. */
  isOver = false;
  readonly #end: number;
  #remaining = COUNTS_PER_CHECK;

  constructor(milliseconds: number = LIMITS.timeout) {
    this.#end = readClock() + milliseconds;
  }

  /** Counts units of work on hits, and returns whether time is up. */
  count(units = 1): boolean {
    this.#remaining -= units;
    if (this.#remaining > 0) return this.isOver;
    this.#remaining = COUNTS_PER_CHECK;
    this.isOver ||= readClock() >= this.#end + GRACE_MS;
    return this.isOver;
  }

  /**
   * The request with the time that remains as its limit: at least a millisecond, so that it is
   * answered. Of several requests that are still to come, it has an equal share.
   */
  apply(request: SearchRequest, requests = 1): SearchRequest {
    const remaining = Math.max(1, Math.ceil((this.#end - readClock()) / requests));
    return { ...request, timeout: Math.min(request.timeout ?? remaining, remaining) };
  }
}
