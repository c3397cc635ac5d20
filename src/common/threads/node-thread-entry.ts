/** What a Node worker runs first. */

import { parentPort, workerData } from "node:worker_threads";
import { serveTasks } from "./task-server.ts";

if (parentPort !== null) {
  const port = parentPort;
  const answer = await serveTasks(String(workerData), (message) => port.postMessage(message));
  port.on("message", answer);
}
