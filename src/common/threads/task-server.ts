/** The inside of a worker thread: receives calls, runs the functions of a module, sends replies. */

import { TermwiseError } from "../errors.ts";
import { isNode } from "../platform.ts";
import { openNodePort } from "./node-port.ts";
import type { Call, ReadyMessage, Reply, SerialisedError } from "./thread.ts";

/** Functions by name, as a module exports them. */
export type Tasks = Readonly<Record<string, unknown>>;

/** Messages from and to the parent thread. */
export interface TaskPort {
  send(message: ReadyMessage | Reply): void;
  receive(listener: (call: Call) => void): void;
}

/** Serves the functions of a module to the parent thread. Does nothing on the main thread. */
export function serveTasks(tasks: Tasks): void {
  const port = isNode() ? openNodePort() : openBrowserPort();
  if (port === undefined) return;
  port.receive(async ({ call, name, input }) => {
    try {
      port.send({ call, output: await runTask(tasks, name, input) });
    } catch (error) {
      port.send({ call, error: serialiseError(error) });
    }
  });
  port.send({ ready: true });
}

/** Undefined in a page, which has no parent thread. */
function openBrowserPort(): TaskPort | undefined {
  if (typeof document !== "undefined") return undefined;
  return {
    send: (message) => self.postMessage(message),
    receive: (listener) =>
      self.addEventListener("message", ({ data }: MessageEvent<Call>) => listener(data)),
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

function serialiseError(error: unknown): SerialisedError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, stack } = error;
  const serialised = stack === undefined ? { name, message } : { name, message, stack };
  return error instanceof TermwiseError
    ? { ...serialised, code: error.code, details: error.details }
    : serialised;
}
