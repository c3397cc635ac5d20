/**
 * The server on a port: sockets, their time limits, and a stop that loses no
 * request. Node's parser refuses requests that two readers could read in two ways.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { badArgument, TermwiseError } from "../../src/common/errors.ts";
import type { App } from "./app.ts";
import { sendResponse } from "./send-response.ts";
import { SocketRequest } from "./socket-request.ts";

/** Where to listen. */
export interface ListenOptions {
  readonly port: number;
  readonly host: string;
}

/** A server on a port. */
export interface Listening {
  /** Such as `http://127.0.0.1:7700`. */
  readonly address: string;
  readonly port: number;
  /** Takes no new requests, finishes those under way, and closes. */
  close(): Promise<void>;
}

/** Time limits and sizes of sockets. */
const SOCKETS = {
  headersTimeout: 10_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
  insecureHTTPParser: false,
  requireHostHeader: true,
} as const;
const MAX_SOCKETS = 1024;
const MAX_HEADERS = 100;
/** Ms that requests under way get to finish. */
const GRACE = 10_000;

/** What Node's parser found wrong. */
const STATUSES: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

/** Listens. `UNAVAILABLE` where the port is taken. */
export async function listen(app: App, { port, host }: ListenOptions): Promise<Listening> {
  const server = createServer(SOCKETS, (incoming, outgoing) => {
    // Node would drop those beyond a number, perhaps one that a check needs; 16 kB bound them all.
    if (incoming.rawHeaders.length > 2 * MAX_HEADERS) {
      refuse(incoming.socket, "431 Request Header Fields Too Large");
    } else if (!isForOneHost(incoming)) refuse(incoming.socket, "400 Bad Request");
    else void handleExchange(app, incoming, outgoing);
  });
  server.maxConnections = MAX_SOCKETS;
  server.maxHeadersCount = 0;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else refuse(socket, STATUSES[error.code ?? ""] ?? "400 Bad Request");
  });
  await startServer(server, port, host);
  const { port: boundPort, family } = server.address() as AddressInfo;
  const name = family === "IPv6" ? `[${host}]` : host;
  return {
    address: `http://${name}:${boundPort}`,
    port: boundPort,
    close: () => closeServer(server, app),
  };
}

async function handleExchange(app: App, incoming: IncomingMessage, outgoing: ServerResponse) {
  try {
    await sendResponse(incoming, outgoing, await app.handle(new SocketRequest(incoming, outgoing)));
  } catch (error) {
    app.log.event("not-sent", { fault: String((error as Error)?.stack ?? error) });
    outgoing.destroy();
  }
}

/** A target that names a host, as proxies send it, must name the one of the header. */
function isForOneHost({ url = "", headers: { host } }: IncomingMessage): boolean {
  return url.startsWith("/") || (URL.canParse(url) && new URL(url).host === host?.toLowerCase());
}

/** Answers what is not a request, and closes the socket: what follows on it cannot be trusted. */
function refuse(socket: Duplex, status: string): void {
  const message = "this is not a request as HTTP has it";
  const body = JSON.stringify({ code: "BAD_INPUT", message, request: "" });
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`, () => socket.destroy());
}

function startServer(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") {
        reject(
          new TermwiseError("UNAVAILABLE", `port ${port} is taken; choose another with --port`),
        );
      } else
        reject(badArgument(`cannot listen on ${host}:${port}: ${error.code ?? error.message}`));
    });
    server.listen(port, host, resolve);
  });
}

async function closeServer(server: Server, app: App): Promise<void> {
  app.drain();
  await app.jobs.close();
  const ended = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), GRACE);
  // Sockets that were kept alive become idle when their last answer is sent. Those that are left
  // when nothing has been answered for a while have not even sent a whole request.
  let quiet = 0;
  const idle = setInterval(() => {
    server.closeIdleConnections();
    quiet = app.active() === 0 ? quiet + 1 : 0;
    if (quiet > 10) server.closeAllConnections();
  }, 50);
  await ended;
  clearTimeout(timer);
  clearInterval(idle);
}
