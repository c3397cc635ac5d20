/**
 * Rounded scores: the kernels return what document-at-a-time returns, and both the sum that is
 * computed by hand.
 */

import { describe, expect, test, vi } from "vitest";
import { Random } from "../../common/random.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index-snapshot.ts";
import { TermWeights } from "../../index/weights/term-weights.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { ranker } from "../naming/ranker-name.ts";
import { ROUNDED_LENGTHS } from "../scorers/rounded-lengths.ts";
import { roundLength } from "../scorers/rounded-scores.ts";
import { documentAtATime } from "../traversal/document-at-a-time.ts";
import { BlockMaxSearch } from "./block-max-search.ts";
import { createIntegerLengthClasses, createRoundedLengthClasses } from "./length-classes.ts";
import { computeRoundedScale, haveRoundedLengths } from "./rounded-tables.ts";
import { SearchArena } from "./search-arena.ts";
import { shareIndex } from "./shared-index.ts";

const NAME = "bm25(k1=1.3,b=0.7,k3=1,weights=learned,scores=rounded)";
const WEIGHTS = new TermWeights(
  Array.from({ length: 40 }, (_, i) => [`w${i}`, 0.25 + (i % 6) / 2, (i % 9) / 2]),
  1,
  1.25,
);

async function createWeighedIndex(
  seed: number,
  documents: number,
  segments = 2,
): Promise<IndexSnapshot> {
  const random = new Random(seed);
  const directory = new MemoryDirectory();
  const analysis = { language: "other", stemmer: "none", stopWords: "none" } as const;
  const writer = await IndexWriter.open(directory, { analysis, forward: false, stored: false });
  for (let commit = 0; commit < segments; commit++) {
    await writer.addAll(
      Array.from({ length: documents / segments }, (_, i) => {
        const length = random.below(4) === 0 ? random.below(900) : 1 + random.below(30);
        const word = (): string => `w${Math.floor(50 * random.uniform() ** 3)}`;
        return { id: `${commit}-${i}`, text: Array.from({ length }, word).join(" ") };
      }),
    );
    await writer.weigh(WEIGHTS, NAME);
    await writer.commit();
  }
  await writer.delete("0-3");
  await writer.commit();
  await writer.close();
  return IndexSnapshot.open(directory);
}

