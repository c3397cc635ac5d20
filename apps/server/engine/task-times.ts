/**
 * Estimates the duration of tasks from the last ones, so that the queue can be
 * measured in milliseconds. The slowest few are ignored: one that opened an index, or
 * waited for a busy machine, does not predict the next.
 */

/** Number of recent times per kind, and the number needed for an estimate. */
const WINDOW_SIZE = 64;
const MIN_SAMPLES = 8;
/** One in so many is left out, the slowest, and one at least. */
const OUTLIER_DIVISOR = 16;
/** Maximum number of kinds with times. A kind contains the name of an index, which clients choose. */
const MAX_KINDS = 1000;

interface Times {
  readonly last: number[];
  next: number;
  /** Computed on first use. */
  mean: number | undefined;
}

/** Times by kind of task. */
export class TaskTimes {
  readonly #kinds = new Map<string, Times>();

  /** The time that a task of this kind should take, in ms; undefined before enough were done. */
  estimate(kind: string): number | undefined {
    const times = this.#kinds.get(kind);
    if (times === undefined || times.last.length < MIN_SAMPLES) return undefined;
    times.mean ??= computeTrimmedMean(times.last);
    return times.mean;
  }

  /** Whether tasks of this kind took longer than `ms`, going by the few that were done; `unknown` before that. */
  isLonger(kind: string, ms: number, unknown: boolean): boolean {
    const times = this.#kinds.get(kind);
    if (times === undefined || times.last.length < 2) return unknown;
    times.mean ??= computeTrimmedMean(times.last);
    return times.mean > ms;
  }

  /** A task of this kind took so long. */
  record(kind: string, ms: number): void {
    let times = this.#kinds.get(kind);
    if (times === undefined) {
      if (this.#kinds.size >= MAX_KINDS) this.#kinds.clear();
      times = { last: [], next: 0, mean: undefined };
      this.#kinds.set(kind, times);
    }
    times.last[times.next] = ms;
    times.next = (times.next + 1) % WINDOW_SIZE;
    times.mean = undefined;
  }
}

/** The mean without the slowest. Every search needs it, so only the few slowest are sorted. */
function computeTrimmedMean(times: readonly number[]): number {
  const slowest = new Array<number>(Math.ceil(times.length / OUTLIER_DIVISOR)).fill(0); // the least of them first
  let all = 0;
  for (const ms of times) {
    all += ms;
    if (ms <= (slowest[0] as number)) continue;
    let position = 1;
    for (; position < slowest.length && (slowest[position] as number) < ms; position++) {
      slowest[position - 1] = slowest[position] as number;
    }
    slowest[position - 1] = ms;
  }
  const slowestSum = slowest.reduce((sum, ms) => sum + ms, 0);
  return (all - slowestSum) / (times.length - slowest.length);
}
