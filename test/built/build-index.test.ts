/**
 * Building with threads, as built: Node 20 runs no TypeScript in a worker, so
 * these tests import `dist`, which `npm test` builds first.
 */

import { expect, test } from "vitest";

const { buildIndex } = (await import(
  new URL("../../dist/src/index/index.js", import.meta.url).href
)) as typeof import("../../src/index/index.ts");
const { MemoryDirectory } = (await import(
  new URL("../../dist/src/storage/memory-directory.js", import.meta.url).href
)) as typeof import("../../src/storage/memory-directory.ts");

/** Enough for several batches, and with little memory for several segments. */
const documents = Array.from({ length: 20_000 }, (_, i) => ({
  id: `d${i}`,
  title: `Title ${i % 100}`,
  text: `the words of document ${i} are running ${"far ".repeat(i % 5)}w${i % 997}`,
}));

test("an index has the same bytes for any number of threads", async () => {
  const one = await buildWithThreads(1);
  for (const threads of [2, 3]) {
    const many = await buildWithThreads(threads);
    expect(await many.list()).toEqual(await one.list());
    for (const name of await one.list()) {
      expect(Buffer.compare(await many.read(name), await one.read(name)), name).toBe(0);
    }
  }
}, 60_000);

async function buildWithThreads(threads: number) {
  const directory = new MemoryDirectory();
  await buildIndex(directory, documents, { threads, positions: true, memoryBytes: 4 << 20 });
  return directory;
}
