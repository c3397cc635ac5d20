import { describe, expect, test } from "vitest";
import { changeWithChecksums, readContents } from "../../test/faults/damage.ts";
import { FaultyDirectory } from "../../test/faults/faulty-directory.ts";
import { STORES } from "../../test/faults/stores.ts";
import type { Document } from "../collection/document.ts";
import { TermwiseError } from "../common/errors.ts";
import type { ProgressReport } from "../common/progress.ts";
import type { Directory } from "../storage/directory.ts";
import { buildIndex } from "./build-index.ts";
import { MAX_DOCUMENT_CHARACTERS } from "./building/check-document.ts";
import { readCommit } from "./commits/commit.ts";
import { IndexWriter, type WriterOptions } from "./index-writer.ts";
import { IndexSnapshot } from "./snapshots/index-snapshot.ts";

/** No stemming, no stop words. */
const PLAIN: WriterOptions = { analysis: { language: "other" }, positions: true };

const cats: Document[] = [
  { id: "a", title: "Cats", text: "a cat and a dog" },
  { id: "b", text: "dog dog dog" },
  { id: "c", text: "" },
];

describe.each(STORES)("an index of three documents %s", (_, fresh) => {
  test("has the statistics that were computed by hand", async () => {
    const snapshot = await buildTestIndex(fresh, cats);
    // a: "cats a cat and a dog"; b: "dog dog dog"; c: empty
    expect([snapshot.documentLimit, snapshot.documentCount, snapshot.totalLength]).toEqual([
      3, 3, 9,
    ]);
    expect([0, 1, 2].map((document) => snapshot.length(document))).toEqual([6, 3, 0]);
    expect(snapshot.term("dog")).toEqual({ documentFrequency: 2, collectionFrequency: 4 });
    expect(snapshot.term("cow")).toBeUndefined();
    expect(snapshot.postings("cow")).toBeUndefined();
    const cursor = snapshot.postings("a");
    expect([cursor?.next(), cursor?.frequency, [...(cursor?.positions() ?? [])]]).toEqual([
      0,
      2,
      [1, 4],
    ]);
    expect(snapshot.termsWithPrefix("ca", 9)).toEqual(["cat", "cats"]);
    expect(snapshot.termsWithPrefix("", 3)).toEqual(["a", "and", "cat"]);
    expect(snapshot.termsFrom("b", 2)).toEqual(["cat", "cats"]);
    expect(snapshot.termsFrom("cats", 9)).toEqual(["cats", "dog"]);
    expect(snapshot.termsFrom("dogs", 9)).toEqual([]);
    expect([snapshot.id(1), snapshot.find("b"), snapshot.find("z")]).toEqual(["b", 1, undefined]);
    expect(await snapshot.readTerms(1)).toEqual(new Map([["dog", 3]]));
    expect(await snapshot.readTokens(0)).toEqual(["cats", "a", "cat", "and", "a", "dog"]);
    expect(await snapshot.readStoredFields(0)).toEqual({ title: "Cats", text: "a cat and a dog" });
    expect(() => snapshot.length(3)).toThrow("document 3 is not below the limit 3");
    await snapshot.close();
  });

  test("stems, and leaves stop words out of lengths but not out of positions", async () => {
    const snapshot = await buildTestIndex(fresh, [{ id: "a", text: "the cats of the city" }], {
      analysis: { language: "english" },
      positions: true,
    });
    expect(snapshot.length(0)).toBe(2);
    const cursor = snapshot.postings("citi");
    cursor?.next();
    expect([...(cursor?.positions() ?? [])]).toEqual([4]);
    expect([...(await snapshot.readTerms(0)).keys()].sort()).toEqual(["cat", "citi"]);
  });

  test("throws on a request for positions when it has none", async () => {
    const snapshot = await buildTestIndex(fresh, cats, { ...PLAIN, positions: false });
    const cursor = snapshot.postings("dog");
    cursor?.next();
    expect(snapshot.hasPositions).toBe(false);
    expect(() => cursor?.positions()).toThrow("without positions");
  });

  test("reports progress", async () => {
    const reports: ProgressReport[] = [];
    const progress = (report: ProgressReport): void => void reports.push(report);
    await buildIndex(await fresh(), cats, { progress, total: 3 });
    expect(reports.at(-1)).toEqual({
      task: "indexing",
      unit: "documents",
      total: 3,
      done: 3,
      finished: true,
    });
  });
});

