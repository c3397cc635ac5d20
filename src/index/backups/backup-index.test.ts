/** Backups at every commit, interrupted at every operation, beside a writer, and of damaged files. */

import { describe, expect, test } from "vitest";
import { FaultyDirectory, PowerCut } from "../../../test/faults/faulty-directory.ts";
import { STORES } from "../../../test/faults/stores.ts";
import { formatState, readState, runWorkload, STATES } from "../../../test/faults/workload.ts";
import { Random } from "../../common/random.ts";
import type { Directory } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { readCommit } from "../commits/commit.ts";
import { IndexWriter } from "../index-writer.ts";
import { backupIndex, restoreIndex } from "./backup-index.ts";

/** The files of an index by name, with the commit as data. */
async function readIndex(directory: Directory): Promise<Map<string, unknown>> {
  const files: ReadonlyMap<string, unknown> = await readAll(directory);
  return new Map([...files, ["commit", await readCommit(directory)]]);
}

/** The contents of a directory. */
async function readAll(directory: Directory): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of await directory.list()) files.set(name, await directory.read(name));
  return files;
}

/** An index as of each commit of the workload. */
async function collectCommits(): Promise<Map<string, Uint8Array>[]> {
  const index = new MemoryDirectory();
  const commits: Promise<Map<string, Uint8Array>>[] = [];
  await runWorkload(index, () => commits.push(readAll(index)));
  return Promise.all(commits);
}

/** The disk of a backup after a power cut at an operation, or after the backup if it has fewer. */
async function crashBackup(
  index: Directory,
  disk: Map<string, Uint8Array>,
  failAt: number,
  random: Random,
): Promise<Map<string, Uint8Array>> {
  const target = new FaultyDirectory({ disk, failAt });
  const error = await backupIndex(index, target).catch((reason: unknown) => reason);
  if (error instanceof Error && !(error instanceof PowerCut)) throw error;
  return target.afterCrash(random);
}

describe.each(STORES)("a backup %s", (_, createStore) => {
  test("of each commit equals it, and copies only new files", async () => {
    const backup = await createStore();
    const copied: number[] = [];
    for (const [i, files] of (await collectCommits()).entries()) {
      const index = new MemoryDirectory(files);
      const report = await backupIndex(index, backup);
      expect(report).toMatchObject({ generation: i + 1, files: files.size - 1 });
      copied.push(report.copiedFiles);
      expect(await readIndex(backup)).toEqual(await readIndex(index)); // and no file of an earlier commit
      expect(formatState(await readState(backup))).toBe(formatState(STATES[i + 1] ?? {}));
      const again = await backupIndex(index, backup);
      expect([again.copiedFiles, again.copiedBytes]).toEqual([0, 0]);
      const target = await createStore();
      await restoreIndex(backup, target);
      expect(await readIndex(target)).toEqual(await readIndex(index));
    }
    expect(copied[1]).toBe(copied[0]); // the second commit adds a segment of as many files
    expect(copied.at(-1)).toBe(1); // the last only deletes
  });
});

describe("an interrupted backup", () => {
  // test/faults/backup.fault.test.ts has every operation, and killed processes.
  test("is the previous one or complete, and the next one completes it", async () => {
    const [first = new Map(), second = new Map()] = await collectCommits();
    const index = new MemoryDirectory(second);
    const [old, complete] = [STATES[1] ?? {}, STATES[2] ?? {}].map(formatState);
    for (let failAt = 1; failAt < 50; failAt += 6) {
      const disk = new MemoryDirectory(await crashBackup(index, first, failAt, new Random(failAt)));
      expect([old, complete], `${failAt}`).toContain(formatState(await readState(disk)));
      await backupIndex(index, disk);
      expect(formatState(await readState(disk)), `${failAt}`).toBe(complete);
      expect((await disk.list()).length, `${failAt}`).toBe(second.size);
    }
  });

  test("frees the disk that a failure found full", async () => {
    const [first = new Map(), second = new Map()] = await collectCommits();
    const names = [...first.keys()];
    for (let failAt = 1; failAt <= second.size - first.size; failAt++) {
      const target = new FaultyDirectory({ disk: first, failAt: 2 * failAt, fault: "error once" });
      const backup = backupIndex(new MemoryDirectory(second), target);
      await expect(backup).rejects.toMatchObject({ code: "IO" });
      expect(await target.list()).toEqual(names.sort());
    }
  });
});

