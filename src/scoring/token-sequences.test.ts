import { describe, expect, test } from "vitest";
import type { Document } from "../collection/document.ts";
import { UNKNOWN, Vocabulary } from "../embeddings/index.ts";
import { IndexSnapshot, IndexWriter } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../text/index.ts";
import type { SequenceOptions } from "./text-sequences.ts";
import { TokenSequences } from "./token-sequences.ts";
import { readTokenStatistics } from "./token-statistics.ts";

/** An index with one segment for each list. */
async function createIndex(
  ...segments: readonly Document[][]
): Promise<{ snapshot: IndexSnapshot; analyzer: Analyzer }> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { analysis: {} });
  for (const documents of segments) {
    for (const document of documents) await writer.add(document);
    await writer.commit();
  }
  await writer.delete("gone");
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  return { snapshot, analyzer: await openAnalyzer(snapshot.settings.analysis) };
}

const vocabulary = new Vocabulary(["the", "wing", "wings", "flutter"], Float64Array.of(4, 3, 2, 1));
const [THE, WING, WINGS, FLUTTER] = [2, 3, 4, 5];

async function createSequences(options: SequenceOptions = {}): Promise<TokenSequences> {
  const { snapshot, analyzer } = await createIndex(
    [
      { id: "a", title: "The wings", text: "flutter" },
      { id: "empty", text: "" },
    ],
    [{ id: "b", text: "wing wings fluttering unheard" }],
  );
  return new TokenSequences(snapshot, analyzer, vocabulary, options);
}

describe("TokenSequences", () => {
  test("reads stems, keeps stop words and maps words outside the vocabulary to the unknown id", async () => {
    const sequences = await createSequences();
    expect([...(await sequences.document(0))]).toEqual([THE, WING, FLUTTER]);
    expect([...(await sequences.document(2))]).toEqual([WING, WING, FLUTTER, UNKNOWN]);
    expect([...sequences.query("The fluttering of wings")]).toEqual([THE, FLUTTER, UNKNOWN, WING]);
  });

  test("reads surface forms on request", async () => {
    const sequences = await createSequences({ form: "surface" });
    expect([...(await sequences.document(2))]).toEqual([WING, WINGS, UNKNOWN, UNKNOWN]);
    expect([...sequences.query("Wings")]).toEqual([WINGS]);
  });

  test("truncates long texts at the end and counts each document once", async () => {
    const sequences = await createSequences({ queryLength: 2, documentLength: 3 });
    expect([...(await sequences.document(2))]).toEqual([WING, WING, FLUTTER]);
    await sequences.document(2);
    await sequences.document(0);
    expect(sequences.query("wing wing wing")).toHaveLength(2);
    sequences.query("wing");
    expect(sequences.documentCounts).toEqual({ read: 2, cut: 1, empty: 0 });
    expect(sequences.queryCounts).toEqual({ read: 2, cut: 1, empty: 0 });
  });

  test("reads the rarest words of a long query in their order, the first of equal ones", async () => {
    const sequences = await createSequences({ queryLength: 3, longQueries: "rarest" });
    // By descending frequency: the, wing, wings, flutter; unknown words come last.
    expect([...sequences.query("the unheard wing and the wings flutter")]).toEqual([
      WING,
      WING,
      FLUTTER,
    ]);
    expect([...sequences.query("unheard the the unheard wing the")]).toEqual([THE, THE, WING]);
    expect([...sequences.query("the unheard wing")]).toEqual([THE, UNKNOWN, WING]);
    expect(sequences.queryCounts).toEqual({ read: 3, cut: 2, empty: 0 });
    expect(sequences.options).toMatchObject({ longQueries: "rarest" });
    expect((await createSequences()).options).not.toHaveProperty("longQueries");
  });

  test("reads a text without tokens as one unknown word, and counts it", async () => {
    const sequences = await createSequences();
    expect([...(await sequences.document(1))]).toEqual([UNKNOWN]);
    expect([...sequences.query(" ?! ")]).toEqual([UNKNOWN]);
    expect(sequences.documentCounts.empty).toBe(1);
    expect(sequences.queryCounts.empty).toBe(1);
  });

  test("reads texts outside the index like documents", async () => {
    const sequences = await createSequences({ documentLength: 2 });
    expect([...sequences.text("wings of flutter")]).toEqual([WING, UNKNOWN]);
    expect(sequences.documentCounts.cut).toBe(1);
  });

  test("rejects a document that does not exist and a length below 1", async () => {
    const sequences = await createSequences();
    await expect(sequences.document(3)).rejects.toThrow("document 3 is not below the limit 3");
    await expect(createSequences({ queryLength: 0 })).rejects.toThrow("queryLength must be");
  });
});

describe("tokenStatistics", () => {
  test("counts stems over segments, without deleted documents", async () => {
    const { snapshot, analyzer } = await createIndex(
      [
        { id: "a", text: "wing wings" },
        { id: "gone", text: "wing tail" },
      ],
      [{ id: "b", text: "the wing" }],
    );
    expect(Object.fromEntries(await readTokenStatistics(snapshot, analyzer))).toEqual({
      wing: { documentFrequency: 2, collectionFrequency: 3 },
      the: { documentFrequency: 1, collectionFrequency: 1 },
    });
    const surface = await readTokenStatistics(snapshot, analyzer, "surface");
    expect(surface.get("wings")).toEqual({ documentFrequency: 1, collectionFrequency: 1 });
  });
});
