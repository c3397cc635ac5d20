import { afterAll, beforeAll, expect, test } from "vitest";
import { Random } from "../common/random.ts";
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

test("words of random indexes are those of a plain count, in every order and page", async () => {
  const random = new Random(27);
  for (let round = 0; round < 8; round++) {
    const hasFields = round % 2 === 0;
    const changing = await createIndex({
      analysis: { stemmer: "none", stopWords: "none" },
      ...(hasFields ? { fields: { title: "text", text: "text" } } : {}),
    });
    const texts = new Map<string, string[]>();
    for (let batch = 0; batch < 3; batch++) {
      const documents = Array.from({ length: 20 }, () => {
        const words = Array.from(
          { length: 8 },
          () => `${"xyz"[random.below(3)]}${random.below(30)}`,
        );
        const id = `d${random.below(40)}`;
        texts.set(id, words);
        return { id, title: words.slice(0, 3).join(" "), text: words.slice(3).join(" ") };
      });
      await changing.put(documents);
      const deleted = [...texts.keys()].filter(() => random.below(6) === 0);
      for (const id of deleted) texts.delete(id);
      await changing.delete(deleted);
    }
    const counted = countWords(texts.values());
    for (const prefix of ["", "y", "y1", "zz"]) {
      const matching = counted.filter(({ term }) => term.startsWith(prefix));
      for (const order of ["term", "frequency", "idf"] as const) {
        const figure = (each: CountedWord): number =>
          ({ term: 0, frequency: each.collection, idf: -each.documents })[order];
        const sorted = matching.toSorted((a, b) => figure(b) - figure(a));
        const [offset, limit] = [random.below(9), 1 + random.below(40)];
        const listed = await listWords(changing, { prefix, order, offset, limit });
        expect([listed.total, listed.isPartial]).toEqual([matching.length, false]);
        expect(listed.words.map(({ term }) => term)).toEqual(
          sorted.slice(offset, offset + limit).map(({ term }) => term),
        );
        for (const { term, documentFrequency, collectionFrequency } of listed.words) {
          const { documents, collection } = matching.find((each) => each.term === term) ?? {};
          expect([documentFrequency, collectionFrequency]).toEqual([documents, collection]);
        }
      }
    }
    await changing.close();
  }
});

interface CountedWord {
  readonly term: string;
  readonly documents: number;
  readonly collection: number;
}

/** Each word with its numbers of documents and occurrences, in the order of bytes. */
function countWords(texts: Iterable<readonly string[]>): CountedWord[] {
  const counts = new Map<string, { documents: number; collection: number }>();
  for (const words of texts) {
    for (const word of words) {
      const count = counts.get(word) ?? { documents: 0, collection: 0 };
      counts.set(word, { ...count, collection: count.collection + 1 });
    }
    for (const word of new Set(words)) (counts.get(word) as { documents: number }).documents++;
  }
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)); // ASCII
  return sorted.map(([term, count]) => ({ term, ...count }));
}

test("a list of words that time ran out for is a part of the whole, and says so", async () => {
  const large = await createIndex({ analysis: { stemmer: "none", stopWords: "none" } });
  const words = (i: number): string =>
    Array.from({ length: 50 }, (_, j) => `w${50 * i + j}`).join(" ");
  await large.add(Array.from({ length: 2000 }, (_, i) => ({ id: `${i}`, text: words(i) })));
  const all = await listWords(large, { limit: 1 });
  expect([all.total, all.isPartial]).toEqual([100_000, false]);
  for (const order of ["term", "frequency", "idf"] as const) {
    const partial = await listWords(large, { order, timeout: 1, histogram: true });
    expect(partial.isPartial).toBe(true);
    expect(partial.total).toBeLessThan(100_000);
    expect(partial.words).toHaveLength(Math.min(100, partial.total));
  }
  await large.close();
});
