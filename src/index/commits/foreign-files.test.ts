import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFreshFolder } from "../../../test/faults/stores.ts";
import type { Document } from "../../collection/document.ts";
import { NodeDirectory } from "../../storage/node-directory.ts";
import { buildIndex } from "../build-index.ts";
import { IndexWriter, type WriterOptions } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";

const PLAIN: WriterOptions = { analysis: { language: "other" } };

/** Files that users have in their folders, with names similar or equal to those of an index. */
const FOREIGN: Readonly<Record<string, string>> = {
  "segment-0.ts": "export const segment = 0;",
  weights: "0.25 0.5 0.75",
  "segment-3.notes": "call back on Monday",
  "segment-1.terms": "terms of service, page 1",
  "segment-2.stored": "potatoes",
  "segment-2.deleted-1": "the old version",
  "commit-message.txt": "Repair it",
};

describe("foreign files", () => {
  test("stay when an index is built beside them, extended, merged and replaced", async () => {
    const { folder, directory } = await createFolderWith(FOREIGN);
    await buildIndex(directory, documents(3), PLAIN);
    await expectUnchanged(folder);
    const writer = await IndexWriter.open(directory);
    await writer.update({ id: "d1", text: "again" });
    await writer.commit();
    await writer.merge();
    await writer.commit();
    await writer.close();
    await expectUnchanged(folder);
    await buildIndex(directory, documents(2), { ...PLAIN, mode: "replace" });
    await expectUnchanged(folder);
    expect((await IndexSnapshot.open(directory)).documentCount).toBe(2);
  });

  test("stay when the build fails", async () => {
    const { folder, directory } = await createFolderWith(FOREIGN);
    const twice = [...documents(2), ...documents(1)];
    await expect(buildIndex(directory, twice, PLAIN)).rejects.toMatchObject({
      code: "BAD_ARGUMENT",
    });
    await expectUnchanged(folder);
    expect(await readdir(folder)).toEqual(Object.keys(FOREIGN).sort());
  });

  test.each(["append", "create", "replace"] as const)(
    'stay when one of them is called "commit" and the mode is %s',
    async (mode) => {
      const foreign = { commit: "what I did today: nothing at all, and it took the whole day" };
      const { folder, directory } = await createFolderWith(foreign);
      await expect(buildIndex(directory, documents(1), { ...PLAIN, mode })).rejects.toMatchObject({
        message: expect.stringContaining("commit"),
      });
      expect(await readdir(folder)).toEqual(["commit"]);
      expect(await readFile(join(folder, "commit"), "utf8")).toBe(foreign.commit);
    },
  );

  test('stay when one of them is called "commit.pending"', async () => {
    const foreign = { "commit.pending": "still to be done" };
    const { folder, directory } = await createFolderWith(foreign);
    await expect(buildIndex(directory, documents(1), PLAIN)).rejects.toMatchObject({
      code: "IO",
      message: expect.stringContaining("commit.pending"),
    });
    expect(await readdir(folder)).toEqual(["commit.pending"]);
    expect(await readFile(join(folder, "commit.pending"), "utf8")).toBe("still to be done");
  });

  test("may be folders, and no file is written over them", async () => {
    const { folder, directory } = await createFolderWith({});
    await mkdir(join(folder, "segment-1.terms"));
    await expect(buildIndex(directory, documents(1), PLAIN)).rejects.toMatchObject({
      code: "IO",
      message: expect.stringContaining("segment-1.terms"),
    });
    expect(await readdir(folder)).toEqual(["segment-1.terms"]);
  });
});

describe("own files left by a crash", () => {
  test("are removed by the next writer: whole, truncated, emptied or zeroed", async () => {
    const { folder, directory } = await createFolderWith(FOREIGN);
    await buildIndex(directory, documents(1), PLAIN);
    const before = await readdir(folder);
    const postings = await readFile(
      join(folder, before.find((name) => name.endsWith(".postings")) ?? ""),
    );
    await writeFile(join(folder, "segment-9.postings"), postings);
    await writeFile(join(folder, "segment-9.terms"), postings.subarray(0, 40));
    await writeFile(join(folder, "segment-9.stored"), postings.subarray(0, 5));
    await writeFile(join(folder, "segment-9.forward"), "");
    await writeFile(join(folder, "segment-9.document"), new Uint8Array(300));
    await writeFile(join(folder, "segment-9.weights"), postings.fill(0, 0, 8)); // its footer is ours
    await (await IndexWriter.open(directory)).close();
    expect(await readdir(folder)).toEqual(before);
  });

  test("are removed by the writer that created them when it fails or is closed", async () => {
    const { folder, directory } = await createFolderWith(FOREIGN);
    const writer = await IndexWriter.open(directory, { ...PLAIN, memoryBytes: 1 });
    await writer.addAll(documents(3000)); // exceeds the memory limit, so segments are written
    expect((await readdir(folder)).length).toBeGreaterThan(Object.keys(FOREIGN).length);
    await writer.close();
    expect(await readdir(folder)).toEqual(Object.keys(FOREIGN).sort());
  });
});

function documents(count: number): Document[] {
  return Array.from({ length: count }, (_, i) => ({ id: `d${i}`, text: `word w${i}` }));
}

async function createFolderWith(
  files: Readonly<Record<string, string>>,
): Promise<{ folder: string; directory: NodeDirectory }> {
  const folder = await createFreshFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return { folder, directory: await NodeDirectory.open(folder) };
}

async function expectUnchanged(folder: string): Promise<void> {
  for (const [name, text] of Object.entries(FOREIGN)) {
    expect(await readFile(join(folder, name), "utf8"), name).toBe(text);
  }
}
