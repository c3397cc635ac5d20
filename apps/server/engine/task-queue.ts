/**
 * Runs tasks in slots and rejects at once those that would wait too long: the queue
 * is bounded by its expected duration, not by its length alone. A slot may receive
 * short tasks in advance, so that its thread never idles between two of them.
 *
 * Clients take turns; the tasks of one client run in order. With several slots, long
 * tasks have a queue of their own and all slots but one, so that no client with much
 * work blocks the others.
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
  /** Number of tasks that may wait whatever their duration: a page sends several requests at once. */
  readonly always?: number;
  /** Ms of work that a slot may hold, that under way included. Default 0: one task at a time. */
  readonly ahead?: number;
}

/** Properties of a task that are known before it runs. */
export interface TaskFacts {
  /** Tasks of the same kind take about as long. */
  readonly kind?: string | undefined;
  /** Whether it asks for much, and so takes long unless such tasks are known not to. */
  readonly isHeavy?: boolean;
  /** Whether it needs a slot for itself. */
  readonly isAlone?: boolean;
  /** The client. Default: all requests are of one client. */
  readonly client?: string | undefined;
}

/** Tasks that a slot holds at most. */
const MAX_AHEAD = 4;
/** Ms beyond which a task takes long. */
const LONG_MS = 100;
/** Maximum number of clients in the table of turns. */
const MAX_CLIENTS = 1000;

/** A slot and what it was given. */
interface SlotState<S> {
  readonly slot: S;
  /** Whether long tasks may not use it. */
  readonly isReserved: boolean;
  /** Expected ms of each of its tasks; infinite if unknown. */
  readonly tasks: number[];
  /** When the first of them began, or the one before it ended. */
  begun: number;
}

interface Waiter<S> {
  readonly client: string;
  readonly isLong: boolean;
  /** Ms that its slot is to count on. */
  readonly ms: number;
  /** Expected ms for the tasks behind it; 0 if unknown. */
  readonly expected: number;
  readonly start: (state: SlotState<S>) => void;
  readonly refuse: (failure: HttpFailure) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** A queue of tasks and the slots that run them. */
export class TaskQueue<S> {
  readonly #slots: SlotState<S>[];
  readonly #queue = new Set<Waiter<S>>();
  readonly #waiting: QueueLimits;
  readonly #times = new TaskTimes();
  readonly #now: () => number;
  readonly #tooMany: HttpFailure;
  readonly #tooLate: HttpFailure;
  /** When each client last had a turn, as the number of that turn. */
  readonly #lastTurns = new Map<string, number>();
  #turn = 0;

  /** `what` names the tasks in the error message. */
  constructor(
    slots: readonly S[],
    waiting: QueueLimits,
    label: string,
    now: () => number = () => performance.now(),
  ) {
    this.#slots = slots.map((slot, i) => {
      const isReserved = i > 0 && i === slots.length - 1;
      return { slot, isReserved, tasks: [], begun: 0 };
    });
    this.#waiting = waiting;
    this.#now = now;
    // Made once: refusing must cost little.
    this.#tooMany = createOverloaded(`too many ${label} at once`);
    this.#tooLate = createOverloaded(`too many ${label} at once: none was done in time`);
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Whether a task that comes now, and should not take long, is turned away or turns another away. */
  get isFull(): boolean {
    return this.#isQueueFull(false);
  }

  /** Whether such a task of a client is turned away. */
  isFullFor(client: string): boolean {
    return this.isFull && this.#findExcess(client, false) === undefined;
  }

