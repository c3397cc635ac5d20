import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpansionTerm } from "./fuzzy-terms.ts";
import { MergedListCache } from "./merged-list-cache.ts";

const DOCUMENTS = 2000;
const LETTERS = [..."abcdef"];
let snapshot: IndexSnapshot;

beforeAll(async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { durability: "none" });
  const text = LETTERS.map((letter) => `${letter}bim ${letter}bam`).join(" ");
  for (let i = 0; i < DOCUMENTS; i++) await writer.add({ id: `d${i}`, text });
  await writer.commit();
  await writer.close();
  snapshot = await IndexSnapshot.open(directory);
});

afterAll(() => snapshot.close());

/** Each word in every document. */
function expand(letter: string): ExpansionTerm[] {
  return ["bim", "bam"].map((ending) => ({ term: `${letter}${ending}`, factor: 0.25 }));
}

function search(
  cache: MergedListCache,
  expansion: readonly ExpansionTerm[],
  limit: TimeLimit = TimeLimit.none(),
): boolean {
  cache.begin();
  return cache.find(snapshot, expansion, limit) !== undefined;
}

describe("merged lists", () => {
  test("are made at the third search for a word, and kept", () => {
    const cache = new MergedListCache();
    const word = expand("a");
    expect([1, 2, 3, 4].map(() => search(cache, word))).toEqual([false, false, true, true]);
    expect(cache.bytes).toBeGreaterThan(0);
    cache.begin();
    const lists = cache.find(snapshot, word, TimeLimit.none());
    // 0.25 for each of two words.
    expect(lists?.findFrequency(DOCUMENTS - 1)).toBe(0.5);
    expect(lists?.findFrequency(DOCUMENTS)).toBe(0);
  });

  test("stay within their bytes, and replace words that are not searched in the meantime", () => {
    const words = LETTERS.map(expand);
    const alone = new MergedListCache();
    for (let i = 0; i < 3; i++) search(alone, words[0] as ExpansionTerm[]);
    // Two words are merged before the third is known to fit.
    const maxBytes = 4 * 2 * DOCUMENTS + alone.bytes;
    const cache = new MergedListCache(maxBytes);
    // In turns none is left out long enough to be replaced.
    for (let round = 0; round < 12; round++) {
      for (const word of words) search(cache, word);
      expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
    }
    const found = words.map((word) => search(cache, word));
    expect(found.filter(Boolean)).toHaveLength(2);
    const left = words[found.indexOf(false)] as ExpansionTerm[];
    for (let i = 0; i < 3; i++) search(cache, left);
    expect(search(cache, left)).toBe(true);
    expect(cache.bytes).toBe(2 * alone.bytes);
  });

  test("are not made when a search has no time left for them", () => {
    const cache = new MergedListCache();
    const word = expand("a");
    const limit = new TimeLimit(0.1, () => 0);
    for (let i = 0; i < 9; i++) expect(search(cache, word, limit)).toBe(false);
    expect(limit.isOver).toBe(false);
  });

  test("are given up when time runs out while they are made", () => {
    const cache = new MergedListCache();
    const word = expand("a");
    search(cache, word);
    search(cache, word);
    const times = [0, 100];
    const limit = new TimeLimit(50, () => times.shift() ?? 100);
    expect(search(cache, word, limit)).toBe(false);
    expect(limit.isOver).toBe(true);
    expect(cache.bytes).toBe(0);
  });
});
