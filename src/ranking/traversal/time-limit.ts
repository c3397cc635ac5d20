/**
 * A deadline that is cheap enough to check at every posting: the clock is read once
 * in 1,024 counts. Once over, it stays over, and the hits so far are a partial
 * result.
 */

/** Milliseconds since any moment. It must not step back: `readClock` does not. */
export type Clock = () => number;

const COUNTS_PER_CHECK = 1024;

/** Milliseconds past the deadline for what is done with hits already found: their scores, and what is shown of them. */
export const GRACE_MS = 25;

/** Time is up in work that has no partial result. A search that catches it answers with what it has. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";

  constructor() {
    super("the time of the search is up");
  }
}

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

  get isUnlimited(): boolean {
    return this.#deadline === Infinity;
  }

  /** Counts units of work and returns whether time is up. */
  count(units = 1): boolean {
    this.#remaining -= units;
    return this.#remaining > 0 ? this.isOver : this.checkClock();
  }

  /** Counts units of work that has no partial result. Throws `OutOfTime` when time is up. */
  spend(units = 1): void {
    if (this.count(units)) throw new OutOfTime();
  }

  /**
   * Waits for work that is shared with other searches. It goes on when time is up, for the next one; this search
   * gets `OutOfTime`.
   */
  async wait<T>(work: Promise<T>): Promise<T> {
    if (this.isUnlimited) return work;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<never>((_, reject) => {
      const remaining = Math.max(0, this.#deadline - this.#clock());
      timer = setTimeout(() => {
        this.isOver = true;
        reject(new OutOfTime());
      }, remaining);
    });
    try {
      return await Promise.race([work, timeout]);
    } finally {
      clearTimeout(timer);
      work.catch(() => {}); // of no interest once time is up
    }
  }

  /** A limit that ends so many milliseconds later. */
  extend(milliseconds: number): TimeLimit {
    return new TimeLimit(this.#deadline + milliseconds, this.#clock);
  }

  /**
   * Reads the clock before work that cannot be interrupted, and returns whether
   * there is time for it. If time would run out during the work, it is up at once.
   */
  hasTimeFor(milliseconds: number): boolean {
    this.isOver ||= this.#clock() + milliseconds > this.#deadline;
    return !this.isOver;
  }

  /** Whether so many milliseconds remain, for work that can be left out. Time is not up by it. */
  remains(milliseconds: number): boolean {
    return this.isUnlimited || this.#clock() + milliseconds < this.#deadline;
  }

  /** Reads the clock: milliseconds since some moment. */
  readClock(): number {
    return this.#clock();
  }

  /** Reads the clock and returns whether time is up. */
  checkClock(): boolean {
    this.#remaining = COUNTS_PER_CHECK;
    this.isOver ||= this.#clock() >= this.#deadline;
    return this.isOver;
  }
}
