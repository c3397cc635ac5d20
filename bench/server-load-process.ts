/** A process of its own that puts loads on a server, told and answered by messages: bench/server.ts has other things to do. */

import { ServerClient } from "./server-client.ts";
import { type Closed, closedLoop, type Load, type Opened, openLoop } from "./server-loads.ts";
import { type Asked, pathsOf } from "./server-queries.ts";

/** A load on a port. */
export interface LoadMessage {
  readonly port: number;
  readonly asked: Asked;
  readonly load: Load;
}

const collections = process.env.TERMWISE_COLLECTIONS ?? "";

process.on("message", async ({ port, asked, load }: LoadMessage) => {
  const client = new ServerClient(port);
  const paths = pathsOf(collections, asked);
  const figures: Closed | Opened =
    "clients" in load ? await closedLoop(client, paths, load) : await openLoop(client, paths, load);
  client.close();
  process.send?.(figures);
});
