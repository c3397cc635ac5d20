/**
 * Serves a folder like a static host: ranges, and gzip for texts and programs. Counts bytes and
 * requests, and can simulate a slow network: every response is delayed, and all responses share one
 * bandwidth.
 */

import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

/** A slow phone connection: ms before each response, bytes per second of all together. */
export interface NetworkThrottle {
  readonly wait: number;
  readonly bytesPerSecond: number;
}

/** A server that counts. */
export interface CountingServer {
  readonly address: string;
  bytes: number;
  requests: number;
  slow: NetworkThrottle | undefined;
  close(): Promise<void>;
}

/** Serves `folder` on loopback. */
export async function startCountingServer(folder: string): Promise<CountingServer> {
  const packed = new Map<string, Buffer>();
  let free = 0; // when the shared line is free again
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const name = normalize(decodeURIComponent(pathname));
    const content = await readFile(
      join(folder, name.endsWith("/") ? `${name}index.html` : name),
    ).catch(() => undefined);
    if (content === undefined) {
      response.writeHead(404).end();
      return;
    }
    counting.requests++;
    const type = TYPES[extname(name)];
    const isText = type !== undefined;
    const headers: Record<string, string> = {
      "content-type": type ?? "application/octet-stream",
      "accept-ranges": "bytes",
      "cache-control": "no-cache",
      etag: `"${content.length}"`,
      // Required to measure memory, including workers.
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    };
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    let body: Buffer = content;
    let status = 200;
    if (from !== undefined) {
      const end =
        to === "" || to === undefined
          ? content.length - 1
          : Math.min(Number(to), content.length - 1);
      body = content.subarray(Number(from), end + 1);
      headers["content-range"] = `bytes ${from}-${end}/${content.length}`;
      status = 206;
    } else if (isText) {
      body = packed.get(name) ?? gzipSync(content);
      packed.set(name, body);
      headers["content-encoding"] = "gzip";
    }
    counting.bytes += body.length + HEADER_BYTES;
    const { slow } = counting;
    if (slow !== undefined) {
      const begins = Math.max(performance.now() + slow.wait, free);
      free = begins + (1000 * body.length) / slow.bytesPerSecond;
      await new Promise((resolve) => setTimeout(resolve, free - performance.now()));
    }
    response.writeHead(status, { ...headers, "content-length": String(body.length) });
    await sendBody(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const counting: CountingServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: 0,
    requests: 0,
    slow: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return counting;
}

/** The approximate size of response headers. */
const HEADER_BYTES = 300;

function sendBody(response: ServerResponse, body: Buffer): Promise<void> {
  return new Promise((resolve) => response.end(body, () => resolve()));
}
