/** The body of a response, bounded in time and bytes, whatever the server sends. */

import type { IncomingMessage } from "node:http";
import { quote, TermwiseError } from "../../src/common/errors.ts";
import { createAnswerError } from "./cluster-errors.ts";

/** The limits of one response. */
export interface ResponseLimits {
  readonly maxBytes: number;
  /** In ms, from the first byte of the headers. */
  readonly timeout: number;
}

/**
 * Waits for a promise at most so many ms. `cancel` ends the work; the name of the error is that of
 * the client's timeouts.
 */
export async function limitTime<T>(
  work: PromiseLike<T>,
  ms: number,
  cancel: () => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        Object.assign(new Error(`no complete response in ${ms} ms`), { name: "TimeoutError" }),
      );
      cancel();
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a JSON body; undefined for an empty one. */
export async function readJsonBody(
  response: IncomingMessage,
  url: string,
  { maxBytes, timeout }: ResponseLimits,
): Promise<unknown> {
  const { "content-encoding": encoding = "identity" } = response.headers;
  if (encoding !== "identity") {
    response.destroy();
    throw createAnswerError(url, `a body that is encoded as ${quote(encoding)}, unasked`);
  }
  const reading = readBytes(response, url, maxBytes);
  const bytes = await limitTime(reading, timeout, () => response.destroy());
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    if ((response.statusCode ?? 500) >= 400) return undefined; // a gateway's page of text
    throw createAnswerError(url, "a body that is not JSON", cause);
  }
}

/** Leaving the loop destroys the stream, and with it the connection. */
async function readBytes(
  response: IncomingMessage,
  url: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    byteCount += chunk.length;
    if (byteCount > maxBytes) {
      const message = `${url} sends more than ${maxBytes} bytes; request fewer hits or queries at once`;
      throw new TermwiseError("LIMIT_EXCEEDED", message, { place: url, limit: maxBytes });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
