/**
 * The answer of a web server as it was sent: a status line, headers, an empty line and a body,
 * which may be divided into chunks and compressed.
 */

import { concatenate } from "../../common/bytes/index.ts";
import { decompress } from "../../storage/gzip.ts";
import { findHeaderEnd, parseHeaders } from "./header-lines.ts";

/** The body as the server meant it, and its `Content-Type`. */
export async function parseHttpMessage(
  bytes: Uint8Array,
): Promise<{ readonly body: Uint8Array; readonly type: string }> {
  const end = findHeaderEnd(bytes);
  const headers = parseHeaders(new TextDecoder().decode(bytes.subarray(0, Math.max(0, end))));
  const sent = end < 0 ? new Uint8Array(0) : bytes.subarray(end);
  const isChunked = /\bchunked\b/i.test(headers.get("transfer-encoding") ?? "");
  const whole = isChunked ? joinChunks(sent) : sent;
  const isGzip = /\bgzip\b/i.test(headers.get("content-encoding") ?? "");
  return {
    body: isGzip ? await decompressBody(whole) : whole,
    type: headers.get("content-type") ?? "",
  };
}

/** Crawlers often store what they decoded themselves, so sizes that are none mean: no chunks. */
function joinChunks(sent: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < sent.length; ) {
    const end = sent.indexOf(0x0a, at);
    const line = new TextDecoder().decode(sent.subarray(at, end < 0 ? at : end));
    const size = /^\s*([0-9a-f]{1,8})\s*(?:;.*)?\r?$/i.exec(line)?.[1];
    if (size === undefined) return parts.length === 0 ? sent : concatenate(parts);
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    parts.push(sent.subarray(end + 1, end + 1 + length));
    at = end + 1 + length + (sent[end + 1 + length] === 0x0d ? 2 : 1);
  }
  return concatenate(parts);
}

async function decompressBody(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of decompress([bytes], "the body of a page")) parts.push(part);
  return concatenate(parts);
}
