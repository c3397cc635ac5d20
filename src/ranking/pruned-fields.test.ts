/** Pruning of an index with fields, compared with the scores of its own ranker for single words. */

import { describe, expect, test } from "vitest";
import { buildIndex } from "../index/build-index.ts";
import { IndexSnapshot, writePrunedFields } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { SearchViewCache } from "./fields/search-view-cache.ts";
import { Searcher } from "./searcher.ts";

const FIELDS = { title: { weight: 3 }, body: { weight: 1, b: 0.7 } } as const;
const DOCUMENTS = [
  ["salt", "salt from the sea salt pan wind sun"],
  ["sea wind", "wind over the sea brings rain and cold"],
  ["rain", "rain falls on the plain plain plain"],
  ["sun", "sun and sea and sun"],
  ["cold plain", "a plain without salt"],
].map(([title, body], i) => ({ id: `d${i}`, fields: { title, body } }));
const WORDS = "salt from the sea pan wind sun over brings rain and cold falls on plain a without";

async function openSnapshot(directory: MemoryDirectory): Promise<IndexSnapshot> {
  return IndexSnapshot.open(directory, { isWhole: true });
}

async function buildDirectory(): Promise<MemoryDirectory> {
  const directory = new MemoryDirectory();
  const analysis = { stemmer: "none", stopWords: "none" } as const;
  await buildIndex(directory, DOCUMENTS, { analysis, fields: FIELDS });
  return directory;
}

/** The documents of each word, with their scores. */
async function readPostings(snapshot: IndexSnapshot): Promise<Map<string, Map<number, number>>> {
  const searcher = new Searcher(snapshot, { fields: SearchViewCache.create(snapshot) });
  const lists = new Map<string, Map<number, number>>();
  for (const word of WORDS.split(" ")) {
    const { documents, scores } = await searcher.rank([word], { ranker: "bm25f" });
    lists.set(word, new Map(Array.from(documents, (each, i) => [each, scores[i] as number])));
  }
  return lists;
}

describe("pruning of an index with fields", () => {
  test.each([0.5, 0.6, 0.7])(
    "keeps the postings that contribute enough, at %s",
    async (threshold) => {
      const directory = await buildDirectory();
      const full = await openSnapshot(directory);
      const before = await readPostings(full);
      const largest = DOCUMENTS.map((_, document) =>
        Math.max(...Array.from(before.values(), (list) => list.get(document) ?? 0)),
      );
      const expected = [...before].map(([word, list]) => [
        word,
        [...list]
          .filter(([each, score]) => score >= threshold * Math.sqrt(largest[each] as number))
          .map(([each]) => each)
          .sort(),
      ]);
      const target = new MemoryDirectory();
      await writePrunedFields(full, target, threshold);
      const pruned = await openSnapshot(target);
      const after = [...(await readPostings(pruned))].map(([word, list]) => [
        word,
        [...list.keys()].sort(),
      ]);
      expect(after).toEqual(expected);
      const count = (lists: readonly (readonly unknown[])[]): number =>
        lists.reduce((sum, [, list]) => sum + (list as readonly number[]).length, 0);
      const all = [...before.values()].reduce((sum, { size }) => sum + size, 0);
      expect(count(after)).toBeGreaterThan(0);
      expect(count(after)).toBeLessThan(all);
      expect(pruned.length(0, 2)).toBe(full.length(0, 2));
      expect(await pruned.readStoredFields(0)).toEqual(await full.readStoredFields(0));
      await Promise.all([full.close(), pruned.close()]);
    },
  );

  test("at 0 leaves nothing out, to the last bit of every score", async () => {
    const full = await openSnapshot(await buildDirectory());
    const target = new MemoryDirectory();
    await writePrunedFields(full, target, 0);
    const pruned = await openSnapshot(target);
    expect(await readPostings(pruned)).toEqual(await readPostings(full));
    await Promise.all([full.close(), pruned.close()]);
  });

  test("rejects an index of one text, and a threshold below 0", async () => {
    const plain = new MemoryDirectory();
    await buildIndex(plain, [{ id: "a", text: "salt" }]);
    const snapshot = await openSnapshot(plain);
    const target = new MemoryDirectory();
    await expect(writePrunedFields(snapshot, target, 0.5)).rejects.toThrow("with text fields");
    await expect(writePrunedFields(snapshot, target, -1)).rejects.toThrow("≥ 0, got -1");
    await snapshot.close();
  });
});
