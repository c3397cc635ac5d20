/**
 * One worker thread, the same in Node and in a browser.
 *
 * A thread serves one module and runs its exported functions on request. The platforms differ only
 * in how a worker starts and how messages arrive, which is all that `node-thread.ts` and
 * `browser-thread.ts` contain.
 */

import { isNode } from "../platform.ts";
import type { WebWorker } from "../web-platform.ts";
import type { Tasks } from "./task-server.ts";

/** The functions that threads run, and the file that serves them on a thread: one that calls `serveTasks`. */
export interface ThreadModule {
  /** The functions, for the calling thread. */
  readonly load: () => Promise<Tasks>;
  /**
   * Creates a browser's worker on that file: `new Worker(new URL("./x-thread.js", import.meta.url),
   * { type: "module" })`, in exactly these words, by which bundlers find and bundle the file.
   */
  readonly worker: () => WebWorker;
  /** The same file for Node: its name, and the URL of the file that names it. */
  readonly file: string;
  readonly base: string;
}

/** A call of one exported function, answered by exactly one `Reply` with the same number. */
export interface Call {
  readonly call: number;
  readonly name: string;
  readonly input: unknown;
}

export type Reply =
  | { readonly call: number; readonly output: unknown }
  | { readonly call: number; readonly error: SerialisedError };

/** An error in a form that can be sent between threads. */
export interface SerialisedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Sent once by a new thread when it is ready for calls. */
export interface ReadyMessage {
  readonly ready: true;
}

export interface ThreadEvents {
  reply(reply: Reply): void;
  /** A started thread has ended and will not answer. Called at most once. */
  died(reason: string): void;
}

export interface Thread {
  send(call: Call): void;
  /** Whether this thread keeps the process alive. No effect in a browser. */
  keepAlive(alive: boolean): void;
  stop(): Promise<void>;
}

/** Starts a thread that serves the module; rejects if the platform or the module fails. */
export async function startThread(module: ThreadModule, events: ThreadEvents): Promise<Thread> {
  if (isNode()) {
    const { startNodeThread } = await import("./node-thread.ts");
    return startNodeThread(new URL(module.file, module.base), events);
  }
  const { startBrowserThread } = await import("./browser-thread.ts");
  return startBrowserThread(module.worker(), events);
}
