import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { checkIndex } from "../check-index.ts";
import { IndexWriter } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { readCiff, writeCiff } from "./index.ts";

const analysis = { stemmer: "none", stopWords: "none" } as const;

async function openIndex(documents: readonly { id: string; text: string }[]) {
  const directory = new MemoryDirectory();
  await buildIndex(directory, documents, { analysis });
  return IndexSnapshot.open(directory);
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: number[] = [];
  for await (const chunk of chunks) parts.push(...chunk);
  return Uint8Array.from(parts);
}

/** The bytes in pieces of a few bytes each, so that messages span them. */
const stream = (bytes: Uint8Array, size = 3) =>
  async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };

async function importBytes(bytes: Uint8Array) {
  const directory = new MemoryDirectory();
  const report = await readCiff(stream(bytes), directory, { analysis });
  return { directory, report, snapshot: await IndexSnapshot.open(directory) };
}

/** Every list, length and id of an index, as plain data. */
function describeIndex(snapshot: IndexSnapshot): unknown {
  const documents = Array.from({ length: snapshot.documentLimit }, (_, i) => i);
  const lists = snapshot.termsFrom("", Infinity).map((term) => {
    const postings: [id: string, frequency: number][] = [];
    const cursor = snapshot.postings(term);
    while (cursor !== undefined && cursor.next() !== EXHAUSTED) {
      postings.push([snapshot.id(cursor.document), cursor.frequency]);
    }
    return [term, snapshot.term(term), postings];
  });
  return {
    lists,
    lengths: documents.map((each) => [snapshot.id(each), snapshot.length(each)]),
    count: snapshot.documentCount,
    total: snapshot.totalLength,
  };
}

const random = new Random(5);
const drawWord = (): string => "abcdefghijklmnopqrstuvwxyzéß".charAt(random.below(28)).repeat(2);
const documents = Array.from({ length: 300 }, (_, i) => ({
  id: `d${i}`,
  text: Array.from({ length: random.below(200) }, drawWord).join(" "),
}));

describe("an index written as CIFF and read again", () => {
  test("has the same lists, lengths and ids, and is sound", async () => {
    const original = await openIndex(documents);
    const bytes = await collect(writeCiff(original, "of a test"));
    const { snapshot, directory, report } = await importBytes(bytes);
    expect(describeIndex(snapshot)).toEqual(describeIndex(original));
    expect(report).toEqual({
      ...{ description: "of a test", documents: 300, otherLengths: 0 },
      terms: original.termsFrom("", Infinity).length,
    });
    expect((await checkIndex(directory)).damages).toEqual([]);
    expect(await collect(writeCiff(snapshot, "of a test"))).toEqual(bytes);
  });

  test("leaves out deleted documents", async () => {
    const directory = new MemoryDirectory();
    await buildIndex(directory, documents, { analysis });
    const writer = await IndexWriter.open(directory);
    await writer.delete("d7");
    await writer.commit();
    await writer.close();
    const bytes = await collect(writeCiff(await IndexSnapshot.open(directory)));
    const { snapshot } = await importBytes(bytes);
    const without = await openIndex(documents.filter(({ id }) => id !== "d7"));
    expect(describeIndex(snapshot)).toEqual(describeIndex(without));
  });
});

test("the bytes of a small index are those of the format", async () => {
  const snapshot = await openIndex([
    { id: "A", text: "b b" },
    { id: "B", text: "a b" },
  ]);
  expect([...(await collect(writeCiff(snapshot, "x")))]).toEqual([
    // Header: version 1, 2 lists, 2 documents, 2, 2, 4 terms, mean length 2, "x".
    ...[24, 8, 1, 16, 2, 24, 2, 32, 2, 40, 2, 48, 4, 57, 0, 0, 0, 0, 0, 0, 0, 64, 66, 1, 120],
    // a: df 1, cf 1, document 1 once.
    ...[13, 10, 1, 97, 16, 1, 24, 1, 34, 4, 8, 1, 16, 1],
    // b: df 2, cf 3, document 0 twice, one further on once.
    ...[17, 10, 1, 98, 16, 2, 24, 3, 34, 2, 16, 2, 34, 4, 8, 1, 16, 1],
    // The documents: a number, an id, a length.
    ...[5, 18, 1, 65, 24, 2, 7, 8, 1, 18, 1, 66, 24, 2],
  ]);
});

test("a file of another program is read: test/reference/ciff-file.py wrote it with protobuf", async () => {
  const path = join(import.meta.dirname, "../../../test/reference/ciff-toolkit.ciff.gz");
  const { snapshot, directory, report } = await importBytes(gunzipSync(readFileSync(path)));
  expect(report).toEqual({
    ...{ description: "ciff-toolkit: größer", documents: 300, terms: 3 },
    otherLengths: 1, // one states a length that is not the sum of its frequencies
  });
  expect(snapshot.termsFrom("", Infinity)).toEqual(["a", "bb", "é"]);
  expect(snapshot.term("a")).toMatchObject({ documentFrequency: 2, collectionFrequency: 301 });
  expect([0, 5, 128, 299].map((each) => snapshot.length(each))).toEqual([301, 1, 5, 2]);
  expect([snapshot.id(299), snapshot.find("doc-128")]).toEqual(["doc-299", 128]);
  expect((await checkIndex(directory)).damages).toEqual([]);
});

describe("a damaged file is refused", () => {
  const bytesOf = async () =>
    collect(
      writeCiff(
        await openIndex([
          { id: "A", text: "b c" },
          { id: "B", text: "b" },
        ]),
        "x",
      ),
    );

  test("if it ends early, wherever that is", async () => {
    const bytes = await bytesOf();
    for (let length = 0; length < bytes.length; length++) {
      await expect(importBytes(bytes.subarray(0, length))).rejects.toThrow("CIFF");
    }
  });

  test("if it goes on behind its end", async () => {
    const longer = Uint8Array.from([...(await bytesOf()), 0]);
    await expect(importBytes(longer)).rejects.toThrow("it goes on behind its last document");
  });

  test("or read as another sound index, whichever byte is changed", async () => {
    const bytes = await bytesOf();
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] = (changed[at] as number) ^ 0x15;
      const outcome = await importBytes(changed).catch((error: unknown) => error);
      if (outcome instanceof Error) expect(outcome).toHaveProperty("code");
      else {
        const { directory } = outcome as Awaited<ReturnType<typeof importBytes>>;
        expect((await checkIndex(directory)).damages).toEqual([]);
      }
    }
  });

  test("if its terms are not in byte order", async () => {
    const bytes = await bytesOf();
    const at = bytes.indexOf(99); // "c"
    bytes[at] = 97;
    await expect(importBytes(bytes)).rejects.toThrow('the term "a" is not in byte order');
  });
});

test("an index with fields cannot be written", async () => {
  const directory = new MemoryDirectory();
  await buildIndex(directory, [{ id: "A", fields: { name: "b" } }], { fields: { name: "text" } });
  const snapshot = await IndexSnapshot.open(directory);
  await expect(collect(writeCiff(snapshot))).rejects.toThrow("the index has fields");
});
