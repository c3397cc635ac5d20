import { beforeEach, describe, expect, test } from "vitest";
import { changeWithChecksums, flipBit, readContents } from "../../test/faults/damage.ts";
import { STORES } from "../../test/faults/stores.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { buildIndex } from "./build-index.ts";
import { checkIndex, recoverIndex } from "./check-index.ts";
import { IndexWriter } from "./index-writer.ts";
import { IndexSnapshot } from "./snapshots/index-snapshot.ts";

let files: Map<string, Uint8Array>;

/** Two segments of 200 and 2 documents, one of them deleted. */
beforeEach(async () => {
  const directory = new MemoryDirectory();
  const documents = Array.from({ length: 200 }, (_, i) => ({
    id: `d${i}`,
    text: `every w${i % 9} w${i}`,
  }));
  await buildIndex(directory, documents, { analysis: { language: "other" }, positions: true });
  const writer = await IndexWriter.open(directory);
  await writer.add({ id: "x", text: "more" });
  await writer.add({ id: "y", text: "and more" });
  await writer.delete("d7");
  await writer.commit();
  await writer.close();
  files = await readContents(directory);
});

describe.each(STORES)("checkIndex %s", (_, fresh) => {
  test("finds no damage in an intact index", async () => {
    const report = await checkIndex(await fresh(files));
    expect(report).toMatchObject({ generation: 2, segments: 2, documents: 202, damages: [] });
    // seven files per segment, one deletions file, the commit
    expect([report.files, files.size]).toEqual([16, 16]);
  });

  test("reports every damaged file with its offset", async () => {
    flip("segment-1.terms", 40);
    files.delete("segment-2.stored");
    files.set("segment-1.postings", (files.get("segment-1.postings") as Uint8Array).slice(0, 99));
    const { damages } = await checkIndex(await fresh(files));
    expect(damages.map(({ file, segment }) => [file, segment])).toEqual([
      ["segment-1.terms", "segment-1"],
      ["segment-1.postings", "segment-1"],
      ["segment-2.stored", "segment-2"],
    ]);
    expect(damages[1]).toMatchObject({ offset: 99 });
  });

  test("reports a damaged commit, and fails with NOT_FOUND without an index", async () => {
    flip("commit", 50);
    const { damages } = await checkIndex(await fresh(files));
    expect(damages).toMatchObject([{ file: "commit" }]);
    await expect(checkIndex(await fresh())).rejects.toHaveProperty("code", "NOT_FOUND");
  });

  test("reports no damage when the commit is replaced during the check", async () => {
    const directory = await fresh(files);
    const { read } = directory;
    let reads = 0;
    directory.read = async (name) => {
      if (++reads === 3) await buildIndex(directory, [], { mode: "replace", durability: "none" });
      return read.call(directory, name);
    };
    expect(await checkIndex(directory)).toMatchObject({ generation: 3, documents: 0, damages: [] });
  });

  test("reports a length that contradicts the postings although all checksums match", async () => {
    // The lengths are the second section, from byte 48 on. Its first byte is twice the smallest
    // length.
    const changed = await changeWithChecksums(files, "segment-1.document", (bytes) => {
      bytes[48] = (bytes[48] as number) + 2;
    });
    const { damages } = await checkIndex(await fresh(changed));
    expect(damages).toMatchObject([
      { file: "segment-1.document", reason: expect.stringContaining("length of document 0") },
    ]);
  });
});

describe.each(STORES)("recoverIndex %s", (_, fresh) => {
  test("copies the intact segments into a new index", async () => {
    flip("segment-2.forward", 33);
    const target = await fresh();
    const source = await fresh(files);
    expect(await recoverIndex(source, target)).toEqual({
      keptDocuments: 200,
      lost: [{ segment: "segment-2", documents: 2 }],
    });
    expect((await checkIndex(target)).damages).toEqual([]);
    const snapshot = await IndexSnapshot.open(target);
    expect([snapshot.documentCount, snapshot.find("d7"), snapshot.find("x")]).toEqual([
      199,
      undefined,
      undefined,
    ]);
    expect(await readContents(source)).toEqual(files);
    const writer = await IndexWriter.open(target);
    await writer.add({ id: "x", text: "again" });
    await writer.commit();
    expect((await checkIndex(target)).damages).toEqual([]);
  });

  test("rejects a target that is not empty", async () => {
    const source = await fresh(files);
    await expect(recoverIndex(source, source)).rejects.toThrow("must be empty");
  });
});

function flip(name: string, at: number): void {
  files.set(name, flipBit(files.get(name) as Uint8Array, at));
}