describe("rounded scores", () => {
  test("are found by the kernels as by the plain traversal, ties included", async () => {
    const snapshot = await createWeighedIndex(3, 700);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const random = new Random(8);
    for (let query = 0; query < 60; query++) {
      const words = Array.from({ length: 1 + random.below(14) }, () => `w${random.below(45)}`);
      const prepared = await ranker(NAME).prepare(snapshot, words);
      for (const options of [{ top: 10 }, { top: 1000 }, { top: 5, minMatch: 2 }]) {
        const hits = search.search(prepared, options);
        expect(hits).toEqual(documentAtATime(snapshot, prepared, options));
      }
    }
  });

  test("are the same between searches whose scores are not rounded or have a part for the length", async () => {
    const snapshot = await createWeighedIndex(4, 500);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const names = [NAME, "lm(mu=300)", NAME, "bm25", NAME, NAME];
    for (let query = 0; query < 30; query++) {
      const words = [`w${query}`, `w${(3 * query) % 45}`, "w2"];
      const prepared = await ranker(names[query % names.length] as string).prepare(snapshot, words);
      const hits = search.search(prepared, { top: 10 });
      expect(hits).toEqual(documentAtATime(snapshot, prepared, { top: 10 }));
    }
  });

  test("are the same with tables of earlier queries, after long queries, and where memory for tables is full", async () => {
    const random = new Random(5);
    const directory = new MemoryDirectory();
    const analysis = { language: "other", stemmer: "none", stopWords: "none" } as const;
    const writer = await IndexWriter.open(directory, { analysis, forward: false, stored: false });
    const vocabulary = Array.from({ length: 1500 }, (_, i) => `v${i}`);
    const draw = (): string => vocabulary[random.below(1500)] as string;
    await writer.addAll(
      Array.from({ length: 1200 }, (_, i) => ({
        id: `d${i}`,
        // Frequencies above 15 fill whole tables.
        text: Array.from({ length: 30 }, draw).concat(new Array(16).fill(draw())).join(" "),
      })),
    );
    const weights = vocabulary.map((term, i) => [term, 1 + (i % 5) / 4, 0.5 + i / 1500] as const);
    await writer.weigh(new TermWeights(weights, 1, 1), NAME);
    await writer.commit();
    await writer.close();
    const snapshot = await IndexSnapshot.open(directory);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const learned = ranker(NAME);
    for (let query = 0; query < 400; query++) {
      const length = query % 180 === 179 ? 300 : 1 + random.below(6);
      const words = Array.from({ length }, draw);
      if (query % 3 === 0) words.push("v3", `v${3 + random.below(2)}`); // counts change scores
      const prepared = await learned.prepare(snapshot, words);
      const expected = documentAtATime(snapshot, prepared, { top: 10 });
      // A second query keeps the tables of its terms, a third one finds them.
      for (let repeat = 0; repeat < 1 + (query % 4); repeat++) {
        expect(search.search(prepared, { top: 10 })).toEqual(expected);
      }
    }
  });

  test("are the same after a long query whose scores are not rounded", async () => {
    const snapshot = await createWeighedIndex(7, 100, 1);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const first = await ranker(NAME).prepare(snapshot, ["w1", "w7", "w22"]);
    const expected = documentAtATime(snapshot, first, { top: 10 });
    // As many clauses as kernels search: their tables take the memory of kept lists.
    const [clause] = (await ranker("bm25").prepare(snapshot, ["w2"])).clauses;
    const long = { clauses: new Array(512).fill(clause) };
    for (let round = 0; round < 3; round++) {
      expect(search.search(first, { top: 10 })).toEqual(expected);
      expect(search.search(long, { top: 10 })).toEqual(
        documentAtATime(snapshot, long, { top: 10 }),
      );
    }
  });

  test("keep the lists of a term from its second query on", async () => {
    const snapshot = await createWeighedIndex(10, 100, 1);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const prepared = await ranker(NAME).prepare(snapshot, ["w1", "w7"]);
    const keep = vi.spyOn(SearchArena.prototype, "keep");
    // Two terms, each with the memory of a list and of a table.
    const calls = [0, 1, 2, 3].map(() => {
      search.search(prepared, { top: 10 });
      return keep.mock.calls.length;
    });
    keep.mockRestore();
    expect(calls).toEqual([0, 4, 4, 4]);
  });

  test("begin with the threshold of repeated terms, from documents that are not deleted", async () => {
    const directory = new MemoryDirectory();
    const analysis = { language: "other", stemmer: "none", stopWords: "none" } as const;
    const writer = await IndexWriter.open(directory, { analysis, forward: false, stored: false });
    // Document i has w1 in 1 to 40 places and is the longer the later it comes.
    await writer.addAll(
      Array.from({ length: 1200 }, (_, i) => ({
        id: `${i}`,
        text: `${"w1 ".repeat(1 + ((7 * i) % 40))}${"w2 ".repeat(i % 3)}${"w30 ".repeat(i)}`,
      })),
    );
    await writer.weigh(WEIGHTS, NAME);
    await writer.commit();
    const deleted: number[] = [];
    for (let i = 0; i < 400; i++) if ((7 * i) % 40 > 5) deleted.push(i);
    for (const i of deleted) await writer.delete(`${i}`);
    await writer.commit();
    await writer.close();
    const snapshot = await IndexSnapshot.open(directory);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const prepared = await ranker(NAME).prepare(snapshot, ["w1", "w2"]);
    for (const top of [1, 10, 100]) {
      const expected = documentAtATime(snapshot, prepared, { top });
      const touched = [0, 1, 2].map(() => {
        expect(search.search(prepared, { top })).toEqual(expected);
        return search.touchedPostings;
      });
      if (top === 1) expect(touched[2]).toBeLessThan(touched[0] as number);
      const filter = { has: (document: number) => document % 5 === 0 };
      for (const options of [
        { top, minMatch: 2 },
        { top, filter },
      ]) {
        const hits = search.search(prepared, options);
        if (hits !== undefined) expect(hits).toEqual(documentAtATime(snapshot, prepared, options));
      }
    }
  });

  test("are the same from upper bounds, where a bundle leaves out kept lists", async () => {
    const snapshot = await createWeighedIndex(6, 700);
    const search = new BlockMaxSearch(shareIndex(snapshot), snapshot);
    const random = new Random(9);
    for (let query = 0; query < 20; query++) {
      const words = Array.from({ length: 1 + random.below(8) }, () => `w${random.below(45)}`);
      const prepared = await ranker(NAME).prepare(snapshot, words);
      const clauses = prepared.clauses.map((clause) => {
        if (clause.rounded === undefined) throw new Error("scores are rounded");
        return { ...clause, rounded: { ...clause.rounded, openLists: undefined } };
      });
      const hits = search.search({ ...prepared, clauses }, { top: 10 });
      expect(hits).toEqual(documentAtATime(snapshot, prepared, { top: 10 }));
    }
  });

  test("are sums of whole numbers of steps of 1/256, at least one for each term", async () => {
    const snapshot = await createWeighedIndex(4, 120);
    const words = ["w1", "w2", "w30", "w2", "w0"]; // w0 has query weight 0
    const prepared = await ranker(NAME).prepare(snapshot, words);
    const { documents, scores } = documentAtATime(snapshot, prepared, { top: 200 });
    const mean = snapshot.totalLength / snapshot.documentCount;
    const counts = { w1: 1, w2: Math.round((64 * 4) / 3) / 64, w30: 1 }; // k3 = 1: 2n / (1 + n)
    for (const [i, document] of [...documents].entries()) {
      let expected = 0;
      for (const [term, count] of Object.entries(counts)) {
        const cursor = snapshot.postings(term);
        if (cursor?.seek(document) !== document) continue;
        const { documentFrequency: df } = snapshot.term(term) as { documentFrequency: number };
        const idf = Math.log1p((snapshot.documentCount - df + 0.5) / (df + 0.5));
        const tf = cursor.frequency * WEIGHTS.weight(term);
        const length = roundLength(snapshot.length(document));
        const match = tf / (tf + 1.3 * (1 - 0.7) + ((1.3 * 0.7) / mean) * length);
        const steps = Math.round(256 * WEIGHTS.queryWeight(term) * idf * match);
        expected += (count * Math.max(1, steps)) / 256;
      }
      expect(scores[i]).toBeCloseTo(expected, 8);
    }
    expect(documents.length).toBeGreaterThan(40);
  });

  test("round lengths down to steps of 5 %, from 128 on", () => {
    expect([0, 1, 127, 128].map(roundLength)).toEqual([0, 1, 127, 128]);
    for (let length = 128; length < 65_000; length += 61) {
      expect(roundLength(length)).toBeLessThanOrEqual(length);
      expect(length / roundLength(length)).toBeLessThan(1.06);
    }
    expect(roundLength(1e9)).toBe(ROUNDED_LENGTHS.at(-1));
  });

  test("are determined by the length classes of an index that ranks by them", () => {
    for (const longest of [1, 100, 127, 128, 500, 70_000]) {
      const classes = createRoundedLengthClasses(longest);
      expect(haveRoundedLengths(classes)).toBe(true);
      expect(classes.shortest.length).toBeLessThanOrEqual(256);
      expect(classes.longest.at(-1)).toBe(longest);
    }
    expect(haveRoundedLengths(createIntegerLengthClasses(5000))).toBe(false);
  });

  test("fall back to bounds where a sum does not fit", () => {
    expect(computeRoundedScale(200, 1)).toBe(2 ** 14);
    expect(computeRoundedScale(2, 1)).toBe(2 ** 21);
    expect(computeRoundedScale(300, 1)).toBe(2 ** 13);
    expect(computeRoundedScale(20_000, 1)).toBeUndefined();
    expect(computeRoundedScale(300 / 64, 64)).toBe(2 ** 19);
    expect(computeRoundedScale((65 * 300) / 64, 64)).toBeUndefined();
  });

  test("need saliences that are not negative and a ranker without a length score", async () => {
    const snapshot = await createWeighedIndex(5, 40);
    const negative = ranker("bm25(idf=rsj,scores=rounded)");
    await expect(negative.prepare(snapshot, ["w1", "w0"])).rejects.toThrow(
      "scores=rounded needs saliences ≥ 0",
    );
  });
});
