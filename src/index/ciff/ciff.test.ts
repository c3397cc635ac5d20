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
  const report = await readCiff(stream(bytes), directory, { analysis, name: "a.ciff" });
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
      await expect(importBytes(bytes.subarray(0, length))).rejects.toThrow(
        /^a\.ciff is no sound CIFF file: (?:header|list \d of 2|document \d of 2): the file ends before the end of it$/,
      );
    }
  });

  test("if it goes on behind its end", async () => {
    const longer = Uint8Array.from([...(await bytesOf()), 0]);
    await expect(importBytes(longer)).rejects.toThrow(
      "a.ciff is no sound CIFF file: document 2 of 2: the file goes on behind it",
    );
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
    await expect(importBytes(bytes)).rejects.toThrow(
      'a.ciff is no sound CIFF file: list 2 of 2: the term "a" is not in byte order: it stands behind "b"',
    );
  });
});

const varint = (value: number | bigint): number[] => {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) + 128);
  }
};
const integer = (field: number, value: number): number[] => [8 * field, ...varint(value)];
const part = (field: number, bytes: readonly number[]): number[] => [
  ...[8 * field + 2, ...varint(bytes.length)],
  ...bytes,
];
const message = (bytes: readonly number[]): number[] => [...varint(bytes.length), ...bytes];
const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
const header = (lists: number, count: number): number[] =>
  message([...integer(1, 1), ...integer(2, lists), ...integer(3, count)]);
const list = (term: readonly number[], postings: [gap: number, frequency: number][]): number[] =>
  message([
    ...[...part(1, term), ...integer(2, postings.length)],
    ...postings.flatMap(([gap, frequency]) =>
      part(4, [...integer(1, gap), ...integer(2, frequency)]),
    ),
  ]);
const record = (number: number, id: readonly number[], length = 1): number[] =>
  message([...integer(1, number), ...part(2, id), ...integer(3, length)]);
const pair = [...record(0, utf8("A")), ...record(1, utf8("B"))];
const oneList = (...postings: [number, number][]): number[] => [
  ...[...header(1, 2), ...list(utf8("b"), postings)],
  ...pair,
];
const oneRecord = (bytes: readonly number[]): number[] => [
  ...[...header(1, 1), ...list(utf8("b"), [[0, 1]])],
  ...bytes,
];

