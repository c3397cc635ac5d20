import { afterAll, beforeAll, expect, test } from "vitest";
import { TermWeights } from "../index/weights/index.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";
import { describeWord, listWords } from "./word-statistics.ts";

let index: SearchIndex;

beforeAll(async () => {
  index = await createIndex();
  await index.add([
    { id: "a", text: "egg egg salt" },
    { id: "b", text: "eggs and soup" },
    { id: "c", text: "soup bones" },
  ]);
});
afterAll(() => index.close());

test("words have their frequencies and the idf of BM25", async () => {
  const { total, words } = await listWords(index, { limit: 2 });
  // "and" is a word too: an index without an analysis option has no stop list.
  expect(total).toBe(5);
  expect(words).toEqual([
    { term: "egg", documentFrequency: 2, collectionFrequency: 3, idf: Math.log(1 + 1.5 / 2.5) },
    { term: "soup", documentFrequency: 2, collectionFrequency: 2, idf: Math.log(1 + 1.5 / 2.5) },
  ]);
});

test("words are listed by a prefix, in an order, page by page", async () => {
  const list = async (options: object) =>
    (await listWords(index, options)).words.map(({ term }) => term);
  expect(await list({ order: "term" })).toEqual(["and", "bone", "egg", "salt", "soup"]);
  expect(await list({ order: "term", prefix: "s" })).toEqual(["salt", "soup"]);
  expect(await list({ order: "term", offset: 3, limit: 1 })).toEqual(["salt"]);
});

test("learned weights are shown, sorted by, and counted in a histogram", async () => {
  const entries = [
    ["egg", 1, 2],
    ["salt", 0.5, 3],
  ] as const;
  const weights = new TermWeights(entries, 1, 1);
  const options = { weights: { weights }, order: "weight", histogram: true } as const;
  const { words, histograms } = await listWords(index, options);
  expect(words.slice(0, 2).map(({ term, weight }) => [term, weight])).toEqual([
    ["salt", { query: 3, document: 0.5 }],
    ["egg", { query: 2, document: 1 }],
  ]);
  const counts = histograms?.weight?.counts ?? [];
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  expect(counts.at(-1)).toBe(1); // salt
  expect(histograms?.weight?.edges.at(-1)).toBeCloseTo(3);
  expect(histograms?.salience).toBeUndefined();
});

test("a word is described by the terms that it is indexed under", async () => {
  const { word, terms, neighbours } = await describeWord(index, "Eggs");
  expect([word, neighbours]).toEqual(["Eggs", []]);
  expect(terms.map(({ term, documentFrequency }) => [term, documentFrequency])).toEqual([
    ["egg", 2],
  ]);
  const unknown = await describeWord(index, "pepper");
  expect(unknown.terms.map(({ documentFrequency }) => documentFrequency)).toEqual([0]);
});
