/**
 * A process that puts loads on a server, controlled by messages, so that bench/server.ts does not
 * affect the measurement.
 */

import { ServerClient } from "./server-client.ts";
import {
  type ClosedLoopResult,
  type Load,
  type OpenLoopResult,
  runClosedLoop,
} from "./server-loads.ts";
import { runOpenLoop } from "./server-open-loop.ts";
import { createQueryPaths, type LoadTarget } from "./server-queries.ts";

/** A load on a port. */
export interface LoadMessage {
  readonly port: number;
  readonly target: LoadTarget;
  readonly load: Load;
}

const collections = process.env.TERMWISE_COLLECTIONS ?? "";

process.on("message", async ({ port, target, load }: LoadMessage) => {
  const client = new ServerClient(port);
  const paths = createQueryPaths(collections, target);
  const figures: ClosedLoopResult | OpenLoopResult =
    "clients" in load
      ? await runClosedLoop(client, paths, load)
      : await runOpenLoop(port, paths, load);
  client.close();
  process.send?.(figures);
});
