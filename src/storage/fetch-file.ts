/**
 * One request to a file server, with its failures as `TermwiseError`: a missing file, an
 * unreachable server, an invalid response.
 */

import { concatenate } from "../common/bytes/index.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import type { FileRequest, FileResponse } from "../common/web-platform.ts";
import { notFound } from "./storage-errors.ts";

/** The platform's `fetch`, or a substitute. */
export type FileFetch = (address: string, init: FileRequest) => Promise<FileResponse>;

/**
 * The response with the bytes of a file. Fails with `NOT_FOUND` for a missing file and
 * `UNAVAILABLE` for an unreachable server.
 */
export async function fetchFile(
  fetch: FileFetch,
  address: string,
  init: FileRequest,
): Promise<FileResponse> {
  const request = (): Promise<FileResponse> => fetch(address, init);
  // A server may close an idle connection at the moment it is used again: a second try opens
  // another. Browsers do so themselves, Node does not.
  const response = await wrapFetchError(address, () => request().catch(request));
  const { status } = response;
  // A web server may answer with its start page or its error page.
  const isPage = response.headers.get("content-type")?.startsWith("text/html") === true;
  if (status === 404 || status === 410 || (response.ok && isPage)) throw notFound("file", address);
  if (response.ok) return response;
  if (status === 416) throw fileChanged(address);
  const isTransient = status === 429 || status >= 500;
  throw new TermwiseError(
    isTransient ? "UNAVAILABLE" : "IO",
    `the server answered ${status} for ${quote(address)}`,
    { path: address, status },
  );
}

/** Waits for a response or its body. A browser does not tell a page why there is none. */
export async function wrapFetchError<T>(address: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof TermwiseError) throw cause;
    throw new TermwiseError(
      "UNAVAILABLE",
      `cannot fetch ${quote(address)}: offline, no server there, broken off, or a server of another origin that does not allow this page (CORS)`,
      { path: address },
      { cause },
    );
  }
}

/**
 * The body of a response, decompressed. Reading stops at the first byte beyond `maxBytes`, so that
 * neither an endless body nor a decompression bomb exhausts memory; `createError` creates the error.
 */
export async function readBody(
  address: string,
  response: FileResponse,
  maxBytes: number,
  createError: () => TermwiseError,
): Promise<Uint8Array> {
  const { body, headers } = response;
  const isEncoded = headers.get("content-encoding") !== null;
  // A service worker may answer a range with the headers of the whole file.
  const isWhole = response.status !== 206;
  const isLonger = isWhole && !isEncoded && Number(headers.get("content-length") ?? 0) > maxBytes;
  const reader = isLonger ? undefined : body?.getReader?.();
  if (isLonger) await body?.cancel().catch(() => {});
  if (isLonger) throw createError();
  return wrapFetchError(address, async () => {
    if (reader === undefined) {
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.length > maxBytes) throw createError();
      return bytes;
    }
    const parts: Uint8Array[] = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value === undefined) return concatenate(parts);
      size += value.length;
      if (size > maxBytes) {
        void reader.cancel().catch(() => {});
        throw createError();
      }
      parts.push(value);
    }
  });
}

/** The error for a file that is longer than any that is read. */
export function fileTooLong(address: string, maxBytes: number): TermwiseError {
  const message = `${quote(address)} has more than ${maxBytes} bytes`;
  return new TermwiseError("LIMIT_EXCEEDED", message, { path: address, maxBytes });
}

/** The error for a file that has changed on the server. */
export function fileChanged(address: string): TermwiseError {
  return new TermwiseError(
    "CORRUPT_INDEX",
    `${quote(address)} is not the file that the index was made with: the server has another one`,
    { path: address },
  );
}
