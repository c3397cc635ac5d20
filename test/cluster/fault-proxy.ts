/**
 * A proxy in front of a real node that disturbs some requests like a network, a gateway or another
 * version would, and forwards the others.
 */

import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";

/** The response instead of the node's; undefined forwards the request, `hang` never responds. */
export type Interference = (
  request: IncomingMessage,
) => { readonly status: number; readonly body: string } | "hang" | undefined;

/** The behaviour of the proxy. */
export interface ProxyOptions {
  readonly interfere?: Interference;
  /** Changes the body of a forwarded response. */
  readonly change?: (path: string, body: string) => string;
  /** Uses TLS with this key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** Starts a proxy; `close` ends it. */
export async function startProxy(
  node: string,
  { interfere = () => undefined, change = (_, body) => body, tls }: ProxyOptions,
): Promise<{ readonly url: string; close(): void }> {
  const handle = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const instead = interfere(incoming);
    if (instead === "hang") return;
    if (instead !== undefined) {
      incoming.resume();
      answer.writeHead(instead.status, { "content-type": "application/json" }).end(instead.body);
      return;
    }
    forward(node, incoming, answer, change);
  };
  const server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function forward(
  node: string,
  incoming: IncomingMessage,
  answer: ServerResponse,
  change: (path: string, body: string) => string,
): void {
  const { method, headers, url = "/" } = incoming;
  const { "accept-encoding": _, authorization: __, ...forwardedHeaders } = headers;
  const onward = request(`${node}${url}`, { method, headers: forwardedHeaders }, (back) => {
    const chunks: Buffer[] = [];
    back.on("data", (chunk: Buffer) => chunks.push(chunk));
    back.on("end", () => {
      const body = change(url, Buffer.concat(chunks).toString("utf8"));
      const { "content-length": ___, ...rest } = back.headers;
      answer.writeHead(back.statusCode ?? 500, rest).end(method === "HEAD" ? undefined : body);
    });
  });
  onward.on("error", () => answer.destroy());
  incoming.pipe(onward);
}
