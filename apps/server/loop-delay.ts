/**
 * Measures the delay of a thread's timers. A busy thread runs timers, and everything
 * else, late.
 */

/** Ms between two timers. */
const EVERY = 50;

/** Watches the thread that it is started on. */
export class LoopDelay {
  readonly #now: () => number;
  #due = Number.POSITIVE_INFINITY;
  #last = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(): void {
    this.#due = this.#now() + EVERY;
    this.#timer = setInterval(() => this.tick(), EVERY);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#due = Number.POSITIVE_INFINITY;
    this.#last = 0;
  }

  /** The timer has run. */
  tick(): void {
    const now = this.#now();
    this.#last = Math.max(0, now - this.#due);
    this.#due = now + EVERY;
  }

  /** Ms that the last timer was late, or that the next one is already. */
  get ms(): number {
    return Math.max(this.#last, this.#now() - this.#due, 0);
  }
}