  #isQueueFull(isLong: boolean): boolean {
    const { most, always = 0, expected = Number.POSITIVE_INFINITY } = this.#waiting;
    let [size, ms] = [0, 0];
    for (const waiter of this.#queue) {
      if (waiter.isLong !== isLong) continue;
      size++;
      ms += waiter.expected;
    }
    const slots = isLong ? this.#slots.length - 1 : this.#slots.length;
    return size >= most || (size >= always && ms / slots > expected);
  }

  /** The newest task of the client with the most that wait, if that one has more than `client` would have. */
  #findExcess(client: string, isLong: boolean): Waiter<S> | undefined {
    const counts = new Map<string, number>([[client, 1]]);
    const newest = new Map<string, Waiter<S>>();
    for (const waiter of this.#queue) {
      if (waiter.isLong !== isLong) continue;
      counts.set(waiter.client, (counts.get(waiter.client) ?? 0) + 1);
      newest.set(waiter.client, waiter);
    }
    let [most, maxCount] = [client, counts.get(client) as number];
    for (const [each, count] of counts) if (count > maxCount) [most, maxCount] = [each, count];
    return most === client ? undefined : newest.get(most);
  }

  /** Runs a task in the next free slot. `OVERLOADED` when there is none in time. */
  async run<T>(
    task: (slot: S) => Promise<T>,
    { kind, isAlone = false, isHeavy = false, client = "" }: TaskFacts = {},
  ): Promise<T> {
    const expected = kind === undefined ? undefined : this.#times.estimate(kind);
    const ms = isAlone || expected === undefined ? Number.POSITIVE_INFINITY : expected;
    const ownKind = kind === undefined ? undefined : `${client} ${kind}`;
    const isLong =
      this.#slots.length > 1 &&
      ownKind !== undefined &&
      this.#times.isLonger(ownKind, LONG_MS, isHeavy);
    const state = this.#hasWaiter(isLong) ? undefined : this.#findLane(ms, isLong);
    if (state !== undefined) this.#assign(state, ms, client);
    const assigned =
      state ?? (await this.#waitForLane({ client, isLong, ms, expected: expected ?? 0 }));
    let isDone = false;
    try {
      const result = await task(assigned.slot);
      isDone = true;
      return result;
    } finally {
      // Tasks that fail at once would make a queue look shorter than it is.
      this.#release(assigned, ms, isDone ? [kind, ownKind] : []);
    }
  }

  #hasWaiter(isLong: boolean): boolean {
    for (const waiter of this.#queue) if (waiter.isLong === isLong) return true;
    return false;
  }

  /** A state that can take a task of so many ms: a free one, else the one that will be done first. */
  #findLane(ms: number, isLong: boolean): SlotState<S> | undefined {
    const { ahead = 0 } = this.#waiting;
    let [best, minLoad] = [undefined as SlotState<S> | undefined, ahead - ms];
    // The reserved state first: the others are for tasks that take long as well.
    for (const state of this.#slots.toReversed()) {
      if (isLong && state.isReserved) continue;
      if (state.tasks.length === 0) return state;
      const load = state.tasks.reduce((sum, each) => sum + each, 0);
      if (state.tasks.length < MAX_AHEAD && load <= minLoad) [best, minLoad] = [state, load];
    }
    return best;
  }

  #assign(state: SlotState<S>, ms: number, client: string): void {
    if (state.tasks.length === 0) state.begun = this.#now();
    state.tasks.push(ms);
    if (this.#lastTurns.size >= MAX_CLIENTS) this.#lastTurns.clear();
    this.#lastTurns.set(client, ++this.#turn);
  }

  #waitForLane(
    task: Pick<Waiter<S>, "client" | "isLong" | "ms" | "expected">,
  ): Promise<SlotState<S>> {
    if (this.#isQueueFull(task.isLong)) {
      const excess = this.#findExcess(task.client, task.isLong);
      if (excess === undefined) throw this.#tooMany;
      this.#dequeue(excess);
      excess.refuse(this.#tooMany);
    }
    return new Promise((start, refuse) => {
      const timer = setTimeout(() => {
        this.#dequeue(waiter);
        refuse(this.#tooLate);
      }, this.#waiting.time);
      const waiter: Waiter<S> = { ...task, start, refuse, timer };
      this.#queue.add(waiter);
    });
  }

  #release(state: SlotState<S>, ms: number, kinds: readonly (string | undefined)[]): void {
    const now = this.#now();
    for (const kind of kinds) if (kind !== undefined) this.#times.record(kind, now - state.begun);
    state.begun = now;
    state.tasks.splice(state.tasks.indexOf(ms), 1);
    for (const isLong of [false, true]) {
      for (;;) {
        const waiter = this.#findNext(isLong);
        if (waiter === undefined) break;
        const freeLane = this.#findLane(waiter.ms, isLong);
        if (freeLane === undefined) break; // later requests may not overtake
        this.#dequeue(waiter);
        this.#assign(freeLane, waiter.ms, waiter.client);
        waiter.start(freeLane);
      }
    }
  }

  /** The first task of the client whose last turn is longest ago. */
  #findNext(isLong: boolean): Waiter<S> | undefined {
    let next: Waiter<S> | undefined;
    let minTurn = Number.POSITIVE_INFINITY;
    for (const waiter of this.#queue) {
      if (waiter.isLong !== isLong) continue;
      const turn = this.#lastTurns.get(waiter.client) ?? 0;
      if (turn < minTurn) [next, minTurn] = [waiter, turn];
    }
    return next;
  }

  #dequeue(waiter: Waiter<S>): void {
    this.#queue.delete(waiter);
    clearTimeout(waiter.timer);
  }
}
