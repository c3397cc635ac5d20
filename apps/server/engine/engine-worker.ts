/** A thread that does tasks: opens the indexes for itself, and answers one task at a time. */

import { parentPort, workerData } from "node:worker_threads";
import type { Places } from "../tasks/places.ts";
import { Store, type Version } from "../tasks/store.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";
import type { PlainError } from "./answers.ts";
import { answered, asPlain } from "./answers.ts";
import type { JobReport } from "./engine.ts";

/** What a thread is asked to do. */
export interface TaskMessage {
  readonly id: number;
  readonly name: TaskName;
  readonly input: Tasks[TaskName];
  readonly version?: Version;
  readonly bytes?: Uint8Array;
}

/** What a thread answers. */
export type TaskReply =
  | { readonly id: number; readonly progress: JobReport }
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly error: PlainError };

/** Ms between reports: nobody reads faster. */
const REPORT_EVERY = 100;

const places = workerData as Places;
const store = new Store(places);

parentPort?.on("message", async (message: TaskMessage | "close") => {
  if (message === "close") {
    await store.close();
    parentPort?.close();
    return;
  }
  const { id, name, input, version, bytes } = message;
  const reply = (told: TaskReply): void => parentPort?.postMessage(told);
  let last = 0;
  let lastTask = "";
  const progress = ({
    task,
    done,
    total,
    unit,
    note,
    finished,
  }: JobReport & { finished?: boolean }): void => {
    if (finished !== true && task === lastTask && Date.now() - last < REPORT_EVERY) return;
    [last, lastTask] = [Date.now(), task];
    const known = {
      ...(total === undefined ? {} : { total }),
      ...(note === undefined ? {} : { note }),
    };
    reply({ id, progress: { task, done, unit, ...known } });
  };
  try {
    reply({ id, json: await answered(name, input as never, { store, version, bytes, progress }) });
  } catch (error) {
    reply({ id, error: asPlain(error, places) });
  }
});
