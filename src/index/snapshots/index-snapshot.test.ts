import { readdir, rm } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { createFreshFolder, STORES } from "../../../test/faults/stores.ts";
import { TermwiseError } from "../../common/errors.ts";
import type { OpenFile } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { NodeDirectory } from "../../storage/node-directory.ts";
import { buildIndex } from "../build-index.ts";
import { IndexWriter, type WriterOptions } from "../index-writer.ts";
import { IndexSnapshot } from "./index-snapshot.ts";

const PLAIN: WriterOptions = { analysis: { language: "other" }, positions: true };

describe.each(STORES)("snapshots of an index %s", (_, fresh) => {
  test("can be opened and closed at any time during a writer's commits and merges", async () => {
    const directory = await fresh();
    await buildIndex(directory, [{ id: "first", text: "first" }], PLAIN);
    const writer = await IndexWriter.open(directory, { durability: "none" });
    let isWriting = true;
    let opened = 0;
    const read = async (): Promise<void> => {
      while (isWriting) {
        const snapshot = await IndexSnapshot.open(directory);
        expect(await snapshot.readStoredFields(snapshot.find("first") as number)).toEqual({
          text: "first",
        });
        await snapshot.close();
        opened++;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const write = async (): Promise<void> => {
      try {
        for (let commit = 0; commit < 60; commit++) {
          await writer.update({ id: `d${commit % 7}`, text: `word ${commit}` });
          if (commit % 5 === 0) await writer.merge();
          await writer.commit();
          await new Promise((resolve) => setImmediate(resolve));
        }
        await writer.close();
      } finally {
        isWriting = false;
      }
    };
    await Promise.all([write(), read(), read()]);
    expect(opened).toBeGreaterThan(20);
  });
});

describe("a snapshot", () => {
  test("returns the same results after a writer with another directory object removes its files", async () => {
    const folder = await createFreshFolder();
    await buildIndex(await NodeDirectory.open(folder), [{ id: "a", text: "old words" }], PLAIN);
    const snapshot = await IndexSnapshot.open(await NodeDirectory.open(folder));
    const elsewhere = await NodeDirectory.open(folder);
    await buildIndex(elsewhere, [{ id: "b", text: "new" }], { mode: "replace" });
    expect((await readdir(folder)).filter((name) => name.startsWith("segment-1."))).toEqual([]);
    expect(await snapshot.readStoredFields(0)).toEqual({ text: "old words" });
    expect(await snapshot.readTokens(0)).toEqual(["old", "words"]);
    await snapshot.close();
  });

  test("of a folder that was removed and rebuilt does not read the new segment of the same name", async () => {
    const folder = await createFreshFolder();
    const directory = await NodeDirectory.open(folder);
    await buildIndex(directory, [{ id: "a", text: "old" }], PLAIN);
    const before = await IndexSnapshot.open(directory);
    await rm(folder, { recursive: true });
    await buildIndex(await NodeDirectory.open(folder), [{ id: "b", text: "new" }], PLAIN);
    const after = await IndexSnapshot.open(directory);
    expect([after.id(0), after.term("new"), after.term("old")]).toEqual([
      "b",
      { documentFrequency: 1, collectionFrequency: 1 },
      undefined,
    ]);
    expect([before.id(0), await before.readStoredFields(0)]).toEqual(["a", { text: "old" }]);
  });

  test("retries a read that failed with an error", async () => {
    const directory = new FailingDirectory();
    await buildIndex(directory, [{ id: "a", text: "x" }], PLAIN);
    const snapshot = await IndexSnapshot.open(directory);
    directory.isTroubled = true;
    await expect(snapshot.readStoredFields(0)).rejects.toMatchObject({ code: "IO" });
    await expect(snapshot.readTokens(0)).rejects.toMatchObject({ code: "IO" });
    directory.isTroubled = false;
    expect(await snapshot.readStoredFields(0)).toEqual({ text: "x" });
    expect(await snapshot.readTokens(0)).toEqual(["x"]);
  });

  test("closes every file when it is closed, and when it cannot be opened", async () => {
    const directory = new FailingDirectory();
    await buildIndex(directory, [{ id: "a", text: "x" }], PLAIN);
    const [one, two] = [await IndexSnapshot.open(directory), await IndexSnapshot.open(directory)];
    expect(directory.openFiles).toBe(3); // tokens, forms and fields, shared by both
    await one.close();
    expect(directory.openFiles).toBe(3);
    await two.close();
    expect(directory.openFiles).toBe(0);
    directory.isTroubled = true;
    await expect(IndexSnapshot.open(directory)).rejects.toMatchObject({ code: "IO" });
    expect(directory.openFiles).toBe(0);
  });
});

/** Fails to read while `isTroubled`, as without free file descriptors. */
class FailingDirectory extends MemoryDirectory {
  isTroubled = false;
  openFiles = 0;

  override async readShared(name: string): Promise<Uint8Array> {
    this.#complain();
    return super.readShared(name);
  }

  override async openFile(name: string): Promise<OpenFile> {
    const file = await super.openFile(name);
    this.openFiles++;
    return {
      size: file.size,
      read: (start, length) => file.read(start, length),
      readShared: async () => {
        this.#complain();
        return file.readShared();
      },
      readInto: async (target, start) => {
        this.#complain();
        await file.readInto(target, start);
      },
      close: async () => {
        this.openFiles--;
        await file.close();
      },
    };
  }

  #complain(): void {
    if (this.isTroubled) throw new TermwiseError("IO", "too many open files", { errno: "EMFILE" });
  }
}
