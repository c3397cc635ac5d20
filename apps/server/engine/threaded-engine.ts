/** Runs tasks on threads: some that read, one that writes for each of a few indexes, and one for each job. */

import { TermwiseError } from "../../../src/common/errors.ts";
import { LIMITS, type Limits, readQueueLimits } from "../limits.ts";
import type { IndexCatalog } from "../tasks/index-catalog.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";
import type { Engine, JobReport, RunningJob, TaskOptions } from "./engine.ts";
import { MemoryBroker } from "./memory-broker.ts";
import { classifyTask, isHeavyTask } from "./task-kind.ts";
import { TaskQueue } from "./task-queue.ts";
import { TaskThread } from "./task-thread.ts";
import { Versions } from "./versions.ts";
import { WriterQueues } from "./writer-queues.ts";

/** How many threads read, and the memory of each in MB. */
export interface ThreadSettings {
  readonly readers: number;
  readonly memory?: number;
}

const MEMORY = 4096;
/**
 * MB of the heap of a thread that searches, at most. From 2 GB on, V8 lets a heap grow to four times
 * what is alive before it collects the rest, and the memory of a server rises and falls with it.
 */
const READER_MEMORY = 1536;
/** MB of new objects in a thread that searches: two of them together hold 45 MB less than without a bound. */
const READER_YOUNG = 6;
/** Indexes that are written at once. */
const MAX_WRITERS = 4;
/** Ms of short tasks that a thread is given ahead: it goes on while this thread does other things. */
const AHEAD = 20;

/** An engine whose work never blocks the calling thread. */
export class ThreadedEngine implements Engine {
  readonly #catalog: IndexCatalog;
  readonly #limits: Limits;
  readonly #memory: number;
  readonly #readers: readonly TaskThread[];
  readonly #jobs = new Set<TaskThread>();
  readonly #reads: TaskQueue<TaskThread>;
  readonly #writes: WriterQueues<TaskThread>;
  readonly #versions = new Versions();

  constructor(
    catalog: IndexCatalog,
    { readers, memory = MEMORY }: ThreadSettings,
    limits: Limits = LIMITS,
  ) {
    this.#catalog = catalog;
    this.#limits = limits;
    this.#memory = memory;
    const readerMemory = {
      heap: Math.min(memory, READER_MEMORY),
      young: READER_YOUNG,
      isReader: true,
    };
    const broker = new MemoryBroker();
    this.#readers = Array.from(
      { length: readers },
      () => new TaskThread(catalog, readerMemory, broker),
    );
    const { waitingWrites, bodyTime } = limits;
    const reading = { ...readQueueLimits(limits), ahead: AHEAD };
    this.#reads = new TaskQueue(this.#readers, reading, "requests");
    this.#writes = new WriterQueues(() => new TaskThread(catalog, { heap: memory }, broker), {
      max: MAX_WRITERS,
      waiting: { most: waitingWrites, time: bodyTime },
    });
  }

  get waiting(): number {
    return this.#reads.waiting;
  }

  get isFull(): boolean {
    return this.#reads.isFull;
  }

  isFullFor(client: string): boolean {
    return this.#reads.isFullFor(client);
  }

  read<N extends TaskName>(
    name: N,
    input: Tasks[N],
    { patience = this.#limits.patience, isUsual = true, blocks, client }: TaskOptions = {},
  ): Promise<string> {
    const kind = isUsual ? classifyTask(name, input) : undefined;
    const isHeavy = isHeavyTask(name, input, this.#limits);
    const facts = { kind, isAlone: blocks !== undefined, isHeavy, client };
    return this.#reads.run((thread) => {
      const version = this.#versions.get(input);
      const several = name === "callRoute" ? { versions: this.#versions.all() } : {};
      return thread.run({ name, input, version, ...several }, { patience, blocks });
    }, facts);
  }

  write<N extends TaskName>(
    name: N,
    input: Tasks[N],
    { blocks, client }: TaskOptions = {},
  ): Promise<string> {
    const write = (thread: TaskThread): Promise<string> =>
      this.#versions.countChange(name, input, () => thread.run({ name, input }, { blocks }));
    const { index = "" } = input as { readonly index?: string };
    const result = this.#writes.run({ index, client }, write);
    if (name === "deleteIndex") void result.then(() => this.#writes.forget(index)).catch(() => {});
    return result;
  }

  job<N extends TaskName>(
    name: N,
    input: Tasks[N],
    report: (report: JobReport) => void,
  ): RunningJob {
    const thread = new TaskThread(this.#catalog, { heap: this.#memory });
    this.#jobs.add(thread);
    const result = thread.run({ name, input }, { report }).finally(() => {
      this.#jobs.delete(thread);
      return thread.close();
    });
    return {
      result,
      cancel: () => thread.stop(new TermwiseError("CANCELLED", "the job was cancelled")),
    };
  }

  async close(): Promise<void> {
    for (const job of this.#jobs) void job.stop(new TermwiseError("CANCELLED", "the server stops"));
    await Promise.all([...this.#readers, ...this.#writes.writers].map((thread) => thread.close()));
  }
}
