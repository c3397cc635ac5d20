/** A worker thread in a browser. */

import type { WebWorker } from "../web-platform.ts";
import type { ReadyMessage, Reply, Thread, ThreadEvents } from "./thread.ts";

/** Wraps a newly created web worker. */
export function startBrowserThread(webWorker: WebWorker, events: ThreadEvents): Promise<Thread> {
  const worker = webWorker as Worker;
  const thread: Thread = {
    send: (call) => worker.postMessage(call),
    keepAlive: () => {},
    stop: async () => worker.terminate(),
  };
  let started = false;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadyMessage | Reply>) => {
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
