/** The engine as one client uses it, so that clients have their turn one after the other. */

import { HttpFailure } from "../failure.ts";
import type { KeyLimits, StoredKey } from "../keys.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";
import type { Engine, JobReport, RunningJob, TaskOptions } from "./engine.ts";

/**
 * The input of a task with the filter of the key. 403 for another index than those of
 * the key, and for a task that cannot apply the filter.
 */
function restrictInput<N extends TaskName>(
  name: N,
  input: Tasks[N],
  { indexes, filter }: KeyLimits,
): Tasks[N] {
  const { index } = input as { readonly index?: string };
  if (indexes !== undefined && (index === undefined || !indexes.includes(index))) {
    throw new HttpFailure(403, "FORBIDDEN", `the API key is for the indexes ${indexes.join(", ")}`);
  }
  if (filter === undefined || name === "listFields") return input; // names only, no documents
  if (name !== "search") {
    throw new HttpFailure(403, "FORBIDDEN", "the API key has a filter, so it can only search");
  }
  const { request } = input as Tasks["search"];
  const and = request.filter === undefined ? [filter] : [filter, request.filter];
  // Corrections come from the words of all documents.
  return { ...input, request: { ...request, filter: { and }, didYouMean: false } };
}

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
