/**
 * The kernels return what document-at-a-time, the plain traversal, returns: scores
 * and ties to the last bit.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { buildIndex } from "../../index/build-index.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index-snapshot.ts";
import { TermWeights } from "../../index/weights/term-weights.ts";
import { WeightedView } from "../../index/weights/weighted-view.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { bagOfWords } from "../bag-of-words.ts";
import { DocumentSet } from "../document-set.ts";
import { ranker } from "../naming/ranker-name.ts";
import type { Ranker } from "../ranker.ts";
import { bm25Match } from "../scorers/bm25.ts";
import { documentAtATime } from "../traversal/document-at-a-time.ts";
import type { Hits, TraversalOptions } from "../traversal/hits.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { BlockMaxSearch } from "./block-max-search.ts";
import { shareIndex } from "./shared-index.ts";

/** Documents of words w0, w1, …, with decreasing frequency. */
function createRandomDocuments(random: Random, count: number, vocabulary: number) {
  return Array.from({ length: count }, (_, i) => {
    const length = random.below(4) === 0 ? random.below(400) : random.below(12);
    const words = Array.from({ length }, () => `w${skewed(random, vocabulary)}`);
    return { id: `${random.below(10)}-${i}`, text: words.join(" ") };
  });
}

function skewed(random: Random, vocabulary: number): number {
  return Math.floor(vocabulary * random.uniform() ** 3);
}

/** An index of several segments, some documents deleted. */
async function createSnapshot(
  random: Random,
  { documents: count, vocabulary, commits, deletions }: Omit<Shape, "seed">,
): Promise<{ snapshot: IndexSnapshot; search: BlockMaxSearch }> {
  const directory = new MemoryDirectory();
  const analysis = { language: "other", stemmer: "none", stopWords: "none" } as const;
  const writer = await IndexWriter.open(directory, { analysis, forward: false, stored: false });
  const documents = createRandomDocuments(random, count, vocabulary);
  for (let commit = 0; commit < commits; commit++) {
    const from = Math.floor((commit * count) / commits);
    await writer.addAll(documents.slice(from, Math.floor(((commit + 1) * count) / commits)));
    await writer.commit();
  }
  for (let i = 0; i < deletions; i++) {
    await writer.delete((documents[random.below(count)] as { id: string }).id);
  }
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  return { snapshot, search: new BlockMaxSearch(shareIndex(snapshot), snapshot) };
}

interface Shape {
  readonly seed: number;
  readonly documents: number;
  readonly vocabulary: number;
  readonly commits: number;
  readonly deletions: number;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  seed: fc.nat(),
  documents: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1000, max: 6000 })),
  vocabulary: fc.constantFrom(3, 30, 400),
  commits: fc.integer({ min: 1, max: 3 }),
  deletions: fc.constantFrom(0, 0, 5, 200),
});

const NAMES = [
  "bm25",
  "bm25(k1=1.2,b=0.75)",
  "bm25(idf=rsj)",
  "bm25(k1=0)",
  "tfidf",
  "tfidf(form=tdv)",
  "pl(b=1)",
  "lm",
  "lm(mu=10)",
  "lm-jm",
];

/** Rankers by name, and one with arbitrary term weights, also negative ones. */
const RANKERS: readonly [string, Ranker][] = [
  ...NAMES.map((name): [string, Ranker] => [name, ranker(name)]),
  [
    "salience above and below 0",
    bagOfWords({
      match: bm25Match(),
      salience: (term) => Math.sin(term.length + term.charCodeAt(1)),
    }),
  ],
];

/** Random options: few or many results, filters of both kinds, a minimum number of terms. */
function createRandomOptions(random: Random, documentLimit: number): TraversalOptions {
  const top = [1, 10, 100, 10_000][random.below(4)] as number;
  const minMatch = 1 + (random.below(3) === 0 ? random.below(4) : 0);
  if (random.below(2) === 0) return { top, minMatch };
  const share = [0.001, 0.1, 0.9][random.below(3)] as number;
  const documents = Array.from({ length: documentLimit }, (_, document) => document);
  const members = new Set(documents.filter(() => random.uniform() < share));
  if (random.below(2) === 0) return { top, minMatch, filter: members.add(-1).add(2 ** 40) };
  const filter = new DocumentSet(documentLimit);
  for (const document of members) filter.add(document);
  return { top, minMatch, filter };
}

/** Mostly as many terms as in usual queries, now and then very many. */
function createRandomTerms(random: Random, vocabulary: number, i: number): string[] {
  const length = 1 + random.below(i % 10 === 9 ? 40 : i % 10 === 4 ? 400 : 5);
  return Array.from({ length }, () => `w${random.below(vocabulary)}`);
}

