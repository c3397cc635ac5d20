/**
 * A static site in headless Chromium, made searchable by `termwise export-site` of the
 * built package and served as plain files under a strict policy. What the page
 * reports as an error is collected, and every request is.
 */

import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { FLAGS } from "../page.ts";

const ROOT = join(import.meta.dirname, "../../..");

/**
 * The minimum policy for `<termwise-search>`: no inline style or script, nothing from elsewhere.
 */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".css": "text/css",
};

/** A served site. */
export interface SiteServer {
  readonly address: string;
  readonly folder: string;
  /** Errors of pages so far; must be empty at the end. */
  readonly problems: readonly string[];
  /** Requested paths, in order. */
  readonly requests: string[];
  /** Writes a page. */
  put(path: string, html: string): Promise<void>;
  /** Indexes the site. */
  build(...options: readonly string[]): void;
  open(path: string, looks?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Writes pages, indexes them, serves them, and starts a browser. */
export async function serveSite(
  pages: Readonly<Record<string, string>>,
  { under = "" }: { readonly under?: string } = {},
): Promise<SiteServer> {
  const folder = await mkdtemp(join(tmpdir(), "termwise-site-"));
  const problems: string[] = [];
  const requests: string[] = [];
  const server = await serve(folder, under, requests);
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS],
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${under}/`;
  const site: SiteServer = {
    address,
    folder,
    problems,
    requests,
    async put(path, html) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), html);
    },
    build(...options) {
      const cli = join(ROOT, "dist/apps/cli/main.js");
      const argv = [cli, "export-site", folder, "--quiet", ...options];
      const { status, stderr } = spawnSync(process.execPath, argv, {
        encoding: "utf8",
        cwd: folder,
      });
      if (status !== 0) throw new Error(stderr);
    },
    async open(path, looks = {}) {
      const page = await (await browser.newContext(looks)).newPage();
      page.on("pageerror", (error) => problems.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(message.text());
      });
      await page.goto(address + path);
      return page;
    },
    async close() {
      await browser.close();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
  for (const [path, html] of Object.entries(pages)) await site.put(path, html);
  site.build();
  return site;
}

function serve(folder: string, under: string, requests: string[]): Promise<Server> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    if (pathname === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    requests.push(pathname);
    const path = normalize(decodeURIComponent(pathname.slice(under.length)));
    const name = path.endsWith("/") ? `${path}index.html` : path;
    try {
      const body = await readFile(join(folder, name));
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      const headers = { "content-type": type, "content-security-policy": POLICY };
      response.writeHead(200, headers).end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
