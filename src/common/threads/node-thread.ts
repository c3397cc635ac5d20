/** A worker thread in Node. */

import { loadNodeModule } from "../node-module.ts";
import type { ReadyMessage, Reply, Thread, ThreadEvents } from "./thread.ts";

const { Worker } = loadNodeModule("node:worker_threads");

export function startNodeThread(file: URL, events: ThreadEvents): Promise<Thread> {
  const worker = new Worker(file);
  let failure = "";
  let started = false;
  const thread: Thread = {
    send: (call) => worker.postMessage(call),
    keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
    stop: async () => void (await worker.terminate()),
  };
  return new Promise((resolve, reject) => {
    worker.on("message", (message: ReadyMessage | Reply) => {
      if ("call" in message) return events.reply(message);
      started = true;
      resolve(thread);
    });
    worker.on("error", (error) => {
      failure = error.message;
    });
    worker.on("exit", (code) => {
      const reason = failure || `worker ended with code ${code}`;
      if (started) events.died(reason);
      else reject(new Error(reason));
    });
  });
}