test("a backup beside a writer is one of its commits", async () => {
  const [index, backup] = [new MemoryDirectory(), new MemoryDirectory()];
  const writer = await IndexWriter.open(index, { analysis: { language: "other" } });
  const states = new Map<number, string>();
  let isWriting = true;
  const write = async (): Promise<void> => {
    const state: Record<string, string> = {};
    for (let i = 1; i <= 40; i++) {
      const [id, text] = [String(i % 9), `word ${i}`];
      state[id] = text;
      states.set(i, formatState(state));
      await writer.update({ id, text });
      if (i % 5 === 0) await writer.merge();
      await writer.commit();
    }
    isWriting = false;
  };
  const writing = write();
  let backups = 0;
  while (isWriting) {
    const report = await backupIndex(index, backup).catch((error: { code?: string }) => error.code);
    if (report === "NOT_FOUND") {
      await Promise.resolve(); // before the first commit
      continue;
    }
    const { generation } = report as { generation: number };
    expect(formatState(await readState(backup))).toBe(states.get(generation));
    backups++;
  }
  await writing;
  await writer.close();
  expect(backups).toBeGreaterThan(1);
});

describe("a backup is refused", () => {
  const create = async (text: string): Promise<MemoryDirectory> => {
    const directory = new MemoryDirectory();
    const writer = await IndexWriter.open(directory, { analysis: { language: "other" } });
    await writer.add({ id: text, text });
    await writer.commit();
    await writer.close();
    return directory;
  };

  test("of another index, and where the index was restored since", async () => {
    const [one, other, backup] = [await create("one"), await create("two"), new MemoryDirectory()];
    await backupIndex(one, backup);
    await expect(backupIndex(other, backup)).rejects.toThrow("a backup of another index");
    const restored = new MemoryDirectory();
    await restoreIndex(backup, restored);
    for (const [index, text] of [
      [one, "lost"],
      [restored, "new"],
    ] as const) {
      const writer = await IndexWriter.open(index);
      await writer.add({ id: text, text: `${text} text` });
      await writer.commit();
      await writer.close();
      if (index === one) await backupIndex(one, backup);
    }
    await expect(backupIndex(restored, backup)).rejects.toThrow(/has another "segment-\d+\.\w+"/);
    expect(Object.keys(await readState(backup))).toEqual(["one", "lost"]);
  });

  test("of a damaged file, which a restore refuses too", async () => {
    const files = await readAll(await create("one"));
    for (const name of files.keys()) {
      if (name === "commit") continue;
      const bytes = (files.get(name) as Uint8Array).slice();
      bytes[40] = (bytes[40] as number) ^ 1;
      const damaged = new MemoryDirectory(new Map([...files, [name, bytes]]));
      for (const copy of [backupIndex, restoreIndex]) {
        const target = new MemoryDirectory();
        await expect(copy(damaged, target), name).rejects.toMatchObject({
          code: "CORRUPT_INDEX",
          details: { file: name },
        });
        expect(await target.list()).toEqual([]);
      }
    }
  });

  test("while another one runs, and a restore over an index", async () => {
    const [one, target] = [await create("one"), new MemoryDirectory()];
    const unlock = await target.lock("writer");
    await expect(backupIndex(one, target)).rejects.toMatchObject({ code: "LOCKED" });
    await unlock();
    await expect(restoreIndex(one, await create("two"))).rejects.toThrow("restore into another");
    await expect(backupIndex(target, one)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
