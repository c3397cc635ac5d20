/**
 * Lets tasks run in slots, first come first served, and turns away at once what
 * would wait too long: the queue is bounded by the time that it is expected to
 * take, not by its length alone. A slot may be given short tasks ahead, so that a
 * thread which has done one finds the next and need not wait to be told.
 */

import { createOverloaded, type HttpFailure } from "../failure.ts";
import { TaskTimes } from "./task-times.ts";

/** How many tasks may wait. */
export interface QueueLimits {
  readonly most: number;
  /** Ms after which a task that waits is turned away. */
  readonly time: number;
  /** Ms that a task should expect to wait at most. Default: no such bound. */
  readonly expected?: number;
  /** So many may wait, however long they are expected to: a page asks for several things at once. */
  readonly always?: number;
  /** Ms of work that a slot may hold, that under way included. Default 0: one task at a time. */
  readonly ahead?: number;
}

/** What is known of a task before it is done. */
export interface TaskFacts {
  /** Tasks of the same kind take about as long. */
  readonly kind?: string | undefined;
  /** Whether it needs a slot for itself. */
  readonly isAlone?: boolean;
}

/** Tasks that a slot holds at most. */
const MAX_AHEAD = 4;

/** A slot and what it was given. */
interface Lane<S> {
  readonly slot: S;
  /** Ms that each of its tasks should take; infinite where nobody knows. */
  readonly tasks: number[];
  /** When the first of them began, or the one before it ended. */
  begun: number;
}

interface Waiter<S> {
  /** Ms that its slot is to count on. */
  readonly ms: number;
  /** Ms that those behind it are to expect; 0 where nobody knows. */
  readonly expected: number;
  readonly start: (lane: Lane<S>) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** Slots that tasks take in turn. */
export class Slots<S> {
  readonly #lanes: Lane<S>[];
  readonly #queue = new Set<Waiter<S>>();
  readonly #waiting: QueueLimits;
  readonly #times = new TaskTimes();
  readonly #now: () => number;
  readonly #tooMany: HttpFailure;
  readonly #tooLate: HttpFailure;
  /** Ms that those who wait should take. */
  #queued = 0;

  /** `what` is what a sentence says there are too many of. */
  constructor(
    slots: readonly S[],
    waiting: QueueLimits,
    label: string,
    now: () => number = () => performance.now(),
  ) {
    this.#lanes = slots.map((slot) => ({ slot, tasks: [], begun: 0 }));
    this.#waiting = waiting;
    this.#now = now;
    // Made once: refusing must cost little.
    this.#tooMany = createOverloaded(`too many ${label} at once`);
    this.#tooLate = createOverloaded(`too many ${label} at once: none was done in time`);
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Whether a task that comes now is turned away. */
  get isFull(): boolean {
    const { most, always = 0, expected = Number.POSITIVE_INFINITY } = this.#waiting;
    const { size } = this.#queue;
    return size >= most || (size >= always && this.#queued / this.#lanes.length > expected);
  }

  /** Runs a task in the next slot that has room. `OVERLOADED` when there is none in time. */
  async run<T>(
    task: (slot: S) => Promise<T>,
    { kind, isAlone = false }: TaskFacts = {},
  ): Promise<T> {
    const expected = kind === undefined ? undefined : this.#times.estimate(kind);
    const ms = isAlone || expected === undefined ? Number.POSITIVE_INFINITY : expected;
    const lane = this.#queue.size === 0 ? this.#findLane(ms) : undefined;
    if (lane !== undefined) this.#assign(lane, ms);
    const assigned = lane ?? (await this.#waitForLane(ms, expected ?? 0));
    let isDone = false;
    try {
      const result = await task(assigned.slot);
      isDone = true;
      return result;
    } finally {
      // Tasks that fail at once would make a queue look shorter than it is.
      this.#release(assigned, ms, isDone ? kind : undefined);
    }
  }

  /** A lane with room for a task of so many ms: a free one, else the one that will be done first. */
  #findLane(ms: number): Lane<S> | undefined {
    const { ahead = 0 } = this.#waiting;
    let [best, minLoad] = [undefined as Lane<S> | undefined, ahead - ms];
    for (const lane of this.#lanes) {
      if (lane.tasks.length === 0) return lane;
      const load = lane.tasks.reduce((sum, each) => sum + each, 0);
      if (lane.tasks.length < MAX_AHEAD && load <= minLoad) [best, minLoad] = [lane, load];
    }
    return best;
  }

  #assign(lane: Lane<S>, ms: number): void {
    if (lane.tasks.length === 0) lane.begun = this.#now();
    lane.tasks.push(ms);
  }

  #waitForLane(ms: number, expected: number): Promise<Lane<S>> {
    if (this.isFull) throw this.#tooMany;
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => {
        this.#dequeue(waiter);
        refuse(this.#tooLate);
      }, this.#waiting.time);
      const waiter: Waiter<S> = { ms, expected, start, timer };
      this.#queue.add(waiter);
      this.#queued += expected;
    });
  }

  #release(lane: Lane<S>, ms: number, kind: string | undefined): void {
    const now = this.#now();
    if (kind !== undefined) this.#times.record(kind, now - lane.begun);
    lane.begun = now;
    lane.tasks.splice(lane.tasks.indexOf(ms), 1);
    for (const waiter of this.#queue) {
      const freeLane = this.#findLane(waiter.ms);
      if (freeLane === undefined) return; // nobody overtakes
      this.#dequeue(waiter);
      clearTimeout(waiter.timer);
      this.#assign(freeLane, waiter.ms);
      waiter.start(freeLane);
    }
  }

  #dequeue(waiter: Waiter<S>): void {
    this.#queue.delete(waiter);
    this.#queued = this.#queue.size === 0 ? 0 : this.#queued - waiter.expected;
  }
}
