/** Runs all tasks on the calling thread: for tests, and for programs that have a thread to spare. */

import { TermwiseError } from "../../../src/common/errors.ts";
import { silent } from "../../../src/common/progress.ts";
import { HttpFailure } from "../failure.ts";
import { LIMITS, type Limits, readersWaiting } from "../limits.ts";
import type { Places } from "../tasks/places.ts";
import { Store } from "../tasks/store.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";
import { answered, asError, asPlain } from "./answers.ts";
import type { Engine, JobReport, RunningJob, TaskOptions } from "./engine.ts";
import { Slots } from "./slots.ts";
import { kindOf } from "./task-kind.ts";
import { Versions } from "./versions.ts";

/** An engine without threads. */
export class LocalEngine implements Engine {
  readonly #places: Places;
  readonly #reader: Store;
  readonly #writer: Store;
  readonly #reads: Slots<Store>;
  readonly #writes: Slots<Store>;
  readonly #versions = new Versions();

  constructor(places: Places, limits: Limits = LIMITS) {
    this.#places = places;
    this.#reader = new Store(places);
    this.#writer = new Store(places);
    this.#reads = new Slots([this.#reader], readersWaiting(limits), "requests");
    const writing = { most: limits.waitingWrites, time: limits.bodyTime };
    this.#writes = new Slots([this.#writer], writing, "writes");
  }

  get waiting(): number {
    return this.#reads.waiting;
  }

  get isFull(): boolean {
    return this.#reads.isFull;
  }

  read<N extends TaskName>(
    name: N,
    input: Tasks[N],
    { blocks }: TaskOptions = {},
  ): Promise<string> {
    return this.#reads.run(
      (store) => {
        const [version, versions] = [this.#versions.of(input), this.#versions.all()];
        const context = { store, version, versions, blocks, progress: silent };
        return this.#told(() => answered(name, input, context));
      },
      { kind: kindOf(name, input) },
    );
  }

  write<N extends TaskName>(
    name: N,
    input: Tasks[N],
    { blocks }: TaskOptions = {},
  ): Promise<string> {
    return this.#writes.run(async (store) => {
      try {
        return await this.#told(() => answered(name, input, { store, blocks, progress: silent }));
      } finally {
        this.#versions.changed(name, input);
      }
    });
  }

  job<N extends TaskName>(
    name: N,
    input: Tasks[N],
    report: (report: JobReport) => void,
  ): RunningJob {
    let isCancelled = false;
    const progress = (told: JobReport): void => {
      if (isCancelled) throw new TermwiseError("CANCELLED", "the job was cancelled");
      report(told);
    };
    const store = new Store(this.#places);
    const result = this.#told(() => answered(name, input, { store, progress }));
    const cancelled = (): Promise<string> =>
      Promise.reject(new TermwiseError("CANCELLED", "the job was cancelled"));
    return {
      result: result
        .then((json) => (isCancelled ? cancelled() : json))
        .finally(() => store.close()),
      cancel: () => {
        isCancelled = true;
      },
    };
  }

  async close(): Promise<void> {
    await this.#reader.close();
    await this.#writer.close();
  }

  async #told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof HttpFailure) throw error; // of a body that breaks off
      throw asError(asPlain(error, this.#places));
    }
  }
}
