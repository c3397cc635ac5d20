/** The wasm backend in headless Chromium, with and without shared memory. */

import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "./static-server.ts";

interface TrainingModule {
  trainedBytes(root: string, threads: number): Promise<Uint8Array>;
  digest(bytes: Uint8Array): Promise<string>;
}

const { trainedBytes, digest } = (await import(
  new URL("./training.mjs", import.meta.url).href
)) as TrainingModule;
const BUILT = new URL("../../dist/src", import.meta.url).href;

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser: Awaited<ReturnType<typeof chromium.launch>>;

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  browser = await chromium.launch({ executablePath, args: FLAGS });
});

afterAll(async () => {
  await browser?.close();
});

/** What a page of its own reports after training on so many threads. */
async function inBrowser(isIsolated: boolean, threads: number): Promise<unknown> {
  const server = await serve(isIsolated);
  const page = await browser.newPage();
  try {
    await page.goto(`${server.origin}/test/page.html`);
    await page.waitForFunction("window.report !== undefined");
    return await page.evaluate(`window.report(${threads})`);
  } finally {
    await page.close();
    server.close();
  }
}

describe("training in Chromium ends in the same bytes as in Node", async () => {
  const expected = await digest(await trainedBytes(BUILT, 1));

  test.each([
    [true, 1, 0],
    [true, 2, 2],
    [false, 1, 0],
    [false, 2, 0],
  ])("isolated: %s, threads asked for: %i, workers: %i", async (isIsolated, threads, workers) => {
    const found = await inBrowser(isIsolated, threads);
    expect(found).toEqual({ isIsolated, digest: expected, workers });
  });
});
