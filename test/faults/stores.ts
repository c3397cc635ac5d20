/**
 * The kinds of storage of an index, for suites that run on each: memory, and a folder on a real
 * disk.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Directory } from "../../src/storage/directory.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";

export type Contents = ReadonlyMap<string, Uint8Array>;

/** One folder for all stores of a test file, removed when its process ends. */
let root: string | undefined;

/** A fresh folder on disk. */
export function createFreshFolder(): Promise<string> {
  if (root === undefined) {
    const folder = mkdtempSync(join(tmpdir(), "termwise-test-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    root = folder;
  }
  return mkdtemp(join(root, "store-"));
}

/** An empty directory on disk, or one with these files. */
export async function createDiskStore(contents: Contents = new Map()): Promise<NodeDirectory> {
  const directory = await NodeDirectory.open(await createFreshFolder());
  for (const [name, bytes] of contents) await directory.write(name, bytes);
  return directory;
}

export const STORES: readonly (readonly [
  name: string,
  fresh: (contents?: Contents) => Promise<Directory>,
])[] = [
  ["in memory", async (contents) => new MemoryDirectory(contents)],
  ["on disk", createDiskStore],
];
