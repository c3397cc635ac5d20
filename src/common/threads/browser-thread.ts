/** A worker thread in a browser. */

import type { Greeting, Reply, Thread, ThreadEvents } from "./thread.ts";

export function startBrowserThread(worker: Worker, events: ThreadEvents): Promise<Thread> {
  const thread: Thread = {
    send: (call) => worker.postMessage(call),
    keepAlive: () => {},
    stop: async () => worker.terminate(),
  };
  let started = false;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Greeting | Reply>) => {
      if ("call" in data) return events.reply(data);
      started = true;
      resolve(thread);
    };
    // An error event without a reply means that the worker itself could not load or has failed.
    worker.onerror = (event) => {
      worker.terminate();
      const reason = event.message || "worker could not start";
      if (started) events.died(reason);
      else reject(new Error(reason));
    };
  });
}
