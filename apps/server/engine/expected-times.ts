/**
 * How long tasks take, learned from the last that were done, so that what waits
 * can be counted in milliseconds. The slowest few do not count: one that opened an
 * index, or waited for a machine that was busy elsewhere, says nothing of the next.
 */

/** Times of each kind that are remembered, and that are needed before they say anything. */
const REMEMBERED = 64;
const NEEDED = 8;
/** One in so many is left out, the slowest, and one at least. */
const SLOWEST = 16;
/** Kinds that are remembered; names of indexes are among them, and clients may ask for any. */
const MOST_KINDS = 1000;

interface Times {
  readonly last: number[];
  next: number;
  /** Undefined until it is asked for. */
  mean: number | undefined;
}

/** Times by kind of task. */
export class ExpectedTimes {
  readonly #kinds = new Map<string, Times>();

  /** The time that a task of this kind should take, in ms; undefined before enough were done. */
  of(kind: string): number | undefined {
    const times = this.#kinds.get(kind);
    if (times === undefined || times.last.length < NEEDED) return undefined;
    times.mean ??= usual(times.last);
    return times.mean;
  }

  /** A task of this kind took so long. */
  took(kind: string, ms: number): void {
    let times = this.#kinds.get(kind);
    if (times === undefined) {
      if (this.#kinds.size >= MOST_KINDS) this.#kinds.clear();
      times = { last: [], next: 0, mean: undefined };
      this.#kinds.set(kind, times);
    }
    times.last[times.next] = ms;
    times.next = (times.next + 1) % REMEMBERED;
    times.mean = undefined;
  }
}

/** The mean without the slowest. It is asked for with every search, so nothing is sorted but the few that are left out. */
function usual(times: readonly number[]): number {
  const slowest = new Array<number>(Math.ceil(times.length / SLOWEST)).fill(0); // the least of them first
  let all = 0;
  for (const ms of times) {
    all += ms;
    if (ms <= (slowest[0] as number)) continue;
    let place = 1;
    for (; place < slowest.length && (slowest[place] as number) < ms; place++) {
      slowest[place - 1] = slowest[place] as number;
    }
    slowest[place - 1] = ms;
  }
  const left = slowest.reduce((sum, ms) => sum + ms, 0);
  return (all - left) / (times.length - slowest.length);
}
