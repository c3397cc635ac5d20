import { beforeAll, describe, expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { SubwordVectors, WordVectors } from "../embeddings/index.ts";
import { IndexSnapshot, IndexWriter } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../text/index.ts";
import {
  countWordsWithVectors,
  createInitialRows,
  readIndexVocabulary,
} from "./index-vocabulary.ts";

let snapshot: IndexSnapshot;
let analyzer: Analyzer;
beforeAll(async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { analysis: {} });
  await writer.add({ id: "a", text: "wing wings wings wings tail" });
  await writer.add({ id: "b", text: "wing unheard" });
  await writer.commit();
  await writer.close();
  snapshot = await IndexSnapshot.open(directory);
  analyzer = await openAnalyzer(snapshot.settings.analysis);
});

const vectors = new WordVectors(
  ["wing", "wings", "tail", "elsewhere"],
  2,
  Float32Array.from([1, 0, 4, 3, -1, -2, 9, 9]),
);

describe("knownVocabulary", () => {
  test("gives a stem the mean of its forms' vectors, weighted by occurrence", async () => {
    const indexVocabulary = await readIndexVocabulary(snapshot, analyzer, { vectors });
    const { vocabulary } = indexVocabulary;
    const rows = createInitialRows(indexVocabulary, new Random(1)) ?? new Float32Array();
    const row = (word: string) => [
      ...rows.subarray(2 * vocabulary.id(word), 2 * vocabulary.id(word) + 2),
    ];
    // wing twice and wings three times: (2·1 + 3·4) / 5 = 2.8 and (2·0 + 3·3) / 5 = 1.8.
    expect(row("wing")).toEqual([Math.fround(2.8), Math.fround(1.8)]);
    expect(row("tail")).toEqual([-1, -2]);
    expect(countWordsWithVectors(indexVocabulary)).toBe(2);
  });

  test("draws seeded random rows for words without a vector and keeps the padding zero", async () => {
    const indexVocabulary = await readIndexVocabulary(snapshot, analyzer, { vectors });
    const rows = (seed: number) => [
      ...(createInitialRows(indexVocabulary, new Random(seed)) ?? []),
    ];
    expect(rows(1).slice(0, 2)).toEqual([0, 0]);
    const at = 2 * indexVocabulary.vocabulary.id("unheard");
    expect(rows(1).slice(at, at + 2)).not.toEqual(rows(2).slice(at, at + 2));
    expect(rows(1)).toEqual(rows(1));
  });

  test("contains the idf of its words and drops rare ones on request", async () => {
    const indexVocabulary = await readIndexVocabulary(snapshot, analyzer, { minCount: 2 });
    const { vocabulary, idf } = indexVocabulary;
    // Only the stem wing occurs twice; it is in both documents: ln(2 / 2) = 0.
    expect(vocabulary.words).toEqual(["wing"]);
    expect([...idf]).toEqual([0, Math.fround(Math.log(2)), 0]); // in one of two documents; the unknown word in none
    expect(createInitialRows(indexVocabulary, new Random(1))).toBeUndefined();
    const all = await readIndexVocabulary(snapshot, analyzer);
    expect(all.idf[all.vocabulary.id("tail")]).toBeCloseTo(Math.LN2, 6);
  });

  test("rejects vectors without any word of the index", async () => {
    const strange = new WordVectors(["zyx"], 1, Float32Array.of(1));
    const indexVocabulary = await readIndexVocabulary(snapshot, analyzer, { vectors: strange });
    expect(() => createInitialRows(indexVocabulary, new Random(1))).toThrow(
      "none of the model's words has",
    );
  });
});

describe("sub-word vocabularies", () => {
  const ngrams = { smallest: 3, largest: 3, buckets: 4 };
  const values = Float32Array.from({ length: 5 * 2 }, (_, i) => i + 1);
  const fastText = new SubwordVectors(["wing"], 2, values, ngrams);

  test("start with the rows of a fastText model", async () => {
    const indexVocabulary = await readIndexVocabulary(snapshot, analyzer, {
      vectors: fastText,
      subwords: true,
    });
    expect(indexVocabulary.lexicon?.ngrams).toEqual(ngrams);
    const { size } = indexVocabulary.vocabulary;
    const rows = createInitialRows(indexVocabulary, new Random(1)) as Float32Array;
    expect(rows).toHaveLength((size + 4) * 2);
    const wordId = indexVocabulary.vocabulary.id("wing");
    expect([...rows.subarray(2 * wordId, 2 * wordId + 2)]).toEqual([1, 2]);
    expect([...rows.subarray(2 * size)]).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("start at random without vectors", async () => {
    const indexVocabulary = await readIndexVocabulary(snapshot, analyzer, { subwords: ngrams });
    expect(indexVocabulary.lexicon?.rows).toBe(indexVocabulary.vocabulary.size + 4);
    expect(createInitialRows(indexVocabulary, new Random(1))).toBeUndefined();
  });

  test("need vectors with the same sub-words", async () => {
    const refused = "sub-words need vectors from a fastText model";
    const indexVocabulary = (options: object) => readIndexVocabulary(snapshot, analyzer, options);
    await expect(indexVocabulary({ vectors, subwords: true })).rejects.toThrow(refused);
    await expect(indexVocabulary({ subwords: true })).rejects.toThrow(refused);
    await expect(
      indexVocabulary({ vectors: fastText, subwords: { ...ngrams, buckets: 9 } }),
    ).rejects.toThrow("3 to 3 letters in 4 buckets, not of 3 to 3 letters in 9 buckets");
  });
});
