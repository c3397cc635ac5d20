/**
 * One thread that runs tasks in order. A thread that does not respond in time, or
 * ends by itself, is replaced: a request can crash a thread, but not the server.
 */

import { Worker } from "node:worker_threads";
import { defined } from "../../../src/common/defined.ts";
import { TermwiseError } from "../../../src/common/errors.ts";
import type { Block } from "../request-body.ts";
import type { IndexCatalog } from "../tasks/index-catalog.ts";
import { BlockSender } from "./block-stream.ts";
import type { JobReport } from "./engine.ts";
import type { TaskMessage, TaskReply, ThreadData } from "./engine-worker.ts";
import type { ExchangeMember, MemoryBroker } from "./memory-broker.ts";
import { fromPlainError } from "./plain-error.ts";

interface Pending {
  readonly message: TaskMessage;
  readonly resolve: (json: string) => void;
  readonly reject: (error: Error) => void;
  readonly report: ((report: JobReport) => void) | undefined;
  readonly sender: BlockSender | undefined;
}

/** Options of a task. */
export interface ThreadOptions {
  /** Ms to wait for the result; without it, forever. */
  readonly patience?: number | undefined;
  readonly report?: (report: JobReport) => void;
  readonly blocks?: AsyncIterable<Block> | undefined;
}

const ENTRY = new URL(
  import.meta.url.endsWith(".ts") ? "./engine-worker-thread.ts" : "./engine-worker-thread.js",
  import.meta.url,
);

/** What a thread has in memory: bounds of its heap in MB, and how much code. */
export interface ThreadMemory {
  readonly heap: number;
  /**
   * The part for new objects. V8 lets it grow to 48 MB in any long-running thread; a bound costs no
   * processor time where little survives, as in searches.
   */
  readonly young?: number;
  /** Whether the thread does reading tasks alone, and so needs less code. */
  readonly isReader?: boolean;
}

/** A thread for tasks, which is started with the first one. */
export class TaskThread {
  readonly #catalog: IndexCatalog;
  readonly #memory: ThreadMemory;
  readonly #broker: MemoryBroker | undefined;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #member: ExchangeMember | undefined;
  #next = 1;
  /** Resolves when the last thread that was ended is gone. */
  #ended: Promise<unknown> = Promise.resolve();

  /** With a broker, the thread has indexes in memory together with others. */
  constructor(catalog: IndexCatalog, memory: ThreadMemory, broker?: MemoryBroker) {
    this.#catalog = catalog;
    this.#memory = memory;
    this.#broker = broker;
  }

  /** Runs a task and returns its result as JSON text. */
  async run(
    task: Omit<TaskMessage, "id">,
    { patience, report, blocks }: ThreadOptions = {},
  ): Promise<string> {
    const worker = this.#ensureWorker();
    const id = this.#next++;
    const sender = blocks && new BlockSender(id, worker, blocks);
    const result = new Promise<string>((resolve, reject) => {
      const message = { ...task, id, ...(sender === undefined ? {} : { hasBlocks: true }) };
      this.#pending.set(id, { message, resolve, reject, report, sender });
      worker.postMessage(message);
    });
    const timer =
      patience === undefined
        ? undefined
        : setTimeout(
            () => this.#replace(new TermwiseError("UNAVAILABLE", "it took too long")),
            patience,
          );
    try {
      void sender?.send();
      return await result;
    } catch (error) {
      throw sender?.failure ?? error; // what broke the blocks off, not what the task made of that
    } finally {
      sender?.stop();
      clearTimeout(timer);
    }
  }

  /** Ends the thread at once; what it was given fails. The next task starts another. Resolves when the thread is gone. */
  async stop(reason: Error): Promise<void> {
    this.#end();
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
    await this.#ended;
  }

  /** Ends the thread; the task that it was doing fails, and another thread does those behind it. */
  #replace(reason: Error): void {
    this.#end();
    const [first, ...others] = this.#pending.values();
    if (first === undefined) return;
    this.#pending.delete(first.message.id);
    first.reject(reason);
    this.#resend(others, reason);
  }

  /** Gives tasks that a thread has not begun to another one. */
  #resend(tasks: Iterable<Pending>, reason: Error): void {
    for (const { message, sender, reject } of [...tasks]) {
      if (sender === undefined) this.#ensureWorker().postMessage(message);
      else {
        this.#pending.delete(message.id); // its blocks are gone
        reject(reason);
      }
    }
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker === undefined) return;
    // Another thread gets a memory of which all is known.
    if (this.#member !== undefined) this.#broker?.remove(this.#member);
    this.#ended = worker.terminate();
  }

  /** Lets the thread close its indexes and end. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage("close");
    const timer = setTimeout(() => void worker.terminate(), 5000);
    await ended;
    clearTimeout(timer);
  }

  #ensureWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const { heap, young } = this.#memory;
    const worker = new Worker(ENTRY, {
      workerData: {
        catalog: this.#catalog,
        isSharing: this.#broker !== undefined,
        isReader: this.#memory.isReader === true,
      } satisfies ThreadData,
      resourceLimits: {
        maxOldGenerationSizeMb: heap,
        ...defined({ maxYoungGenerationSizeMb: young }),
      },
    });
    const member: ExchangeMember = (answer) => worker.postMessage({ exchange: answer });
    this.#member = member;
    worker.on("message", (reply: TaskReply) => {
      if ("exchange" in reply) this.#broker?.receive(member, reply.exchange);
      else this.#handleReply(reply);
    });
    worker.on("error", (error) => this.#handleExit(worker, error));
    worker.on("exit", () => {
      this.#broker?.remove(member);
      this.#handleExit(worker, new Error("the thread ended"));
    });
    this.#worker = worker;
    return worker;
  }

  #handleReply(reply: Exclude<TaskReply, { readonly exchange: unknown }>): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    if ("progress" in reply) {
      pending.report?.(reply.progress);
      return;
    }
    if ("taken" in reply) {
      pending.sender?.acknowledge();
      return;
    }
    this.#pending.delete(reply.id);
    if ("json" in reply) {
      pending.resolve(reply.json);
      return;
    }
    const error = fromPlainError(reply.error);
    pending.reject(error);
    if (!reply.isSpent) return;
    this.#end();
    this.#resend(this.#pending.values(), error);
  }

  #handleExit(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#replace(nameExitError(error));
  }
}

/** The error that ended a thread, by a code where clients can do something about it. */
function nameExitError(error: Error): Error {
  if ((error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new TermwiseError("LIMIT_EXCEEDED", "it needs too much memory");
  }
  // A new thread reads its modules before it serves: with no descriptor left it cannot start. Of
  // such an error the message alone is certain to arrive from the other thread.
  const errno = /\bE[MN]FILE\b/.exec(error.message)?.[0];
  if (errno === undefined) return error;
  return new TermwiseError(
    "IO",
    `a thread cannot start: ${error.message}`,
    { errno },
    { cause: error },
  );
}
