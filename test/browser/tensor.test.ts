/** The wasm backend in headless Chromium, with and without shared memory. */

import { describe, expect, test } from "vitest";
import { openPage } from "./page.ts";

interface TrainingModule {
  trainedBytes(root: string, threads: number): Promise<Uint8Array>;
  digest(bytes: Uint8Array): Promise<string>;
}

const { trainedBytes, digest } = (await import(
  new URL("./training.mjs", import.meta.url).href
)) as TrainingModule;
const BUILT = new URL("../../dist/src", import.meta.url).href;

describe("training in Chromium ends in the same bytes as in Node", async () => {
  const expected = await digest(await trainedBytes(BUILT, 1));

  test.each([
    [true, 1, 0],
    [true, 2, 2],
    [false, 1, 0],
    [false, 2, 0],
  ])("isolated: %s, threads asked for: %i, workers: %i", async (isolated, threads, workers) => {
    const { call, close } = await openPage({ isolated });
    const report = await call("/test/browser/training.mjs", "report", threads);
    await close();
    expect(report).toEqual({ isIsolated: isolated, digest: expected, workers });
  });
});
