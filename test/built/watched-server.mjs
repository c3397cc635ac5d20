/**
 * The built server in a separate process, whose main thread is monitored: the processor time
 * between two turns of its event loop, or wall-clock time if the system does not report it.
 *
 * Takes a folder; reports its port. `start` begins to monitor, `stop` reports the maximum ms,
 * `burn` spends 80.
 */

import { openSync, readSync } from "node:fs";
import { serve } from "../../dist/apps/server/serve.js";

const spent = process.platform === "linux" ? processorTime() : () => performance.now();
const served = await serve({ folder: process.argv[2], port: 0, host: "127.0.0.1", threads: 1 });
let watching;
let [last, most, turns] = [0, 0, 0];

process.on("message", async (message) => {
  if (message === "start") {
    [last, most, turns] = [spent(), 0, 0];
    watching = setInterval(look, 1);
  } else if (message === "stop") {
    look();
    clearInterval(watching);
    process.send({ most, turns });
  } else if (message === "burn") {
    for (const end = spent() + 80; spent() < end; );
    process.send({});
  } else if (message === "close") {
    await served.close();
    process.disconnect();
  }
});
process.send({ port: served.port });

function look() {
  const now = spent();
  most = Math.max(most, now - last);
  last = now;
  turns++;
}

/** Processor ms of the main thread. */
function processorTime() {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  const bytes = Buffer.alloc(64);
  return () =>
    Number(bytes.toString("latin1", 0, readSync(file, bytes, 0, 64, 0)).split(" ")[0]) / 1e6;
}