describe.each(STORES)("IndexWriter %s", (_, fresh) => {
  test("shows changes only after a commit, and only to new snapshots", async () => {
    const directory = await fresh();
    await buildIndex(directory, cats, PLAIN);
    const before = await IndexSnapshot.open(directory);
    const writer = await IndexWriter.open(directory);
    await writer.update({ id: "b", text: "cow" });
    expect(await writer.delete("c")).toBe(true);
    expect(await writer.delete("c")).toBe(false);
    expect((await IndexSnapshot.open(directory)).term("cow")).toBeUndefined();
    expect(await writer.commit()).toBe(2);
    const after = await IndexSnapshot.open(directory);
    expect(before.term("dog")).toEqual({ documentFrequency: 2, collectionFrequency: 4 });
    expect(after.term("dog")).toEqual({ documentFrequency: 1, collectionFrequency: 1 });
    expect([after.documentCount, after.totalLength]).toEqual([2, 7]);
    expect(after.find("c")).toBeUndefined();
    expect(after.id(after.find("b") as number)).toBe("b");
    expect(await writer.commit()).toBe(2); // nothing has changed
    await writer.close();
  });

  test("orders ids by bytes, within a segment and across segments", async () => {
    const directory = await fresh();
    const ids = ["b", "d10", "d9", "\u{1f600}", "\uffee"];
    await buildIndex(
      directory,
      ids.map((id) => ({ id, text: "" })),
      PLAIN,
    );
    const writer = await IndexWriter.open(directory);
    await writer.add({ id: "c", text: "" });
    await writer.commit();
    await writer.close();
    const snapshot = await IndexSnapshot.open(directory);
    const sorted = [0, 1, 2, 3, 4, 5].sort((a, b) => snapshot.compareIds(a, b));
    // U+FFEE is EF BF AE in UTF-8, before the F0 of the emoji.
    expect(sorted.map((document) => snapshot.id(document))).toEqual([
      "b",
      "c",
      "d10",
      "d9",
      "\uffee",
      "\u{1f600}",
    ]);
  });

  test("rejects a second writer, and accepts one after the first is closed", async () => {
    const directory = await fresh();
    const writer = await IndexWriter.open(directory);
    await expect(IndexWriter.open(directory)).rejects.toHaveProperty("code", "LOCKED");
    await writer.close();
    await (await IndexWriter.open(directory)).close();
    await expect(writer.add({ id: "a", text: "" })).rejects.toThrow("the writer is closed");
  });

  test("commits nothing after another writer has taken over its lock, and leaves the files of that writer alone", async () => {
    const directory = await fresh();
    await buildIndex(directory, cats, PLAIN);
    const writer = await IndexWriter.open(directory);
    await writer.add({ id: "d", text: "late" });
    const { isLocked } = directory;
    directory.isLocked = async () => false;
    const before = await readContents(directory);
    await expect(writer.commit()).rejects.toMatchObject({ code: "LOCKED" });
    const after = await readContents(directory);
    for (const [name, bytes] of before) expect(after.get(name), name).toEqual(bytes);
    expect(after.get("segment-2.terms")).toBeDefined(); // the other writer may own it by now
    directory.isLocked = isLocked;
    expect((await IndexSnapshot.open(directory)).documentCount).toBe(3);
  });

  test("rejects a duplicate id and continues", async () => {
    const directory = await fresh();
    const writer = await IndexWriter.open(directory, PLAIN);
    await writer.add({ id: "a", text: "one" });
    await expect(writer.add({ id: "a", text: "two" })).rejects.toThrow(
      'document "a" is in the index already',
    );
    await writer.commit();
    await expect(writer.add({ id: "a", text: "two" })).rejects.toThrow("already");
    await writer.add({ id: "b", text: "two" });
    await writer.commit();
    expect((await IndexSnapshot.open(directory)).documentCount).toBe(2);
  });

  test.each([
    ["keep-first", "one"],
    ["keep-last", "three"],
  ] as const)("can %s of documents with the same id", async (duplicates, expectedTerm) => {
    const directory = await fresh();
    const documents = ["one", "two", "three"].map((text) => ({ id: "a", text }));
    await buildIndex(directory, documents, { ...PLAIN, duplicates });
    const snapshot = await IndexSnapshot.open(directory);
    expect([snapshot.documentLimit, snapshot.termsWithPrefix("", 9)]).toEqual([1, [expectedTerm]]);
  });

  test.each([
    ["without an id", { id: "", text: "x" }, "BAD_ARGUMENT"],
    ["with a lone surrogate in its id", { id: "a\ud800", text: "x" }, "BAD_ARGUMENT"],
    ["with white space in its id", { id: "a b", text: "x" }, "BAD_ARGUMENT"],
    ["without a text", { id: "a" } as unknown as Document, "BAD_ARGUMENT"],
    [
      "that is too large",
      { id: "a", text: "x".repeat(MAX_DOCUMENT_CHARACTERS + 1) },
      "LIMIT_EXCEEDED",
    ],
  ])("rejects a document %s and continues", async (_, document, code) => {
    const directory = await fresh();
    const writer = await IndexWriter.open(directory);
    await expect(writer.add(document)).rejects.toHaveProperty("code", code);
    await writer.add({ id: "good", text: "x" });
    await writer.commit();
    expect((await IndexSnapshot.open(directory)).documentCount).toBe(1);
  });

  test("does not confuse an id with a lone surrogate with another id", async () => {
    const directory = await fresh();
    // Both are U+FFFD in UTF-8, as is the existing id.
    await buildIndex(directory, [{ id: "\ufffd", text: "x" }], PLAIN);
    const writer = await IndexWriter.open(directory);
    expect(await writer.delete("\ud800")).toBe(false);
    expect(await writer.delete("\udc00")).toBe(false);
    await writer.close();
    const snapshot = await IndexSnapshot.open(directory);
    expect([snapshot.find("\ud800"), snapshot.find("\ufffd")]).toEqual([undefined, 0]);
  });

  test.each([NaN, -1, 0, "many" as unknown as number])(
    "rejects memoryBytes %s and leaves the index unlocked",
    async (memoryBytes) => {
      const directory = await fresh();
      await expect(IndexWriter.open(directory, { memoryBytes })).rejects.toMatchObject({
        code: "BAD_ARGUMENT",
        message: `memoryBytes must be a number ≥ 1, got ${memoryBytes}`,
      });
      await (await IndexWriter.open(directory)).close();
    },
  );

  test("discards uncommitted changes at close", async () => {
    const directory = await fresh();
    const writer = await IndexWriter.open(directory);
    await writer.add({ id: "a", text: "x" });
    await writer.close();
    await expect(IndexSnapshot.open(directory)).rejects.toHaveProperty("code", "NOT_FOUND");
  });

  test("builds an empty index of an empty collection", async () => {
    const snapshot = await buildTestIndex(fresh, []);
    expect([snapshot.documentCount, snapshot.totalLength]).toEqual([0, 0]);
    expect(snapshot.term("x")).toBeUndefined();
    expect(snapshot.termsWithPrefix("", 5)).toEqual([]);
  });

  test("creates, extends and replaces an index only in the matching mode", async () => {
    const directory = await fresh();
    await buildIndex(directory, cats, PLAIN);
    await expect(buildIndex(directory, cats)).rejects.toThrow(
      /there is an index in .* already; open it/,
    );
    await expect(IndexWriter.open(directory, { positions: false })).rejects.toThrow(
      "the index was made with positions true, which cannot become false",
    );
    await expect(IndexWriter.open(directory, { analysis: {} })).rejects.toThrow("analysis");
    await buildIndex(directory, [{ id: "z", text: "new" }], { mode: "replace" });
    const snapshot = await IndexSnapshot.open(directory);
    expect([snapshot.documentCount, snapshot.hasPositions, snapshot.generation]).toEqual([
      1,
      false,
      2,
    ]);
    expect(await directory.list()).toEqual([
      "commit",
      ...["document", "forms", "forward", "postings", "stored", "terms"].map(
        (kind) => `segment-2.${kind}`,
      ),
    ]);
  });

  test("removes files that no commit needs at once, while an open snapshot continues to read them", async () => {
    const directory = await fresh();
    await buildIndex(directory, cats, PLAIN);
    const snapshot = await IndexSnapshot.open(directory);
    const writer = await IndexWriter.open(directory);
    await writer.delete("a");
    await writer.merge();
    expect((await directory.list()).some((name) => name.startsWith("segment-1."))).toBe(true);
    await writer.commit();
    expect((await directory.list()).some((name) => name.startsWith("segment-1."))).toBe(false);
    expect(await snapshot.readStoredFields(1)).toEqual({ text: "dog dog dog" });
    expect(await snapshot.readTokens(1)).toEqual(["dog", "dog", "dog"]);
    await snapshot.close();
    await writer.close();
  });

  test("retries the removal of a file that could not be removed, and loses no commit", async () => {
    const directory = await fresh();
    await buildIndex(directory, cats, PLAIN);
    const writer = await IndexWriter.open(directory);
    const { remove } = directory;
    directory.remove = async (name) => {
      throw new TermwiseError("IO", `cannot remove ${name}: busy`, { errno: "EBUSY" });
    };
    await writer.delete("a");
    await writer.merge();
    expect(await writer.commit()).toBe(2);
    expect((await directory.list()).some((name) => name.startsWith("segment-1."))).toBe(true);
    directory.remove = remove;
    await writer.add({ id: "z", text: "new" });
    expect(await writer.commit()).toBe(3);
    expect((await directory.list()).some((name) => name.startsWith("segment-1."))).toBe(false);
    await writer.close();
  });

  test("merges the last eight segments when they are of similar size", async () => {
    const directory = await fresh();
    const writer = await IndexWriter.open(directory, PLAIN);
    for (let i = 0; i < 8; i++) {
      await writer.add({ id: `d${i}`, text: "x" });
      await writer.commit();
    }
    expect((await readCommit(directory))?.segments.map(({ documents }) => documents)).toEqual([8]);
  });

  test("writes the same bytes with little memory as with much", async () => {
    const documents = Array.from({ length: 9000 }, (_, i) => ({
      id: `d${i}`,
      text: `w${i % 7} w${i % 1000} common`,
    }));
    const [much, little] = [await fresh(), await fresh()];
    await buildIndex(much, documents, PLAIN);
    await buildIndex(little, documents, { ...PLAIN, memoryBytes: 1 });
    const segment = (name: string): string => name.replace(/-\d+/, "");
    const [one, other] = [await much.list(), await little.list()];
    expect(other.map(segment)).toEqual(one.map(segment));
    for (const [i, name] of one.entries()) {
      if (name === "commit") continue; // contains the segment numbers
      const [a, b] = [await much.read(name), await little.read(other[i] as string)];
      expect(Buffer.compare(a, b)).toBe(0);
    }
  });

  test.each([
    ["of an older format", "INDEX_TOO_OLD", (file: Uint8Array) => file.fill(1, 16, 17)],
    ["of a newer format", "INDEX_TOO_NEW", (file: Uint8Array) => file.fill(99, 16, 17)],
    ["whose commit is damaged", "CORRUPT_INDEX", (file: Uint8Array) => file.fill(0, 0, 8)],
  ])("replaces an index %s, which remains until the commit", async (_, code, change) => {
    const intact = await fresh();
    await buildIndex(intact, cats, PLAIN);
    const files = await changeWithChecksums(await readContents(intact), "commit", change);
    const directory = await fresh(files);
    await expect(IndexWriter.open(directory)).rejects.toMatchObject({ code });

    const replacer = await IndexWriter.open(directory, { mode: "replace" });
    await replacer.add({ id: "z", text: "new" });
    await replacer.close();
    expect(await readContents(directory)).toEqual(files);

    await buildIndex(directory, [{ id: "z", text: "new" }], { ...PLAIN, mode: "replace" });
    const snapshot = await IndexSnapshot.open(directory);
    expect([snapshot.documentCount, snapshot.find("z")]).toEqual([1, 0]);
    expect((await directory.list()).filter((name) => files.has(name))).toEqual(["commit"]);
  });

  test("closes itself after a failed write, and keeps the last commit", async () => {
    const directory = new FaultyDirectory({ failAt: 60, fault: "error once" });
    await buildIndex(directory, cats, PLAIN);
    const writer = await IndexWriter.open(directory);
    await writer.add({ id: "d", text: "more" });
    const failure = await failUntil(writer);
    expect(failure).toMatchObject({ code: "IO", details: { errno: "ENOSPC" } });
    await expect(writer.commit()).rejects.toThrow("closed itself after a failed write");
    expect(directory.openWriters).toBe(0);
    const again = await IndexWriter.open(directory);
    await again.add({ id: "later", text: "x" });
    await again.commit();
    const snapshot = await IndexSnapshot.open(directory);
    expect(snapshot.find("later")).toBeDefined();
  });
});

/** Commits small changes until one commit fails. */
async function failUntil(writer: IndexWriter): Promise<unknown> {
  for (let i = 0; i < 100; i++) {
    try {
      await writer.add({ id: `n${i}`, text: "x" });
      await writer.commit();
    } catch (error) {
      return error;
    }
  }
  return undefined;
}

async function buildTestIndex(
  fresh: () => Promise<Directory>,
  documents: readonly Document[],
  options: WriterOptions = PLAIN,
): Promise<IndexSnapshot> {
  const directory = await fresh();
  await buildIndex(directory, documents, options);
  return IndexSnapshot.open(directory);
}
