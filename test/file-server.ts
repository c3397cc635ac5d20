/**
 * A static file server on loopback, with or without ranges and validators, that records requests
 * and bytes.
 */

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** One request and its answer. */
export interface ServedRequest {
  readonly name: string;
  readonly status: number;
  /** Bytes of the body. */
  readonly bytes: number;
  readonly range: string | undefined;
}

export interface FileServer {
  readonly url: string;
  /** Bytes by path without the first slash. May change while it serves. */
  readonly files: Map<string, Uint8Array>;
  readonly requests: ServedRequest[];
  /** Its behaviour. May change while it serves. */
  readonly behaviour: Behaviour;
  close(): Promise<void>;
}

export interface Behaviour {
  /** Answers ranges with 206. */
  ranges: boolean;
  /** Sends an ETag. */
  validators: boolean;
  headers: Record<string, string>;
  /** A status to answer with instead of the file. */
  fail?: number;
  /** Closes the connection after this many bytes. */
  cut?: number;
}

/** Serves files on a free port. */
export async function serveFiles(
  files: Iterable<readonly [string, Uint8Array]>,
  behaviour: Partial<Behaviour> = {},
): Promise<FileServer> {
  const all = new Map(files);
  const requests: ServedRequest[] = [];
  const how: Behaviour = { ranges: true, validators: true, headers: {}, ...behaviour };
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "/", "http://x").pathname.slice(1);
    const { status, headers, body } = createResponse(request, name, all.get(name), how);
    requests.push({ name, status, bytes: body.length, range: request.headers.range });
    const length = { "content-length": String(body.length) };
    response.writeHead(status, { ...how.headers, ...length, ...headers });
    if (how.cut === undefined || body.length <= how.cut) response.end(body);
    else response.write(body.subarray(0, how.cut), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    files: all,
    requests,
    behaviour: how,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface FileResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
}

function createResponse(
  { headers: { range, "if-none-match": ifNoneMatch } }: IncomingMessage,
  name: string,
  bytes: Uint8Array | undefined,
  { ranges, validators, fail }: Behaviour,
): FileResponse {
  const body = new Uint8Array(0);
  if (fail !== undefined) return { status: fail, headers: {}, body };
  if (bytes === undefined) return { status: 404, headers: {}, body };
  const tag = `"${createHash("sha1").update(bytes).digest("hex")}"`;
  const headers = { "content-type": findContentType(name), ...(validators ? { etag: tag } : {}) };
  if (validators && ifNoneMatch === tag) return { status: 304, headers, body };
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (!ranges || from === undefined) return { status: 200, headers, body: bytes };
  const [first, last] = [Number(from), Math.min(Number(to), bytes.length - 1)];
  const byteRange = first >= bytes.length ? "*" : `${first}-${last}`;
  const ranged = { ...headers, "content-range": `bytes ${byteRange}/${bytes.length}` };
  if (byteRange === "*") return { status: 416, headers: ranged, body };
  return { status: 206, headers: ranged, body: bytes.subarray(first, last + 1) };
}

function findContentType(name: string): string {
  if (name === "" || name.endsWith(".html")) return "text/html";
  if (/\.m?js$/.test(name)) return "text/javascript";
  if (name.endsWith(".css")) return "text/css";
  if (name.endsWith(".wasm")) return "application/wasm";
  return name.endsWith(".json") ? "application/json" : "application/octet-stream";
}
