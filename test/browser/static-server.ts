/** Serves the built library and the test's own modules to a browser on this machine. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".html": "text/html",
};

const FOLDERS: Readonly<Record<string, string>> = {
  dist: join(import.meta.dirname, "../../dist/src"),
  test: import.meta.dirname,
};

/** What makes a page cross-origin isolated, so that threads may share memory. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

export interface StaticServer {
  readonly origin: string;
  close(): void;
}

export async function serve(isIsolated: boolean): Promise<StaticServer> {
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname);
    const [, folder = "", ...rest] = path.split("/");
    const root = FOLDERS[folder];
    const headers = isIsolated ? ISOLATION : {};
    try {
      const body = await readFile(join(root ?? "/nowhere", ...rest));
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { "Content-Type": type, ...headers }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
