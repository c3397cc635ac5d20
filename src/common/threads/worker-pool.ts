/**
 * Runs the exported functions of one module on several threads.
 *
 * Inputs and outputs are copied between threads, except memory from `shareableBytes`, which all
 * threads share. If no worker can start (no threads on the platform, a page that forbids them), the
 * same calls run on the calling thread with the same results, and `threads` is 0.
 */

import { badArgument, type ErrorCode, TermwiseError } from "../errors.ts";
import type { CancelSignal } from "../web-platform.ts";
import { runTask, type Tasks } from "./task-server.ts";
import {
  type Call,
  type Reply,
  type SerialisedError,
  startThread,
  type Thread,
  type ThreadModule,
} from "./thread.ts";

/** Threads that run the exported functions of one module. */
export interface WorkerPool {
  /** Number of worker threads; 0 if calls run on the calling thread. */
  readonly threads: number;
  /**
   * Calls `name(input)` of the pool's module. Calls start in order and may end in any order. A call
   * whose signal is aborted rejects with the signal's reason; a thread that already runs it
   * finishes it, and the result is dropped.
   */
  run<Output>(name: string, input: unknown, signal?: CancelSignal): Promise<Output>;
  /** Terminates all threads. Unanswered calls are rejected with `CANCELLED`. */
  close(): Promise<void>;
}

/**
 * Opens a pool of `threads` workers on a module. With 0 threads, or if workers cannot start, the
 * module runs on the calling thread; a module that cannot be loaded there either is an error.
 */
export async function openWorkerPool(module: ThreadModule, threads: number): Promise<WorkerPool> {
  if (!Number.isInteger(threads) || threads < 0 || threads > 1024) {
    throw badArgument(`threads must be a whole number from 0 to 1024, got ${threads}`);
  }
  const pool = new ThreadPool(module);
  try {
    await Promise.all(Array.from({ length: threads }, () => pool.addThread()));
    if (threads > 0) return pool;
  } catch {
    await pool.close(); // the calling thread reports the reason if the module itself is at fault
  }
  return createInlinePool(await module.load());
}

function createInlinePool(tasks: Tasks): WorkerPool {
  let closed = false;
  return {
    threads: 0,
    async run<Output>(name: string, input: unknown, signal?: CancelSignal) {
      if (closed) throw cancelled();
      signal?.throwIfAborted();
      const output = (await runTask(tasks, name, input)) as Output;
      signal?.throwIfAborted();
      return output;
    },
    async close() {
      closed = true;
    },
  };
}

/** A call that waits for a thread or for its reply. */
interface Pending {
  readonly call: Call;
  resolve(output: unknown): void;
  reject(error: Error): void;
}

class ThreadPool implements WorkerPool {
  readonly #module: ThreadModule;
  readonly #all = new Set<Thread>();
  readonly #idle: Thread[] = [];
  readonly #queue: Pending[] = [];
  readonly #running = new Map<Thread, Pending>();
  #nextCall = 0;
  #closed = false;

  constructor(module: ThreadModule) {
    this.#module = module;
  }

  get threads(): number {
    return this.#all.size;
  }

  async addThread(): Promise<void> {
    const thread: Thread = await startThread(this.#module, {
      reply: (reply) => this.#settle(thread, reply),
      died: (reason) => this.#removeThread(thread, reason),
    });
    if (this.#closed) return thread.stop();
    thread.keepAlive(false);
    this.#all.add(thread);
    this.#idle.push(thread);
    this.#dispatch();
  }

  run<Output>(name: string, input: unknown, signal?: CancelSignal): Promise<Output> {
    if (this.#closed) return Promise.reject(cancelled());
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise<Output>((resolve, reject) => {
      const call = { call: this.#nextCall++, name, input };
      const pending = { call, resolve: resolve as (output: unknown) => void, reject };
      this.#queue.push(pending);
      signal?.addEventListener("abort", () => {
        const at = this.#queue.indexOf(pending);
        if (at >= 0) this.#queue.splice(at, 1);
        reject(signal.reason);
      });
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const threads = [...this.#all];
    this.#all.clear();
    this.#idle.length = 0;
    for (const { reject } of [...this.#running.values(), ...this.#queue]) reject(cancelled());
    this.#running.clear();
    this.#queue.length = 0;
    await Promise.all(threads.map((thread) => thread.stop()));
  }

  #dispatch(): void {
    while (this.#idle.length > 0 && this.#queue.length > 0) {
      const thread = this.#idle.pop() as Thread;
      const pending = this.#queue.shift() as Pending;
      this.#running.set(thread, pending);
      thread.keepAlive(true);
      try {
        thread.send(pending.call);
      } catch (cause) {
        // An input that cannot be cloned, such as a function. The thread has not received it.
        this.#release(thread);
        pending.reject(uncopyable(pending.call.name, cause));
      }
    }
  }

  #settle(thread: Thread, reply: Reply): void {
    const pending = this.#running.get(thread);
    if (pending === undefined) return;
    this.#release(thread);
    if ("output" in reply) pending.resolve(reply.output);
    else pending.reject(deserialiseError(reply.error));
    this.#dispatch();
  }

  #release(thread: Thread): void {
    this.#running.delete(thread);
    thread.keepAlive(false);
    this.#idle.push(thread);
  }

  /**
   * A dead thread fails its current call and is replaced, so that the rest of the queue continues.
   */
  #removeThread(thread: Thread, reason: string): void {
    if (this.#closed || !this.#all.delete(thread)) return;
    const at = this.#idle.indexOf(thread);
    if (at >= 0) this.#idle.splice(at, 1);
    const pending = this.#running.get(thread);
    this.#running.delete(thread);
    pending?.reject(new TermwiseError("UNAVAILABLE", `${pending.call.name} failed: ${reason}`));
    this.addThread().catch((cause) => {
      if (this.#all.size > 0) return;
      for (const { reject, call } of this.#queue.splice(0)) {
        reject(new TermwiseError("UNAVAILABLE", `${call.name} has no thread left`, {}, { cause }));
      }
    });
  }
}

function deserialiseError({ name, message, stack, code, details }: SerialisedError): Error {
  const error =
    code === undefined
      ? Object.assign(new Error(message), { name })
      : new TermwiseError(code as ErrorCode, message, details ?? {});
  if (stack !== undefined) error.stack = stack;
  return error;
}

function cancelled(): TermwiseError {
  return new TermwiseError("CANCELLED", "the worker pool is closed");
}

function uncopyable(name: string, cause: unknown): TermwiseError {
  return new TermwiseError(
    "BAD_ARGUMENT",
    `the input of ${name} cannot be sent to another thread: ${String(cause)}`,
    {},
    { cause },
  );
}
