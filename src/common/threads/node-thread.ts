/** A worker thread in Node. */

import { Worker } from "node:worker_threads";
import type { Greeting, Reply, Thread, ThreadEvents } from "./thread.ts";

export function startNodeThread(module: string, events: ThreadEvents): Promise<Thread> {
  const worker = new Worker(new URL("./node-thread-entry.js", import.meta.url), {
    workerData: module,
  });
  let failure = "";
  let started = false;
  const thread: Thread = {
    send: (call) => worker.postMessage(call),
    keepAlive: (alive) => (alive ? worker.ref() : worker.unref()),
    stop: async () => void (await worker.terminate()),
  };
  return new Promise((resolve, reject) => {
    worker.on("message", (message: Greeting | Reply) => {
      if ("call" in message) events.reply(message);
      else if ("ready" in message) {
        started = true;
        resolve(thread);
      } else {
        reject(new Error(message.failed.message));
        void worker.terminate();
      }
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
