/** Reordering changes the numbers of documents, never the results of a search. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { buildIndex } from "../index/build-index.ts";
import { checkIndex } from "../index/check-index.ts";
import { IndexWriter } from "../index/index-writer.ts";
import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openAnalyzer } from "../text/index.ts";
import { Searcher } from "./searcher.ts";

/** Few words, so scores tie often; topics alternate, so reordering has an effect. */
const anyTexts = fc.array(
  fc
    .tuple(
      fc.constantFrom("red blue", "green grey", ""),
      fc.array(fc.constantFrom("red", "blue", "green", "grey"), { maxLength: 6 }),
    )
    .map(([topic, words]) => `${topic} ${words.join(" ")}`),
  { minLength: 40, maxLength: 300, size: "max" },
);

test("a reordered index returns the same hits, scores and order of ties", async () => {
  await fc.assert(
    fc.asyncProperty(anyTexts, fc.constantFrom("bm25", "lm", "sdm"), async (texts, ranker) => {
      const documents = texts.map((text, i) => ({ id: `d${i}`, text }));
      const options = { positions: true };
      const [plain, reordered] = [new MemoryDirectory(), new MemoryDirectory()];
      await buildIndex(plain, documents, options);
      await buildIndex(reordered, documents, { ...options, reorder: true });
      expect((await checkIndex(reordered)).damages).toEqual([]);
      for (const query of ["red", "red green", "blue grey red"]) {
        expect(await hits(reordered, query, ranker)).toEqual(await hits(plain, query, ranker));
      }
    }),
    { numRuns: 15 },
  );
}, 30_000);

test("an index can be reordered later, and accepts documents afterwards", async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory);
  const progressCounts: number[] = [];
  const topics = new Random(1).shuffle(Array.from({ length: 100 }, (_, i) => i % 2));
  for (const [i, topic] of topics.entries()) {
    await writer.add({ id: `d${i}`, text: topic === 0 ? "red blue" : "green grey" });
    if (i % 30 === 0) await writer.commit();
  }
  await writer.delete("d7");
  await writer.reorder(({ done }) => progressCounts.push(done));
  await writer.commit();
  await writer.add({ id: "late", text: "red grey" });
  await writer.commit();
  await writer.close();
  expect(progressCounts.at(-1)).toBe(99);
  expect((await checkIndex(directory)).damages).toEqual([]);
  const snapshot = await IndexSnapshot.open(directory);
  expect([snapshot.documentCount, snapshot.find("d7")]).toEqual([100, undefined]);
  const ordered = Array.from({ length: 99 }, (_, i) => topics[Number(snapshot.id(i).slice(1))]);
  expect(ordered.filter((topic, i) => i > 0 && topic !== ordered[i - 1])).toHaveLength(1);
});

async function hits(
  directory: MemoryDirectory,
  query: string,
  ranker: string,
): Promise<[string, number][]> {
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const searcher = new Searcher(snapshot, { analyzer });
  const { documents, scores } = await searcher.rank(query, { ranker, top: 50 });
  return Array.from(documents, (document, i) => [snapshot.id(document), scores[i] as number]);
}
