/**
 * Writes a response to a socket. The unread rest of a body is drained for a moment. If
 * it does not end in that time, the response announces that the connection closes, so
 * that no client sends its next request on it.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { defined } from "../../src/common/defined.ts";
import type { HttpResponse } from "./route.ts";

/** Ms to drain a body before the response, and after a response that closes the connection. */
const DRAIN_BEFORE_MS = 50;
const DRAIN_AFTER_MS = 500;

/** Sends a response; head and body in one write if the body is not a stream. */
export async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: HttpResponse,
): Promise<void> {
  const isBodyRead = incoming.complete || (await drainBody(incoming, DRAIN_BEFORE_MS));
  if (!isBodyRead) outgoing.setHeader("connection", "close");
  if (body === null || typeof body === "string" || body instanceof Uint8Array) {
    const length = typeof body === "string" ? Buffer.byteLength(body) : body?.length;
    outgoing.writeHead(status, { ...headers, ...defined({ "content-length": length }) });
    if (isBodyRead) outgoing.end(body ?? undefined);
    else {
      if (body === null) outgoing.flushHeaders();
      else outgoing.write(body);
      // The end closes the socket; data that arrives then would make the client lose the response.
      await drainBody(incoming, DRAIN_AFTER_MS);
      outgoing.end();
    }
  } else {
    outgoing.writeHead(status, headers).flushHeaders();
    // Either side may abort, which ends the other.
    pipeline(Readable.fromWeb(body as WebStream<Uint8Array>), outgoing, () => {});
  }
}

/** Reads the rest of a body. Resolves with whether it came to its end in time. */
function drainBody(incoming: IncomingMessage, ms: number): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve(incoming.complete);
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      incoming.off("end", finish).off("close", finish);
      resolve(incoming.complete);
    };
    const timer = setTimeout(finish, ms);
    incoming.once("end", finish).once("close", finish).resume();
  });
}
