/**
 * An index in browser storage: the contract of directories, a tab closed in the middle, two tabs, a
 * full storage.
 */

import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FileServer, serveFiles } from "../file-server.ts";
import { FLAGS } from "./page.ts";

const FOLDER = join(import.meta.dirname, "opfs");
const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

let server: FileServer;
let context: BrowserContext;

beforeAll(async () => {
  const { output } = (await build({
    root: FOLDER,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { vitest: join(FOLDER, "page-vitest.ts") } },
    build: {
      write: false,
      target: "es2023",
      rolldownOptions: { input: join(FOLDER, "in-page.ts") },
    },
  })) as Rolldown.RolldownOutput;
  const files = new Map<string, Uint8Array>();
  for (const file of output) {
    const content = file.type === "chunk" ? file.code : file.source;
    files.set(file.fileName, typeof content === "string" ? Buffer.from(content) : content);
  }
  const entry = output.find((file) => file.type === "chunk" && file.isEntry)?.fileName;
  files.set("", Buffer.from(`<!doctype html><script type="module" src="/${entry}"></script>`));
  server = await serveFiles(files, { headers: ISOLATION });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS],
  });
  context = await browser.newContext();
});

afterAll(async () => {
  await context?.browser()?.close();
  await server?.close();
});

async function openTab(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url);
  await expect.poll(() => page.evaluate("typeof globalThis.tasks")).toBe("object");
  return page;
}

const call = (page: Page, name: string, input = ""): Promise<unknown> =>
  page.evaluate(`globalThis.tasks[${JSON.stringify(name)}](${JSON.stringify(input)})`);

test("fulfils the contract of directories", async () => {
  const page = await openTab();
  const outcomes = (await call(page, "contract")) as { name: string; failure?: string }[];
  expect(outcomes.length).toBeGreaterThan(15);
  expect(outcomes.filter(({ failure }) => failure !== undefined)).toEqual([]);
  await page.close();
});

test("is available in the next tab and in a worker", async () => {
  const first = await openTab();
  await call(first, "make", "kept");
  await first.close();
  const second = await openTab();
  expect(await call(second, "find", "kept")).toEqual({ total: 1, count: 1, hasFirst: true });
  expect(await call(second, "findInWorker", "kept")).toEqual({ isInWorker: true, ids: ["first"] });
  await second.close();
});

test("a tab that is closed while it writes leaves the last commit", async () => {
  const writerTab = await openTab();
  await call(writerTab, "make", "killed");
  await writerTab.close();
  let before = 1;
  for (const documents of [3, 1, 5, 2]) {
    const page = await openTab();
    const endless = call(page, "addForEver", `killed`).catch(() => {});
    await expect
      .poll(() => page.evaluate("globalThis.added ?? 0"))
      .toBeGreaterThanOrEqual(documents);
    const added = (await page.evaluate("globalThis.added")) as number;
    await page.close();
    await endless;
    const next = await openTab();
    const result = (await call(next, "find", "killed")) as { total: number; count: number };
    // Every acknowledged commit is there; one more may have been finished before the tab was
    // closed.
    expect(result).toMatchObject({ hasFirst: true, total: result.count });
    expect(result.count - before).toBeGreaterThanOrEqual(added);
    expect(result.count - before).toBeLessThanOrEqual(added + 2);
    before = result.count;
    await next.close();
  }
});

test("a tab closed before its first commit leaves a usable folder", async () => {
  const page = await openTab();
  await call(page, "breakOff", "begun");
  await call(page, "make", "begun");
  expect(await call(page, "find", "begun")).toEqual({ total: 1, count: 1, hasFirst: true });
  await page.close();
});

test("a second tab can write only after the first one is closed", async () => {
  const [first, second] = [await openTab(), await openTab()];
  await call(first, "make", "two");
  await call(first, "hold", "two");
  expect(await call(second, "add", "two")).toContain("is held by");
  expect(await call(second, "find", "two")).toMatchObject({ count: 2 });
  await first.close();
  await expect.poll(() => call(second, "add", "two")).toBe("added");
  await second.close();
});

test("a full storage is a named error, and the index is unchanged", async () => {
  const page = await openTab();
  await call(page, "make", "full");
  const session = await context.newCDPSession(page);
  const origin = new URL(server.url).origin;
  await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1000 });
  expect(await call(page, "add", "full")).toContain("no more storage");
  expect(await call(page, "find", "full")).toEqual({ total: 1, count: 1, hasFirst: true });
  await session.send("Storage.overrideQuotaForOrigin", { origin });
  expect(await call(page, "add", "full")).toBe("added");
  expect(await call(page, "find", "full")).toMatchObject({ count: 2 });
  await page.close();
});
