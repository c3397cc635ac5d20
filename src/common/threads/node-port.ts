/** The message port of a worker thread in Node. */

import { loadNodeModule } from "../node-module.ts";
import type { TaskPort } from "./task-server.ts";

const { parentPort } = loadNodeModule("node:worker_threads");

/** The port to the parent thread; undefined on the main thread. */
export function openNodePort(): TaskPort | undefined {
  const port = parentPort ?? undefined;
  return (
    port && {
      send: (message) => port.postMessage(message),
      receive: (listener) => void port.on("message", listener),
    }
  );
}
