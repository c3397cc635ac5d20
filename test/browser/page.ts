/**
 * A page in headless Chromium that can import the built library, served on loopback with or without
 * cross-origin isolation.
 *
 * Needs `chromium` on the machine; CHROMIUM sets another path.
 */

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";

const ROOT = join(import.meta.dirname, "../..");

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Headless Chromium without background activity. */
export const FLAGS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** WebGPU on the CPU: Chromium comes with a driver for it. */
export const WEBGPU_FLAGS: readonly string[] = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
];

export interface OpenPage {
  readonly page: Page;
  /** Calls `name(input)` of a served module; input and output are copied as JSON. */
  call(module: string, name: string, input?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens an empty page. With `isolated`, it may share memory between threads. */
export async function openPage({
  isolated,
  flags = [],
}: {
  isolated: boolean;
  flags?: readonly string[];
}): Promise<OpenPage> {
  const server = await serve(isolated);
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS, ...flags],
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    page,
    // As text, because the test runner rewrites imports in functions.
    call: (module, name, input = null) =>
      page.evaluate(
        `import(${JSON.stringify(module)}).then((m) => m[${JSON.stringify(name)}](${JSON.stringify(input)}))`,
      ),
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serve(isolated: boolean): Promise<Server> {
  const headers = isolated
    ? {
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "require-corp",
      }
    : {};
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    try {
      const body =
        path === "/" ? "<!doctype html><title>termwise</title>" : await readFile(join(ROOT, path));
      const type = TYPES[path === "/" ? ".html" : extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { ...headers, "content-type": type }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
