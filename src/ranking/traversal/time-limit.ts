/**
 * A deadline that is cheap enough to check at every posting: the clock is read once
 * in 1,024 counts. Once over, it stays over, and the hits so far are a partial
 * result.
 */

/** Milliseconds since the epoch. The library has no clock of its own. */
export type Clock = () => number;

const COUNTS_PER_CHECK = 1024;

export class TimeLimit {
  isOver = false;
  readonly #deadline: number;
  readonly #clock: Clock;
  #remaining = COUNTS_PER_CHECK;

  constructor(deadline: number, clock: Clock) {
    this.#deadline = deadline;
    this.#clock = clock;
  }

  /** A limit that is never over. */
  static none(): TimeLimit {
    return new TimeLimit(Infinity, () => 0);
  }

  /** Counts units of work and returns whether time is up. */
  count(units = 1): boolean {
    this.#remaining -= units;
    return this.#remaining > 0 ? this.isOver : this.checkClock();
  }

  /**
   * Reads the clock before work that cannot be interrupted, and returns whether
   * there is time for it. If time would run out during the work, it is up at once.
   */
  hasTimeFor(milliseconds: number): boolean {
    this.isOver ||= this.#clock() + milliseconds > this.#deadline;
    return !this.isOver;
  }

  /** Reads the clock and returns whether time is up. */
  checkClock(): boolean {
    this.#remaining = COUNTS_PER_CHECK;
    this.isOver ||= this.#clock() >= this.#deadline;
    return this.isOver;
  }
}
