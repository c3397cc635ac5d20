/**
 * Performs the trainings of an experiment in several processes side by side: where there are more
 * processors than two, that is faster than threads within one training. The stored trainings are
 * those of one process, to the byte.
 */

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  type Experiment,
  type ExperimentRequest,
  listTrainingTasks,
  type TrainingTask,
} from "../../experiments/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import type { Progress } from "../../src/common/progress.ts";
import type { TrainingReply, TrainingRequest } from "./training-messages.ts";

/** Trains everything that is not stored. `TEST_FAILED` with the first failures, after all others. */
export async function trainInProcesses(
  experiment: Experiment,
  request: ExperimentRequest,
  { workers, progress }: { workers: number; progress: Progress },
): Promise<void> {
  const queue = new TrainingQueue(listTrainingTasks(experiment, request));
  const failures: string[] = [];
  let done = 0;
  const onDone = ({ name, collection, seed }: TrainingTask, { failure }: TrainingReply): void => {
    if (failure !== undefined) failures.push(`${name} on ${collection}, seed ${seed}: ${failure}`);
    const labels = { task: `training in ${workers} processes`, unit: "trainings" };
    progress({ ...labels, done: ++done, total: queue.total, finished: done === queue.total });
  };
  await serveTasks(queue, { workers, argument: describeRequest(experiment, request), onDone });
  if (!queue.isEmpty) failures.push("every process ended before its work was done");
  if (failures.length === 0) return;
  throw new TermwiseError(
    "TEST_FAILED",
    `${failures.length} of ${queue.total} trainings failed: ${failures.slice(0, 3).join("; ")}`,
  );
}

function describeRequest(experiment: Experiment, request: ExperimentRequest): string {
  const values = new Map(experiment.options.map(({ name }) => [name, request.text(name)]));
  if (values.has("threads")) values.set("threads", "1");
  const { collections, size } = request;
  const described: TrainingRequest = {
    ...{ experiment: experiment.id, collections, size, values: [...values] },
  };
  return JSON.stringify(described);
}

/** The tasks that wait: those of a seed until the grid of their system is done. */
class TrainingQueue {
  readonly total: number;
  #waiting: readonly TrainingTask[];
  /** Points of the grid that are not done, by system. */
  readonly #missingPoints = new Map<string, number>();

  constructor(tasks: readonly TrainingTask[]) {
    this.total = tasks.length;
    this.#waiting = tasks;
    for (const task of tasks) if (task.point !== undefined) this.#addPoints(task, 1);
  }

  /** The first task that can begin; undefined if none can, or none is left. */
  take(): TrainingTask | undefined {
    const next = this.#waiting.find(
      (task) => task.point !== undefined || this.#missingPoints.get(toKey(task)) === undefined,
    );
    this.#waiting = this.#waiting.filter((task) => task !== next);
    return next;
  }

  finish(task: TrainingTask): void {
    if (task.point !== undefined) this.#addPoints(task, -1);
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  #addPoints(task: TrainingTask, count: number): void {
    const sum = (this.#missingPoints.get(toKey(task)) ?? 0) + count;
    if (sum === 0) this.#missingPoints.delete(toKey(task));
    else this.#missingPoints.set(toKey(task), sum);
  }
}

function toKey({ collection, system }: TrainingTask): string {
  return `${collection} ${system}`;
}

interface ServeOptions {
  readonly workers: number;
  /** The request of the processes. */
  readonly argument: string;
  readonly onDone: (task: TrainingTask, reply: TrainingReply) => void;
}

/** Gives every process the next task when it is done. */
async function serveTasks(
  queue: TrainingQueue,
  { workers, argument, onDone }: ServeOptions,
): Promise<void> {
  const program = fileURLToPath(new URL("./training-process.js", import.meta.url));
  const idle = new Set<ChildProcess>();
  const current = new Map<ChildProcess, TrainingTask>();
  const giveTasks = (): void => {
    for (const child of idle) {
      const task = queue.take();
      if (task === undefined && !queue.isEmpty && current.size > 0) return;
      idle.delete(child);
      if (task === undefined) child.disconnect();
      else {
        current.set(child, task);
        child.send(task);
      }
    }
  };
  const finish = (child: ChildProcess, reply: TrainingReply): void => {
    const task = current.get(child);
    current.delete(child);
    if (task === undefined) return;
    queue.finish(task);
    onDone(task, reply);
  };
  const serve = (child: ChildProcess): Promise<void> =>
    new Promise((resolve) => {
      child.on("message", (reply: TrainingReply) => {
        finish(child, reply);
        idle.add(child);
        giveTasks();
      });
      child.on("exit", (code, signal) => {
        finish(child, { failure: `the process was ended by ${signal ?? `code ${code}`}` });
        idle.delete(child);
        giveTasks();
        resolve();
      });
    });
  const count = Math.min(workers, queue.total);
  await Promise.all(Array.from({ length: count }, () => serve(fork(program, [argument]))));
}
