/**
 * The search pool as built: Node 20 runs no TypeScript in a worker, so these
 * tests import `dist`, which `npm test` builds first.
 */

import { describe, expect, test } from "vitest";

const toUrl = (moduleName: string): string =>
  new URL(`../../dist/src/${moduleName}/index.js`, import.meta.url).href;
const { IndexSnapshot, IndexWriter, TermWeights, writePrunedIndex } = (await import(
  toUrl("index")
)) as typeof import("../../src/index/index.ts");
const { MemoryDirectory } = (await import(
  toUrl("storage")
)) as typeof import("../../src/storage/index.ts");
const { Random } = (await import(toUrl("common"))) as typeof import("../../src/common/index.ts");
const { createIndexRetriever, createPoolRetriever, ranker, runQueries, Searcher, SearchPool } =
  (await import(toUrl("ranking"))) as typeof import("../../src/ranking/index.ts");

const { documentAtATime } = (await import(
  new URL("../../dist/src/ranking/traversal/document-at-a-time.js", import.meta.url).href
)) as typeof import("../../src/ranking/traversal/document-at-a-time.ts");
const { openAnalyzer } = (await import(toUrl("text"))) as typeof import("../../src/text/index.ts");

const random = new Random(7);
const sampleWord = (): string => `w${Math.floor(300 * random.uniform() ** 3)}`;
const sampleWords = (maxCount: number): string[] =>
  Array.from({ length: 1 + random.below(maxCount) }, sampleWord);

const directory = new MemoryDirectory();
const analysis = { language: "other", stemmer: "none", stopWords: "none" } as const;
const writer = await IndexWriter.open(directory, { analysis });
for (let i = 0; i < 3000; i++) await writer.add({ id: `d${i}`, text: sampleWords(40).join(" ") });
await writer.commit();
for (let i = 0; i < 500; i++)
  await writer.update({ id: `d${7 * i}`, text: sampleWords(40).join(" ") });
await writer.commit();
await writer.close();
const queries = Array.from({ length: 300 }, () => sampleWords(6));

describe.each([0, 1, 3])("a search pool of %i threads", (threads) => {
  test("gives every query what one thread without kernels gives it", async () => {
    const pool = await SearchPool.open(directory, { threads });
    expect(pool.threads).toBe(threads);
    for (const name of ["bm25", "lm", "rm3"]) {
      const hits = await pool.rank(queries, { ranker: name, top: 20 });
      expect(hits).toHaveLength(queries.length);
      for (const [i, terms] of queries.slice(0, 40).entries()) {
        const prepared = await ranker(name).prepare(pool.snapshot, terms);
        expect(hits[i]).toEqual(documentAtATime(pool.snapshot, prepared, { top: 20 }));
      }
    }
    await pool.close();
  });

  test("reads text as the index was analysed, and honours filters and deadlines", async () => {
    const pool = await SearchPool.open(directory, { threads });
    const [asText, asTerms] = await pool.rank(["W1 w2", ["w1", "w2"]]);
    expect(asText).toEqual(asTerms);
    const [filtered] = await pool.rank([["w0"]], { filter: new Set([5]), top: 10 });
    expect(filtered?.documents.every((document) => document === 5)).toBe(true);
    const late = await pool.rank([["w0", "w1"]], { deadline: Date.now() + 60_000 });
    expect(late[0]?.isPartial).toBe(false);
    await expect(pool.rank([["w0"]], { ranker: "no-such" })).rejects.toThrow("no-such");
    await pool.close();
  });
});

describe("a run made by a pool", () => {
  const requests = queries.slice(0, 60).map((terms, i) => ({
    id: `q${i}`,
    text: terms.join(" "),
    ...(i % 3 === 0 ? { exclude: [`d${i}`, `d${7 * i}`, "unknown"] } : {}),
  }));

  test("is the run of one thread, queries that exclude documents included", async () => {
    await expectSameRun(directory);
  });

  test("is so for an index with weights, too", async () => {
    const pruned = new MemoryDirectory();
    const weights = new TermWeights([
      ["w0", 0],
      ["w1", 0.25],
    ]);
    const snapshot = await IndexSnapshot.open(directory);
    await writePrunedIndex(snapshot, pruned, weights);
    await snapshot.close();
    await expectSameRun(pruned);
  });

  async function expectSameRun(from: InstanceType<typeof MemoryDirectory>): Promise<void> {
    const snapshot = await IndexSnapshot.open(from);
    const searcher = new Searcher(snapshot, { analyzer: await openAnalyzer(analysis) });
    const pool = await SearchPool.open(from, { threads: 2 });
    const options = { ranker: "bm25(k1=1)" };
    const progressCounts: number[] = [];
    const progress = ({ done }: { done: number }): number => progressCounts.push(done);
    const run = await runQueries(createPoolRetriever(pool, options), requests, {
      top: 30,
      progress,
    });
    const local = createIndexRetriever(searcher, options);
    expect(run).toEqual(await runQueries(local, requests, { top: 30 }));
    expect([...run.rankings.keys()]).toEqual(requests.map(({ id }) => id));
    expect(progressCounts).toEqual([60]);
    await pool.close();
    await snapshot.close();
  }
});

test("a pool keeps to its commit while a writer goes on", async () => {
  const pool = await SearchPool.open(directory, { threads: 1 });
  const [before] = await pool.rank([["w0"]]);
  const other = await IndexWriter.open(directory);
  await other.add({ id: "new", text: "w0 w0 w0" });
  await other.merge();
  await other.commit();
  await other.close();
  expect((await pool.rank([["w0"]]))[0]).toEqual(before);
  await pool.close();
});

test("a directory without an index is an error", async () => {
  await expect(SearchPool.open(new MemoryDirectory(), { threads: 1 })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});
