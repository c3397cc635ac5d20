/** Serves folders to a page on loopback, cross-origin isolated so that peers may use threads. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

export interface BrowserServer {
  readonly address: string;
  close(): void;
}

/** `folders` by the beginning of the path that they are served under. */
export async function startBrowserServer(
  folders: Readonly<Record<string, string>>,
): Promise<BrowserServer> {
  const isolation = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
  };
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    if (path === "/") {
      response.writeHead(200, { ...isolation, "content-type": "text/html" });
      response.end("<!doctype html><title>encoders</title>");
      return;
    }
    try {
      const prefix = Object.keys(folders).find((each) => path.startsWith(each)) ?? "";
      const body = await readFile(join(folders[prefix] ?? "", path.slice(prefix.length)));
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { ...isolation, "content-type": type }).end(body);
    } catch {
      response.writeHead(404, isolation).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { address, close: () => server.close() };
}
