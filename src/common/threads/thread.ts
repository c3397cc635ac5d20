/**
 * One worker thread, the same in Node and in a browser.
 *
 * A thread loads one module and runs its exported functions when asked. The
 * two platforms differ only in how a worker starts and how messages arrive,
 * which is all that `node-thread.ts` and `browser-thread.ts` hold.
 */

import { isNode } from "../platform.ts";

/** A call of one exported function, answered by exactly one `Reply` with the same number. */
export interface Call {
  readonly call: number;
  readonly name: string;
  readonly input: unknown;
}

export type Reply =
  | { readonly call: number; readonly output: unknown }
  | { readonly call: number; readonly error: SentError };

/** An error in a form that can be sent between threads. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

/** Sent once by a fresh thread: its module is loaded, or why it is not. */
export type Greeting = { readonly ready: true } | { readonly failed: SentError };

export interface ThreadEvents {
  reply(reply: Reply): void;
  /** A started thread has ended and will not answer. Called at most once. */
  died(reason: string): void;
}

export interface Thread {
  send(call: Call): void;
  /** Whether this thread alone keeps the process from ending. Means nothing in a browser. */
  keepAlive(alive: boolean): void;
  stop(): Promise<void>;
}

/** Starts a thread that serves the module; rejects when the platform or the module refuses. */
export async function startThread(module: string, events: ThreadEvents): Promise<Thread> {
  if (isNode()) {
    const { startNodeThread } = await import("./node-thread.ts");
    return startNodeThread(module, events);
  }
  const { startBrowserThread } = await import("./browser-thread.ts");
  return startBrowserThread(module, events);
}