describe("block-max search", () => {
  test("equals document-at-a-time for every ranker of single terms, scores and ties", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, async ({ seed, ...shape }) => {
        const random = new Random(seed);
        const { snapshot, search } = await createSnapshot(random, shape);
        for (let i = 0; i < 44; i++) {
          const [name, ranker] = RANKERS[i % RANKERS.length] as [string, Ranker];
          const terms = createRandomTerms(random, shape.vocabulary, i);
          const options = createRandomOptions(random, snapshot.documentLimit);
          const prepared = await ranker.prepare(snapshot, terms);
          const hits = search.search(prepared, options);
          const expected = documentAtATime(snapshot, prepared, options);
          expect(hits, `${name}, top ${options.top} for ${terms}`).toEqual(expected);
        }
      }),
      { numRuns: 10 },
    );
  }, 120_000);

  test("equals document-at-a-time where terms weigh more or less, scores and ties", async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.constantFrom("any", "few", "one"), async (shape, kind) => {
        const random = new Random(shape.seed);
        const { snapshot } = await createSnapshot(random, shape);
        const options = {
          any: () => 3 * random.uniform(),
          few: () => random.below(3) / 2,
          one: () => 1,
        };
        const weights = Array.from({ length: shape.vocabulary }, (_, i): [string, number] => [
          `w${i}`,
          options[kind](),
        ]);
        const view = new WeightedView(snapshot, new TermWeights(weights));
        const search = new BlockMaxSearch(shareIndex(view), view);
        for (let i = 0; i < 22; i++) {
          const [name, ranker] = RANKERS[i % RANKERS.length] as [string, Ranker];
          const terms = createRandomTerms(random, shape.vocabulary, i);
          const options = createRandomOptions(random, snapshot.documentLimit);
          const prepared = await ranker.prepare(view, terms);
          const hits = search.search(prepared, options);
          const expected = documentAtATime(view, prepared, options);
          expect(hits, `${name}, ${kind} weights, top ${options.top} for ${terms}`).toEqual(
            expected,
          );
        }
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  test("uses the length itself where real lengths share a class", async () => {
    const directory = new MemoryDirectory();
    const texts = [...Array.from({ length: 600 }, () => "w0"), "w0 w1 w1 w1"];
    const documents = texts.map((text, i) => ({ id: `d${i}`, text }));
    await buildIndex(directory, documents, { analysis: { stemmer: "none", stopWords: "none" } });
    const view = new WeightedView(await IndexSnapshot.open(directory), new TermWeights([]));
    const search = new BlockMaxSearch(shareIndex(view), view);
    const prepared = await ranker("bm25").prepare(view, ["w0"]);
    const options = { top: texts.length };
    expect(search.search(prepared, options)).toEqual(documentAtATime(view, prepared, options));
  });

  test("drops no document where matches score below 0, whatever the base of its accumulators", async () => {
    // w0 is in most documents, so its rsj weight is negative. Each search takes the next of 380 bases.
    const directory = new MemoryDirectory();
    const texts = ["w0 w1", "w0 w2", "w0", "w1 w2", "w0 w1 w2"];
    const documents = texts.map((text, i) => ({ id: `d${i}`, text }));
    await buildIndex(directory, documents, { analysis: { stemmer: "none", stopWords: "none" } });
    const view = await IndexSnapshot.open(directory);
    const search = new BlockMaxSearch(shareIndex(view), view);
    const prepared = await ranker("bm25(idf=rsj)").prepare(view, ["w0", "w1", "w2"]);
    const expected = documentAtATime(view, prepared, { top: 3 });
    for (let i = 0; i < 800; i++) expect(search.search(prepared, { top: 3 })).toEqual(expected);
  });

  test("stops at a deadline and returns exact scores", async () => {
    const random = new Random(1);
    const shape = { documents: 40_000, vocabulary: 3, commits: 1, deletions: 0 };
    const { snapshot, search } = await createSnapshot(random, shape);
    const prepared = await ranker("bm25").prepare(snapshot, ["w0", "w1", "w2"]);
    const all = documentAtATime(snapshot, prepared, { top: 40_000 });
    const scores = new Map(Array.from(all.documents, (document, i) => [document, all.scores[i]]));
    const limit = new TimeLimit(0, () => 1); // over at the first check
    const hits = search.search(prepared, { top: 40_000, limit });
    expect(hits?.isPartial).toBe(true);
    expect(hits?.documents.length).toBeGreaterThan(0);
    expect(hits?.documents.length).toBeLessThan(all.documents.length);
    const mismatches = [...(hits?.documents ?? [])].filter(
      (document, i) => hits?.scores[i] !== scores.get(document),
    );
    expect(mismatches).toEqual([]);
  });

  test("stops while candidates are scored and returns exact scores", async () => {
    const shape = { documents: 20_000, vocabulary: 30, commits: 2, deletions: 10 };
    const { snapshot, search } = await createSnapshot(new Random(3), shape);
    // So many words that accumulators have no bits for tags: frequencies are looked up.
    const words = Array.from({ length: 30 }, (_, i) => `w${i}`);
    const prepared = await ranker("bm25").prepare(snapshot, words);
    const all = documentAtATime(snapshot, prepared, { top: 20_000 });
    const scores = new Map(Array.from(all.documents, (document, i) => [document, all.scores[i]]));
    const counts = new Set<number>();
    for (let maxReads = 1; ; maxReads++) {
      let reads = 0;
      const limit = new TimeLimit(0, () => (++reads < maxReads ? -1 : 1));
      const hits = search.search(prepared, { top: 20_000, limit }) as Hits;
      const mismatches = [...hits.documents].filter(
        (each, i) => hits.scores[i] !== scores.get(each),
      );
      expect(mismatches).toEqual([]);
      expect([...hits.scores].every((score, i, row) => i === 0 || score <= (row[i - 1] ?? 0))).toBe(
        true,
      );
      counts.add(hits.documents.length);
      if (hits.isPartial) continue;
      expect(hits).toEqual(all);
      break;
    }
    expect(counts.size).toBeGreaterThan(10);
  });

  test("returns undefined for queries that it cannot bound", async () => {
    const shape = { documents: 50, vocabulary: 3, commits: 1, deletions: 0 };
    const { snapshot, search } = await createSnapshot(new Random(2), shape);
    const prepared = await ranker("bm25").prepare(snapshot, ["w0", "w1"]);
    expect(search.search(prepared)).toBeDefined();
    expect(search.search(prepared, { filter: { has: () => true } })).toBeUndefined();
    const clauses = prepared.clauses.map((clause) => ({ ...clause, isMonotone: false }));
    expect(search.search({ clauses })).toBeUndefined();
    expect(() => search.search(prepared, { top: 0 })).toThrow("whole number ≥ 1, got 0");
  });
});
