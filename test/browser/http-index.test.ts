/** An index on a server, searched from a page: in parts, from another origin, and offline. */

import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createIndex, MemoryDirectory } from "../../src/browser.ts";
import { type FileServer, serveFiles } from "../file-server.ts";
import { FLAGS } from "./page.ts";

const ROOT = join(import.meta.dirname, "../..");
const LIBRARY = JSON.stringify({ imports: { "termwise/browser": "/dist/src/browser.js" } });

const files = new Map<string, Uint8Array>();
let context: BrowserContext;
let server: FileServer;
let page: Page;

beforeAll(async () => {
  for (const folder of [
    "api",
    "common",
    "storage",
    "text",
    "index",
    "ranking",
    "dense",
    "search",
  ]) {
    const path = join(ROOT, "dist/src", folder);
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith(".js")) continue;
      const file = join(entry.parentPath, entry.name);
      files.set(relative(ROOT, file), await readFile(file));
    }
  }
  for (const file of ["dist/src/browser.js", "examples/offline/main.js"]) {
    files.set(file, await readFile(join(ROOT, file)));
  }
  files.set("service-worker.js", await readFile(join(ROOT, "examples/offline/service-worker.js")));
  const html = (body: string): Uint8Array =>
    Buffer.from(`<!doctype html><script type="importmap">${LIBRARY}</script><body>${body}`);
  files.set("", html(""));
  const example = '<script type="module" src="/examples/offline/main.js"></script>';
  files.set("offline.html", html(example));
  const memory = new MemoryDirectory();
  const index = await createIndex(memory);
  await index.add(
    Array.from({ length: 3000 }, (_, i) => {
      const hashes = Array.from({ length: 40 }, (_, j) => Math.imul(i * 64 + j + 1, 0x9e3779b1));
      const words = hashes.map((number) => `m${((number >>> 12) % 4096).toString(36)}`);
      return {
        id: i,
        text: `paper ${i} on ${i % 100 === 0 ? "flutter" : "drag"} ${words.join(" ")}`,
      };
    }),
  );
  await index.close();
  for (const name of await memory.list()) files.set(`index/${name}`, await memory.read(name));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS],
  });
  context = await browser.newContext();
});

afterAll(() => context?.browser()?.close());

beforeEach(async () => {
  server = await serveFiles(files);
  page = await context.newPage();
  await page.goto(server.url);
});

afterEach(async () => {
  await page.close();
  await server.close();
});

/** Opens the index at a URL in the page and searches it: the number of hits, or the error code. */
const search = (address: string, query: string): Promise<unknown> =>
  page.evaluate(`import("termwise/browser")
    .then(({ openReadOnly }) => openReadOnly(${JSON.stringify(address)}))
    .then((index) => index.search(${JSON.stringify(query)}, { limit: 3 }))
    .then(({ total, hits }) => [total, hits[0].document.text.slice(0, 18)], (error) => error.code)`);

test("fetches parts of large files", async () => {
  expect(await search("/index/", "flutter")).toEqual([
    30,
    expect.stringMatching(/^paper \d+00? on/),
  ]);
  const storedRequests = server.requests.filter(({ name }) => name.endsWith(".stored"));
  expect(storedRequests.length).toBeGreaterThan(0);
  expect(storedRequests.every(({ status }) => status === 206)).toBe(true);
  const [size] = [...files]
    .filter(([name]) => name.endsWith(".stored"))
    .map(([, { length }]) => length);
  expect(storedRequests.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(
    (size as number) / 2,
  );
});

test("reads from another origin that allows it, and reports one that does not", async () => {
  const other = await serveFiles(files);
  try {
    expect(await search(`${other.url}index/`, "flutter")).toBe("UNAVAILABLE");
    other.behaviour.headers = { "access-control-allow-origin": "*" };
    expect(await search(`${other.url}index/`, "flutter")).toMatchObject([30, expect.any(String)]);
  } finally {
    await other.close();
  }
  expect(await search(`${other.url}index/`, "flutter")).toBe("UNAVAILABLE");
  expect(await search("/nowhere/", "flutter")).toBe("NOT_FOUND");
});

test("the example is searched offline once it has been open", async () => {
  const readText = async (address: string): Promise<string> => {
    await page.goto("about:blank");
    await page.goto(address);
    await expect.poll(() => page.evaluate("document.body.innerText")).toContain("found");
    return (await page.evaluate("document.body.innerText")) as string;
  };
  expect(await readText(`${server.url}offline.html#flutter`)).toMatch(
    /^30 found, paper \d+ on flutter/,
  );
  await server.close();
  expect(await readText(`${server.url}offline.html#drag`)).toMatch(
    /^2970 found, paper \d+ on drag/,
  );
});
