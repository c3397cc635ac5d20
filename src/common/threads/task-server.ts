/** The inside of a worker thread: takes calls, runs the module's functions, sends replies. */

import { TermwiseError } from "../errors.ts";
import type { Call, Greeting, Reply, SentError } from "./thread.ts";

/** Functions by name, as a module exports them. */
export type Tasks = Readonly<Record<string, unknown>>;

/** Loads the module, greets, and returns what to do with each call. */
export async function serveTasks(
  module: string,
  send: (message: Greeting | Reply) => void,
): Promise<(call: Call) => Promise<void>> {
  let tasks: Tasks = {};
  try {
    tasks = (await import(/* @vite-ignore */ module)) as Tasks;
    send({ ready: true });
  } catch (error) {
    send({ failed: toSent(error) });
  }
  return async ({ call, name, input }) => {
    try {
      send({ call, output: await runTask(tasks, name, input) });
    } catch (error) {
      send({ call, error: toSent(error) });
    }
  };
}

/** Runs one exported function by name. */
export async function runTask(tasks: Tasks, name: string, input: unknown): Promise<unknown> {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (typeof task !== "function") {
    throw new TermwiseError("BAD_ARGUMENT", `the worker module exports no function ${name}`);
  }
  return task(input);
}

function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, stack } = error;
  const sent = stack === undefined ? { name, message } : { name, message, stack };
  return error instanceof TermwiseError
    ? { ...sent, code: error.code, details: error.details }
    : sent;
}
