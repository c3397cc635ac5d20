/**
 * How long tasks take, learned from those that were done: for each kind of task a
 * moving average, so that what waits can be counted in milliseconds.
 */

/** Weight of the newest time. */
const NEWEST = 0.1;
/** Kinds that are remembered; names of indexes are among them, and clients may ask for any. */
const MOST_KINDS = 1000;

/** Averages by kind. */
export class ExpectedTimes {
  readonly #means = new Map<string, number>();

  /** The time that a task of this kind should take, in ms; undefined before one was done. */
  of(kind: string): number | undefined {
    return this.#means.get(kind);
  }

  /** A task of this kind took so long. */
  took(kind: string, ms: number): void {
    const mean = this.#means.get(kind);
    if (mean === undefined && this.#means.size >= MOST_KINDS) this.#means.clear();
    this.#means.set(kind, mean === undefined ? ms : mean + NEWEST * (ms - mean));
  }
}