test.each<[what: string, bytes: number[], message: string]>([
  [
    "a gap beyond 32 bits",
    oneList([0, 1], [2 ** 32 + 1, 1]),
    "list 1 of 1: the document of posting 2 is 4294967297, must be 0 to 2147483647",
  ],
  [
    "a negative gap",
    oneList([1, 1], [-1, 1]),
    "list 1 of 1: a number is negative or above 2^53 - 1",
  ],
  ["no gap", oneList([1, 1], [0, 1]), "posting 2 is of document 1, as the one before"],
  [
    "a document that is not there",
    oneList([7, 1]),
    'list 1 of 1: the term "b" has a posting of document 7 of 2',
  ],
  [
    "a frequency beyond 32 bits",
    oneList([0, 2 ** 32 + 1]),
    "the frequency of posting 1 is 4294967297, must be 1 to 2147483647",
  ],
  ["a frequency of 0", oneList([0, 0]), "the frequency of posting 1 is 0, must be 1 to"],
  [
    "a document of too many words",
    [
      ...[...header(2, 2), ...list(utf8("a"), [[0, 2 ** 31 - 1]]), ...list(utf8("b"), [[0, 1]])],
      ...pair,
    ],
    "list 2 of 2: document 0 is longer than 2147483647 words with it",
  ],
  [
    "another number of postings than stated",
    [
      ...header(1, 2),
      ...message([...part(1, utf8("b")), ...integer(2, 7), ...part(4, [16, 1])]),
      ...pair,
    ],
    "list 1 of 1: it states 7 postings and has 1",
  ],
  [
    "a term that is no text",
    [...header(1, 2), ...list([0x61, 0xff], [[0, 1]]), ...pair],
    'list 1 of 1: the term "a\ufffd" is not valid UTF-8',
  ],
  [
    "a term that is too long",
    [...header(1, 2), ...list(new Array(65_536).fill(98), [[0, 1]]), ...pair],
    "has 65536 bytes, at most 65535 are possible",
  ],
  [
    "a list that is too long for its documents",
    [...header(1, 2), ...message(new Array(70_000).fill(0)), ...pair],
    "list 1 of 1: it has 70000 bytes, at most 65647 are possible",
  ],
  ["no term", [...header(1, 2), ...list([], [[0, 1]]), ...pair], "list 1 of 1: its term is empty"],
  ["an id that is no text", oneRecord(record(0, [0xff])), "document 1 of 1: its id"],
  [
    "an id with white space",
    oneRecord(record(0, utf8("a b"))),
    'document 1 of 1: a document id must be 1 to 2048 characters without white space, got "a b"',
  ],
  [
    "an id that is there twice",
    [...header(0, 2), ...record(0, utf8("A")), ...record(1, utf8("A"))],
    'document 2 of 2: an earlier document has the id "A" too',
  ],
  ["a number out of order", oneRecord(record(3, utf8("A"))), "it has the number 3, must be 0"],
  [
    "a length below 0",
    oneRecord(record(0, utf8("A"), -1)),
    "document 1 of 1: a number is negative or above 2^53 - 1",
  ],
  [
    "more documents than a number can have",
    header(1, 2 ** 31),
    "header: it states 2147483648 documents, above 2147483647",
  ],
  ["another version", message(integer(1, 2)), "header: its version is 2, not 1"],
  [
    "a text file",
    utf8("hello, this is text\n".repeat(9)),
    "a.ciff is no sound CIFF file: header: ",
  ],
  ["a field that goes too far", message([10, 9, 1]), "field 1 has 9 bytes, where 1 are left"],
  ["an unknown wire type", message([11]), "header: field 1 has the unknown wire type 3"],
  ["a length without an end", new Array(20).fill(255), "header: its length is above 2^53 - 1"],
])("%s is refused with file, place and rule", async (_, bytes, expected) => {
  await expect(importBytes(Uint8Array.from(bytes))).rejects.toThrow(expected);
});

test("memory grows with the documents that are there, not with the numbers that a file states", async () => {
  // 32,000 postings 65,536 documents apart, of a collection that is said to have 2^31 - 1.
  const postings = Array.from({ length: 32_000 }, (): [number, number] => [65_536, 1]);
  const bytes = [...header(1, 2 ** 31 - 1), ...list(utf8("b"), postings), ...pair];
  const before = process.memoryUsage().arrayBuffers;
  await expect(importBytes(Uint8Array.from(bytes))).rejects.toThrow(
    "document 3 of 2147483647: the file ends before the end of it",
  );
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 27);
});

test("a file whose lists are of no use is passed over in bounded memory", async () => {
  const chunk = new Uint8Array(1 << 20);
  const directory = new MemoryDirectory();
  let peak = 0;
  const open = async function* () {
    yield Uint8Array.from([...header(1, 2), ...varint(2 ** 29)]);
    for (let i = 0; i < 512; i++) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
      yield chunk;
    }
    yield Uint8Array.from(pair);
  };
  const before = process.memoryUsage().arrayBuffers;
  await expect(readCiff(open, directory, { analysis })).rejects.toThrow(
    "list 1 of 1: it has 536870912 bytes, at most 65647 are possible",
  );
  expect(peak - before).toBeLessThan(2 ** 27);
});

test("an index with fields cannot be written", async () => {
  const directory = new MemoryDirectory();
  await buildIndex(directory, [{ id: "A", fields: { name: "b" } }], { fields: { name: "text" } });
  const snapshot = await IndexSnapshot.open(directory);
  await expect(collect(writeCiff(snapshot))).rejects.toThrow("the index has fields");
});
