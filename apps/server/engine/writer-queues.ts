/**
 * Writers for indexes. The writes to one index run one after the other, always on
 * the same writer, which holds the lock of the index; those to several indexes run
 * at once. Indexes share writers only where there are more of them than writers.
 */

import { TermwiseError } from "../../../src/common/errors.ts";
import { type QueueLimits, TaskQueue } from "./task-queue.ts";

/** How many writers there may be, and how writes wait for each. */
export interface WriterLimits {
  readonly max: number;
  readonly waiting: QueueLimits;
}

interface WriterQueue<S> {
  readonly writer: S;
  readonly tasks: TaskQueue<S>;
  indexCount: number;
}

interface Assignment<S> {
  readonly queue: WriterQueue<S>;
  pending: number;
  /** True once a write has shown that the index exists. */
  isConfirmed: boolean;
}

/** The writers of a server. */
export class WriterQueues<S> {
  readonly #createWriter: () => S;
  readonly #limits: WriterLimits;
  readonly #queues: WriterQueue<S>[] = [];
  readonly #assignments = new Map<string, Assignment<S>>();

  /** Creates a writer when an index needs one. */
  constructor(createWriter: () => S, limits: WriterLimits) {
    this.#createWriter = createWriter;
    this.#limits = limits;
  }

  get writers(): readonly S[] {
    return this.#queues.map(({ writer }) => writer);
  }

  /** Indexes that have a writer. */
  get indexCount(): number {
    return this.#assignments.size;
  }

  /** Runs a write of an index on its writer. `OVERLOADED` when too many wait for it. */
  async run<T>(
    { index, client }: { readonly index: string; readonly client?: string | undefined },
    write: (writer: S) => Promise<T>,
  ): Promise<T> {
    const assignment = this.#assign(index);
    assignment.pending++;
    try {
      const result = await assignment.queue.tasks.run(write, { client });
      assignment.isConfirmed = true;
      return result;
    } catch (error) {
      if (!isMissing(error)) assignment.isConfirmed = true;
      throw error;
    } finally {
      assignment.pending--;
      if (!assignment.isConfirmed) this.#release(index, assignment);
    }
  }

  /** Called when an index is deleted and its writer has closed it. */
  forget(index: string): void {
    const assignment = this.#assignments.get(index);
    if (assignment !== undefined) this.#release(index, assignment);
  }

  #assign(index: string): Assignment<S> {
    const present = this.#assignments.get(index);
    if (present !== undefined) return present;
    const queue = this.#findQueue();
    queue.indexCount++;
    const assignment = { queue, pending: 0, isConfirmed: false };
    this.#assignments.set(index, assignment);
    return assignment;
  }

  #findQueue(): WriterQueue<S> {
    const [first, ...others] = this.#queues;
    const best = others.reduce(
      (least, queue) =>
        least !== undefined && queue.indexCount < least.indexCount ? queue : least,
      first,
    );
    const isBusy = best === undefined || best.indexCount > 0;
    if (!isBusy || (best !== undefined && this.#queues.length >= this.#limits.max)) return best;
    const writer = this.#createWriter();
    const queue = {
      writer,
      tasks: new TaskQueue([writer], this.#limits.waiting, "writes"),
      indexCount: 0,
    };
    this.#queues.push(queue);
    return queue;
  }

  #release(index: string, assignment: Assignment<S>): void {
    if (assignment.pending > 0 || this.#assignments.get(index) !== assignment) return;
    this.#assignments.delete(index);
    assignment.queue.indexCount--;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof TermwiseError && error.code === "NOT_FOUND";
}
