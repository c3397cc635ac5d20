/** Runs all tasks on the calling thread: for tests, and for programs that have a thread to spare. */

import { TermwiseError } from "../../../src/common/errors.ts";
import { silent } from "../../../src/common/progress.ts";
import { HttpFailure } from "../failure.ts";
import { LIMITS, type Limits, readQueueLimits } from "../limits.ts";
import type { IndexCatalog } from "../tasks/index-catalog.ts";
import { Store } from "../tasks/store.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";
import type { Engine, JobReport, RunningJob, TaskOptions } from "./engine.ts";
import { fromPlainError, toPlainError } from "./plain-error.ts";
import { runTask } from "./run-task.ts";
import { classifyTask } from "./task-kind.ts";
import { TaskQueue } from "./task-queue.ts";
import { Versions } from "./versions.ts";
import { WriterQueues } from "./writer-queues.ts";

/** An engine without threads. */
export class LocalEngine implements Engine {
  readonly #catalog: IndexCatalog;
  readonly #reader: Store;
  readonly #writer: Store;
  readonly #reads: TaskQueue<Store>;
  readonly #writes: WriterQueues<Store>;
  readonly #versions = new Versions();

  constructor(catalog: IndexCatalog, limits: Limits = LIMITS) {
    this.#catalog = catalog;
    this.#reader = new Store(catalog);
    this.#writer = new Store(catalog);
    this.#reads = new TaskQueue([this.#reader], readQueueLimits(limits), "requests");
    const waiting = { most: limits.waitingWrites, time: limits.bodyTime };
    const max = Number.POSITIVE_INFINITY;
    this.#writes = new WriterQueues(() => this.#writer, { max, waiting });
  }

  get waiting(): number {
    return this.#reads.waiting;
  }

  get isFull(): boolean {
    return this.#reads.isFull;
  }

  isFullFor(client: string): boolean {
    return this.isFull && this.#reads.isFullFor(client);
  }

  read<N extends TaskName>(
    name: N,
    input: Tasks[N],
    { blocks, client }: TaskOptions = {},
  ): Promise<string> {
    return this.#reads.run(
      (store) => {
        const [version, versions] = [this.#versions.get(input), this.#versions.all()];
        const context = { store, version, versions, blocks, progress: silent };
        return this.#cleanErrors(() => runTask(name, input, context));
      },
      { kind: classifyTask(name, input), client },
    );
  }

  write<N extends TaskName>(
    name: N,
    input: Tasks[N],
    { blocks }: TaskOptions = {},
  ): Promise<string> {
    const { index = "" } = input as { readonly index?: string };
    return this.#writes.run({ index }, (store) =>
      this.#versions.countChange(name, input, () =>
        this.#cleanErrors(() => runTask(name, input, { store, blocks, progress: silent })),
      ),
    );
  }

  job<N extends TaskName>(
    name: N,
    input: Tasks[N],
    report: (report: JobReport) => void,
  ): RunningJob {
    let isCancelled = false;
    const progress = (update: JobReport): void => {
      if (isCancelled) throw new TermwiseError("CANCELLED", "the job was cancelled");
      report(update);
    };
    const store = new Store(this.#catalog);
    const result = this.#cleanErrors(() => runTask(name, input, { store, progress }));
    const rejectCancelled = (): Promise<string> =>
      Promise.reject(new TermwiseError("CANCELLED", "the job was cancelled"));
    return {
      result: result
        .then((json) => (isCancelled ? rejectCancelled() : json))
        .finally(() => store.close()),
      cancel: async () => {
        isCancelled = true;
        await Promise.allSettled([result]);
      },
    };
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#writer.close();
  }

  async #cleanErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof HttpFailure) throw error; // of a body that breaks off
      throw fromPlainError(toPlainError(error, this.#catalog));
    }
  }
}
