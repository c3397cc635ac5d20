/** The engine as one client uses it, so that clients have their turn one after the other. */

import type { KeyLimits, StoredKey } from "../access/api-keys.ts";
import { restrictInput } from "../tasks/restrict-input.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";
import type { Engine, JobReport, RunningJob, TaskOptions } from "./engine.ts";

/** Runs the tasks of one client. */
export class ClientEngine implements Engine {
  readonly #engine: Engine;
  readonly #client: string;
  readonly #limits: KeyLimits;

  constructor(engine: Engine, key: Pick<StoredKey, "name"> & KeyLimits) {
    this.#engine = engine;
    this.#client = key.name;
    this.#limits = key;
  }

  get waiting(): number {
    return this.#engine.waiting;
  }

  get isFull(): boolean {
    return this.#engine.isFullFor(this.#client);
  }

  isFullFor(client: string): boolean {
    return this.#engine.isFullFor(client);
  }

  read<N extends TaskName>(name: N, input: Tasks[N], options?: TaskOptions): Promise<string> {
    const restricted = restrictInput(name, input, this.#limits);
    return this.#engine.read(name, restricted, { ...options, client: this.#client });
  }

  write<N extends TaskName>(name: N, input: Tasks[N], options?: TaskOptions): Promise<string> {
    const restricted = restrictInput(name, input, this.#limits);
    return this.#engine.write(name, restricted, { ...options, client: this.#client });
  }

  job<N extends TaskName>(
    name: N,
    input: Tasks[N],
    progress: (report: JobReport) => void,
  ): RunningJob {
    return this.#engine.job(name, input, progress);
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
