import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { NodeDirectory } from "../../storage/node-directory.ts";
import { buildIndex } from "../build-index.ts";
import { IndexWriter } from "../index-writer.ts";

const WORDS = "granite harbour lantern meadow orchard pebble quarry ".repeat(20_000);

/** Stored fields of 24 MB, more than a writer keeps in memory. Fields beside a text have no tokens. */
const documents = Array.from({ length: 24 }, (_, i) => ({
  id: `d${i}`,
  text: `document ${i}`,
  fields: { body: `${i} ${WORDS}`.slice(0, 1_000_000) },
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "termwise-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("texts that wait on the storage give the same index, and their file is removed", async () => {
  const inMemory = new MemoryDirectory();
  const onStorage = await NodeDirectory.open(folder);
  await buildIndex(inMemory, documents, { forward: false });
  await buildIndex(onStorage, documents, { forward: false });
  const names = await inMemory.list();
  expect(await onStorage.list()).toEqual(names);
  for (const name of names) {
    expect(Buffer.compare(await onStorage.read(name), await inMemory.read(name)), name).toBe(0);
  }
});

test("nothing is left of them without a commit, nor after a crash", async () => {
  const directory = await NodeDirectory.open(folder);
  const writer = await IndexWriter.open(directory);
  await writer.addAll(documents);
  expect(await directory.list()).toContain("segment-1.records");
  const crashed = new MemoryDirectory(
    new Map([["segment-1.records", await directory.read("segment-1.records")]]),
  );
  await writer.close();
  expect(await directory.list()).toEqual([]);
  await (await IndexWriter.open(crashed)).close();
  expect(await crashed.list()).toEqual([]);
});
