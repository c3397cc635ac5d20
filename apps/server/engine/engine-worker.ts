/** A thread that does tasks: opens the indexes for itself, and does one task after the other. */

import { parentPort, workerData } from "node:worker_threads";
import { defined } from "../../../src/common/defined.ts";
import { readClock } from "../../../src/common/monotonic-clock.ts";
import { setMemoryExchange } from "../../../src/common/threads/index.ts";
import type { IndexCatalog } from "../tasks/index-catalog.ts";
import { Store, type Version } from "../tasks/store.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";
import { type BlockMessage, BlockReceiver } from "./block-stream.ts";
import type { JobReport } from "./engine.ts";
import { ExchangeClient } from "./exchange-client.ts";
import type { ExchangeAnswer, ExchangeMessage } from "./memory-broker.ts";
import { type PlainError, toPlainError } from "./plain-error.ts";
import { runTask } from "./run-task.ts";

/** A message to a thread. */
export interface TaskMessage {
  readonly id: number;
  readonly name: TaskName;
  readonly input: Tasks[TaskName];
  readonly version?: Version;
  readonly versions?: ReadonlyMap<string, Version>;
  /** Whether messages with blocks follow. */
  readonly hasBlocks?: boolean;
}

/** What a thread is started with. */
export interface ThreadData {
  readonly catalog: IndexCatalog;
  /** Whether it has indexes in memory together with other threads. */
  readonly isSharing: boolean;
  /** Whether it does reading tasks alone. */
  readonly isReader: boolean;
}

/** A message from a thread. */
export type TaskReply =
  | { readonly exchange: ExchangeMessage }
  | { readonly id: number; readonly taken: true }
  | { readonly id: number; readonly progress: JobReport }
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly error: PlainError; readonly isSpent: boolean };

/** Ms between reports. */
const REPORT_EVERY = 100;

const { catalog, isSharing } = workerData as ThreadData;
const store = new Store(catalog);

const streams = new Map<number, BlockReceiver>();
/** Tasks in the order in which they came; the first is being done. */
const tasks: TaskMessage[] = [];

const reply = (message: TaskReply): void => parentPort?.postMessage(message);

const exchange = new ExchangeClient((message) => reply({ exchange: message }));
if (isSharing) setMemoryExchange(exchange);

type ThreadMessage = TaskMessage | BlockMessage | { readonly exchange: ExchangeAnswer } | "close";

parentPort?.on("message", async (message: ThreadMessage) => {
  if (message === "close") {
    await store.close();
    parentPort?.close();
    return;
  }
  if ("exchange" in message) {
    exchange.receive(message.exchange);
    return;
  }
  if ("block" in message) {
    streams.get(message.id)?.push(message);
    return;
  }
  const { id, hasBlocks } = message;
  if (hasBlocks === true) streams.set(id, new BlockReceiver(() => reply({ id, taken: true })));
  if (tasks.push(message) > 1) return; // whoever does the first goes on with it
  for (let [task] = tasks; task !== undefined; [task] = tasks) {
    await processTask(task);
    tasks.shift();
  }
});

/**
 * Whether a module could not be loaded because descriptors were few. Node remembers
 * that for as long as the thread lives, so that another thread must take over.
 */
function isModuleMissing(error: unknown): boolean {
  const { code = "", path = "", message = "" } = (error ?? {}) as NodeJS.ErrnoException;
  const isShort = code === "EMFILE" || code === "ENFILE";
  return (isShort && /\.[cm]?[jt]s$/.test(path)) || /^Cannot find (?:package|module)/.test(message);
}

/** Runs a task and sends its result or its error. */
async function processTask({ id, name, input, version, versions }: TaskMessage): Promise<void> {
  const blocks = streams.get(id);
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
    if (finished !== true && task === lastTask && readClock() - last < REPORT_EVERY) return;
    [last, lastTask] = [readClock(), task];
    const details = {
      ...defined({ total, note }),
    };
    reply({ id, progress: { task, done, unit, ...details } });
  };
  try {
    const context = { store, version, versions, blocks, progress };
    reply({ id, json: await runTask(name, input as never, context) });
  } catch (error) {
    reply({ id, error: toPlainError(error, catalog), isSpent: isModuleMissing(error) });
  } finally {
    streams.delete(id);
  }
}
