/**
 * The answer of a web server as it was sent: a status line, headers, an empty line and a body,
 * which may be divided into chunks and compressed.
 */

import { concatenate } from "../../common/bytes/index.ts";
import { quote, TermwiseError } from "../../common/errors.ts";
import { decompress } from "../../storage/gzip.ts";
import { CR, findHeaderEnd, LF, parseHeaders } from "./header-lines.ts";

/**
 * The body as the server meant it, and its `Content-Type`. `checkSize` gets the number of bytes while
 * a body is decompressed, and throws for too many; `fail` makes the error of a body that cannot be
 * read.
 */
export async function parseHttpMessage(
  bytes: Uint8Array,
  checkSize: (size: number) => void,
  fail: (rule: string) => TermwiseError,
): Promise<{ readonly body: Uint8Array; readonly type: string }> {
  const end = findHeaderEnd(bytes);
  const headers = parseHeaders(new TextDecoder().decode(bytes.subarray(0, Math.max(0, end))));
  const sent = end < 0 ? new Uint8Array(0) : bytes.subarray(end);
  const isChunked = /\bchunked\b/i.test(headers.get("transfer-encoding") ?? "");
  const whole = isChunked ? joinChunks(sent) : sent;
  const type = headers.get("content-type") ?? "";
  const encoding = (headers.get("content-encoding") ?? "").toLowerCase();
  if (/^(?:|identity|utf-8)$/.test(encoding)) return { body: whole, type };
  if (/^(?:x-)?gzip$/.test(encoding)) {
    return { body: await decompressBody(whole, checkSize, fail), type };
  }
  // Crawlers often store what they decoded themselves; compressed bytes are no UTF-8.
  if (isUtf8(whole)) return { body: whole, type };
  throw fail(`a body encoded by ${quote(encoding)} cannot be read, only by gzip`);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Crawlers often store what they decoded themselves, so sizes that are none mean: no chunks. */
function joinChunks(sent: Uint8Array): Uint8Array {
  const decoder = new TextDecoder();
  const joined = new Uint8Array(sent.length); // not a list of parts: a chunk may be one byte
  let joinedSize = 0;
  for (let at = 0; at < sent.length; ) {
    const end = sent.indexOf(LF, at);
    const line = decoder.decode(sent.subarray(at, end < 0 ? at : end));
    const size = /^\s*([0-9a-f]{1,8})\s*(?:;.*)?\r?$/i.exec(line)?.[1];
    if (size === undefined) {
      if (at === 0) return sent;
      break;
    }
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    const chunk = sent.subarray(end + 1, end + 1 + length);
    joined.set(chunk, joinedSize);
    joinedSize += chunk.length;
    at = end + 1 + length + (sent[end + 1 + length] === CR ? 2 : 1);
  }
  return joined.subarray(0, joinedSize);
}

async function decompressBody(
  bytes: Uint8Array,
  checkSize: (size: number) => void,
  fail: (rule: string) => TermwiseError,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of decompress([bytes], "the body")) {
      size += part.length;
      checkSize(size);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "BAD_INPUT") throw fail(error.message);
    throw error;
  }
  return concatenate(parts);
}
