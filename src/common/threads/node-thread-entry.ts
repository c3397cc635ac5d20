/** What a Node worker runs first. Without top-level await, which bundlers refuse in workers. */

import { parentPort, workerData } from "node:worker_threads";
import { serveTasks } from "./task-server.ts";

if (parentPort !== null) {
  const port = parentPort;
  // Calls that come before somebody listens wait at the port.
  void serveTasks(String(workerData), (message) => port.postMessage(message)).then((answer) =>
    port.on("message", answer),
  );
}
