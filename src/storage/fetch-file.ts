/**
 * One request to a server of files, and its failures as errors of ours: a file
 * that is not there, a server that cannot be reached, an answer that is none.
 */

import { quote, TermwiseError } from "../common/errors.ts";
import type { FileRequest, FileResponse } from "../common/web-platform.ts";
import { notFound } from "./storage-errors.ts";

/** The web's own `fetch`, or one that stands in for it. */
export type FileFetch = (address: string, init: FileRequest) => Promise<FileResponse>;

/** The answer with the bytes of a file; `NOT_FOUND` for a file that is not there, `UNAVAILABLE` for a server that is not. */
export async function fetchFile(
  fetch: FileFetch,
  address: string,
  init: FileRequest,
): Promise<FileResponse> {
  const response = await wrapFetchError(address, () => fetch(address, init));
  const { status } = response;
  // A server of a site may answer with its start page, or with its page for errors.
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

/** Waits for an answer or its body. A browser tells a page nothing about why there is none. */
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

/** A file in place of which the server has another one now. */
export function fileChanged(address: string): TermwiseError {
  return new TermwiseError(
    "CORRUPT_INDEX",
    `${quote(address)} is not the file that the index was made with: the server has another one`,
    { path: address },
  );
}
