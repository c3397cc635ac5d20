/** A small app, built in production mode by each bundler and run in Chromium. */

import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createIndex, MemoryDirectory } from "../../src/browser.ts";
import { createTinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";
import { openEncoder } from "../../src/search/index.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { type FileServer, serveFiles } from "../file-server.ts";
import { BUNDLERS, createAppFolder, ONE_FILE_BUNDLERS } from "./app/bundlers.ts";
import { FLAGS } from "./page.ts";

const MAIN = await readFile(join(import.meta.dirname, "app/main.js"), "utf8");
const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};
/** The policy of docs/browser.md, and the one without WASM. */
const POLICY = "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'";

const index = new Map<string, Uint8Array>();
/** The vector that the encoder computes in Node. */
let vector: readonly number[];
let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...FLAGS],
  });
  const memory = new MemoryDirectory();
  const built = await createIndex(memory);
  await built.add([
    { id: "eggs", title: "Eggs", text: "Lower the eggs into boiling water." },
    { id: "soup", title: "Soup", text: "Simmer the soup all day." },
  ]);
  await built.close();
  for (const name of await memory.list()) index.set(`index/${name}`, await memory.read(name));
  const model = Object.entries(createTinyBertFiles());
  for (const [name, bytes] of model) index.set(`model/${name}`, bytes);
  const files = new MemoryFiles(
    Object.fromEntries(model.map(([name, bytes]) => [`tiny/${name}`, bytes])),
  );
  const encoder = await openEncoder("tiny", { files });
  vector = Array.from(await encoder.query("boil an egg"));
  await encoder.close?.();
});

afterAll(() => browser.close());

describe.each(BUNDLERS)("an app built by $name", ({ name, bundle, findsWorkers }) => {
  let server: FileServer;

  beforeAll(async () => {
    const app = await createAppFolder(name, MAIN);
    const out = join(app, "out");
    await bundle(app, out);
    const files = new Map(index);
    for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(relative(out, path), await readFile(path));
    }
    const page = '<!doctype html><script type="module" src="/main.js"></script>';
    files.set("", files.get("index.html") ?? new TextEncoder().encode(page));
    server = await serveFiles(files);
  });

  afterAll(() => server?.close());

  test.each([
    { page: "isolated", headers: ISOLATION, threads: findsWorkers ? 2 : 0, hasWasm: true },
    { page: "not isolated", headers: {}, threads: 0, hasWasm: true },
    {
      page: "under a policy without WASM",
      headers: { "content-security-policy": POLICY },
      threads: 0,
      hasWasm: false,
    },
  ])("runs in a page that is $page", async ({ headers, threads, hasWasm }) => {
    server.behaviour.headers = headers;
    expect(await readAnswers(server.url)).toEqual({
      errors: [],
      answers: {
        plain: ["eggs"],
        fuzzy: ["soup"],
        phrase: ["eggs"],
        snippet: "Simmer the <mark>soup</mark> all day.",
        threads,
        threaded: "7",
        remote: ["soup"],
        isInWorker: findsWorkers,
        apart: ["eggs"],
        suggested: ["soup", "Soup"],
        least: ["eggs"],
        // The encoder has no plain fallback.
        encoded: hasWasm ? { isInWorker: findsWorkers, vector } : "UNAVAILABLE",
      },
    });
  });
});

/** The results of the app, and uncaught errors. */
async function readAnswers(url: string): Promise<{ errors: string[]; answers: unknown }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(url);
    const evaluateAnswers = (): Promise<unknown> => page.evaluate("globalThis.answers");
    await expect.poll(evaluateAnswers).toBeDefined();
    return { errors, answers: await evaluateAnswers() };
  } finally {
    await context.close();
  }
}

/** The limit of docs/browser.md; test/package has the same test of Rolldown. */
const MAX_ONE_FILE_BYTES = 153_000;

test.each(ONE_FILE_BUNDLERS)("the README's example by $name", async ({ name, bundle }) => {
  const readme = await readFile(join(import.meta.dirname, "../../README.md"), "utf8");
  const [, example = "", printed = ""] =
    readme.match(/```js run\n(.*?)```\s*```text\n(.*?)```/s) ?? [];
  const app = await createAppFolder(name, example);
  const out = join(app, "out");
  await bundle(app, out);
  expect(await readdir(out)).toEqual(["main.js"]);
  const bytes = gzipSync(await readFile(join(out, "main.js")), { level: 9 }).length;
  expect(bytes).toBeLessThan(MAX_ONE_FILE_BYTES);
  const run = spawnSync(process.execPath, [join(out, "main.js")], { encoding: "utf8" });
  expect(run.stdout).toBe(printed);
});
