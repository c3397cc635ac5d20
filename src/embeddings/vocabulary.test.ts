import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCollection } from "../collection/create-collection.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { openAnalyzer } from "../text/analyzer.ts";
import { SubwordVectors } from "./subword-vectors.ts";
import { readVocabulary, UNKNOWN, Vocabulary, writeVocabulary } from "./vocabulary.ts";
import {
  computeSubwordRow,
  computeVocabularyTable,
  countWords,
  readQueryWords,
} from "./vocabulary-statistics.ts";

const COUNTS = new Map([
  ["rare", 1],
  ["the", 9],
  ["dog", 5],
  ["cat", 5],
]);

describe("Vocabulary", () => {
  test("numbers words from 2 by descending count, ties by bytes", () => {
    const vocabulary = Vocabulary.fromCounts(COUNTS);
    expect(vocabulary.words).toEqual(["the", "cat", "dog", "rare"]);
    expect([...vocabulary.ids(["the", "rare", "unknown", "the"])]).toEqual([2, 5, UNKNOWN, 2]);
    expect(vocabulary.size).toBe(6);
  });

  test("leaves out words below the minimum count", () => {
    expect(Vocabulary.fromCounts(COUNTS, 5).words).toEqual(["the", "cat", "dog"]);
    expect(Vocabulary.fromCounts(COUNTS, 6).id("dog")).toBe(UNKNOWN);
  });

  test.each([0, 1.5, NaN])("rejects a minimum count of %s", (minCount) => {
    expect(() => Vocabulary.fromCounts(COUNTS, minCount)).toThrow("minimum count");
  });

  test("is read back unchanged", async () => {
    const word = fc.string({ minLength: 1, unit: "grapheme" }).filter((w) => !/[\t\n\r]/.test(w));
    const entries = fc.uniqueArray(fc.tuple(word, fc.integer({ min: 1, max: 1e9 })), {
      selector: ([name]) => name,
    });
    await fc.assert(
      fc.asyncProperty(entries, async (list) => {
        const files = new MemoryFiles();
        const original = Vocabulary.fromCounts(new Map(list));
        await writeVocabulary(files, "v.txt", original);
        const read = await readVocabulary(files, "v.txt");
        expect(read.words).toEqual(original.words);
        expect(read.counts).toEqual(original.counts);
      }),
    );
  });

  test.each([
    ["the\t9\ndog\n", "v.txt:2: a word, a tab and a count are expected"],
    ["the\t9\nthe\t5\n", 'v.txt:2: the word "the" occurs twice'],
    ["the\t9\ndog\t10", "v.txt:2: a word is more frequent than the one before it"],
    [
      Uint8Array.of(0x61, 0x09, 0x31, 0x0a, 0xff, 0x09, 0x31),
      "v.txt:1: the bytes are not valid UTF-8",
    ],
  ])("reports the bad line of %j", async (text, message) => {
    await expect(readVocabulary(new MemoryFiles({ "v.txt": text }), "v.txt")).rejects.toMatchObject(
      {
        code: "BAD_INPUT",
        message,
      },
    );
  });

  test.each(["two\tparts", "half \ud83d", ""])("rejects the word %j", async (word) => {
    const vocabulary = Vocabulary.fromCounts(new Map([[word, 1]]));
    await expect(writeVocabulary(new MemoryFiles(), "v", vocabulary)).rejects.toThrow(
      "well-formed",
    );
  });
});

describe("vocabularyTable", () => {
  test("computes the size of the paper's Table 1 for its number of terms", () => {
    // Hofstätter et al., SIGIR 2019: the 75,805 terms of Voc-100 take 91 MB.
    const counts = new Map(Array.from({ length: 75_805 }, (_, i) => [`w${i}`, 100]));
    const [row] = computeVocabularyTable(counts, [], { thresholds: [100] });
    expect(row).toMatchObject({ name: "Voc-100", terms: 75_805, bytes: 90_966_000 });
  });

  test("computes the share of remaining terms", () => {
    const counts = new Map(Object.entries({ a: 5, b: 4, c: 9, d: 1 }));
    const rows = computeVocabularyTable(counts, [], { thresholds: [1, 5], dimension: 10 });
    expect(rows.map(({ name, terms, covered, bytes }) => [name, terms, covered, bytes])).toEqual([
      ["Voc-Full", 4, 100, 160],
      ["Voc-5", 2, 50, 80],
    ]);
  });

  test("counts the rows of sub-word vectors", () => {
    const ngrams = { smallest: 3, largest: 3, buckets: 7 };
    const vectors = new SubwordVectors(["a", "b"], 5, new Float32Array(45), ngrams);
    // Two words, seven buckets and padding: ten rows of five numbers of four bytes.
    expect(computeSubwordRow(vectors)).toMatchObject({ terms: 10, bytes: 200, oovQueries: 0 });
  });

  test("counts queries with at least one unknown word, each once", () => {
    const queries = [["the", "dog"], ["rare", "rare"], ["unknown"], []];
    const rows = computeVocabularyTable(COUNTS, queries, { thresholds: [1, 5], dimension: 10 });
    expect(rows.map(({ oovQueries, oovShare }) => [oovQueries, oovShare])).toEqual([
      [1, 25],
      [2, 50],
    ]);
  });

  test("is empty but complete for a collection without words and queries", () => {
    expect(computeVocabularyTable(new Map(), [], { thresholds: [1] })).toEqual([
      { name: "Voc-Full", least: 1, terms: 0, covered: 0, bytes: 0, oovQueries: 0, oovShare: 0 },
    ]);
  });

  test("counts the surface forms of titles and texts", async () => {
    const collection = createCollection({
      name: "tiny",
      format: "test",
      async *documents() {
        yield { id: "1", title: "Dogs", text: "The dogs bark." };
      },
      querySets: new Map([
        [
          "a",
          {
            async *queries() {
              yield { id: "q", text: "Dogs bark?" };
            },
          },
        ],
        [
          "b",
          {
            async *queries() {
              yield { id: "q", text: "Dogs bark?" };
            },
          },
        ],
      ]),
    });
    const analyzer = await openAnalyzer();
    expect(await countWords(collection, analyzer)).toEqual(
      new Map([
        ["dogs", 2],
        ["the", 1],
        ["bark", 1],
      ]),
    );
    expect(await readQueryWords(collection, ["a", "b"], analyzer)).toEqual([["dogs", "bark"]]);
  });
});
