/**
 * Writes an answer to a socket. What the client still sends of a body that
 * nobody read is let through for a moment, so that it gets to read why.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import type { HttpResponse } from "./route.ts";

/** Ms for the rest of a body. */
const DRAIN_MS = 500;

/** Sends an answer, head and body in one piece where the body is not a stream. */
export function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: HttpResponse,
): void {
  if (!incoming.complete) outgoing.once("finish", () => drainBody(incoming));
  if (body === null) outgoing.writeHead(status, headers).end();
  else if (typeof body === "string" || body instanceof Uint8Array) {
    const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    outgoing.writeHead(status, { ...headers, "content-length": length }).end(body);
  } else {
    outgoing.writeHead(status, headers).flushHeaders();
    // Either side may break off, which ends the other: a listener that is gone is not told anything.
    pipeline(Readable.fromWeb(body as WebStream<Uint8Array>), outgoing, () => {});
  }
}

function drainBody(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return;
  const timer = setTimeout(() => incoming.socket.destroySoon(), DRAIN_MS);
  incoming.once("close", () => clearTimeout(timer)).resume();
}
