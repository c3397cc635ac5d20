/**
 * Lets as many tasks run as there are slots and some more wait; turns the rest
 * away at once. A task that waits too long is turned away too.
 */

import { overloaded } from "../failure.ts";

/** How many may wait, and for how many ms. */
export interface Waiting {
  readonly most: number;
  readonly time: number;
}

interface Waiter<S> {
  readonly start: (slot: S) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Slots that tasks take in turn, first come first served. */
export class Slots<S> {
  readonly #free: S[];
  readonly #queue = new Set<Waiter<S>>();
  readonly #waiting: Waiting;
  readonly #what: string;

  /** `what` is what a sentence says there are too many of. */
  constructor(slots: readonly S[], waiting: Waiting, what: string) {
    this.#free = [...slots];
    this.#waiting = waiting;
    this.#what = what;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Runs a task in the next free slot. `OVERLOADED` when there is none in time. */
  async run<T>(task: (slot: S) => Promise<T>): Promise<T> {
    const slot = this.#free.pop() ?? (await this.#turn());
    try {
      return await task(slot);
    } finally {
      const [next] = this.#queue;
      if (next === undefined) this.#free.push(slot);
      else {
        this.#queue.delete(next);
        clearTimeout(next.timer);
        next.start(slot);
      }
    }
  }

  #turn(): Promise<S> {
    if (this.#queue.size >= this.#waiting.most) throw overloaded(`too many ${this.#what} at once`);
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => {
        this.#queue.delete(waiter);
        refuse(overloaded(`too many ${this.#what} at once: none was done in time`));
      }, this.#waiting.time);
      const waiter: Waiter<S> = { start, timer };
      this.#queue.add(waiter);
    });
  }
}
