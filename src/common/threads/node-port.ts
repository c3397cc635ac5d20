/** How messages reach a thread in Node. */

import { nodeModule } from "../node-module.ts";
import type { TaskPort } from "./task-server.ts";

const { parentPort } = nodeModule("node:worker_threads");

/** The port to whoever started this thread; undefined where nobody did. */
export function nodePort(): TaskPort | undefined {
  const port = parentPort ?? undefined;
  return (
    port && {
      send: (message) => port.postMessage(message),
      receive: (take) => void port.on("message", take),
    }
  );
}
