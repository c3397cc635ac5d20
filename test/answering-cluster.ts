/** A real HTTP server on loopback that answers like a cluster of OpenSearch, or wrongly. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a path returns: JSON, a text, or what a function sends. */
export type ClusterAnswer =
  | object
  | string
  | ((request: IncomingMessage, response: ServerResponse, body: string) => void);

/** A server that answers, until it is closed. */
export interface AnsweringCluster {
  readonly url: string;
  close(): void;
}

/** Sends JSON. */
export function sendJson(response: ServerResponse, json: object | string): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(typeof json === "string" ? json : JSON.stringify(json));
}

/** Serves the answers, each under the last part of its path, and `{}` elsewhere. */
export async function startAnsweringCluster(
  answers: Readonly<Record<string, ClusterAnswer>>,
): Promise<AnsweringCluster> {
  const all: Readonly<Record<string, ClusterAnswer>> = {
    "": { version: { distribution: "opensearch", number: "3.8.0" } },
    ...answers,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = (request.url ?? "/").replace(/\?.*/, "");
      const answer = all[path.slice(path.lastIndexOf("/") + 1)] ?? {};
      if (typeof answer !== "function") return sendJson(response, answer);
      answer(request, response, Buffer.concat(chunks).toString("utf8"));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
