/** A worker thread in a browser: a module worker that is told its module by the first message. */

import type { Greeting, Reply, Thread, ThreadEvents } from "./thread.ts";

export function startBrowserThread(module: string, events: ThreadEvents): Promise<Thread> {
  const worker = new Worker(new URL("./browser-thread-entry.js", import.meta.url), {
    type: "module",
  });
  const thread: Thread = {
    send: (call) => worker.postMessage(call),
    keepAlive: () => {},
    stop: async () => worker.terminate(),
  };
  let started = false;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Greeting | Reply>) => {
      if ("call" in data) events.reply(data);
      else if ("ready" in data) {
        started = true;
        resolve(thread);
      } else {
        reject(new Error(data.failed.message));
        worker.terminate();
      }
    };
    // An error event without a reply means that the worker itself could not load or has failed.
    worker.onerror = (event) => {
      worker.terminate();
      const reason = event.message || "worker could not start";
      if (started) events.died(reason);
      else reject(new Error(reason));
    };
    worker.postMessage(module);
  });
}
