/**
 * The search pool as built: Node 20 runs no TypeScript in a worker, so these
 * tests import `dist`, which `npm test` builds first.
 */

import { describe, expect, test } from "vitest";

const at = (room: string): string =>
  new URL(`../../dist/src/${room}/index.js`, import.meta.url).href;
const { IndexWriter } = (await import(at("index"))) as typeof import("../../src/index/index.ts");
const { MemoryDirectory } = (await import(
  at("storage")
)) as typeof import("../../src/storage/index.ts");
const { Random } = (await import(at("common"))) as typeof import("../../src/common/index.ts");
const { documentAtATime, ranker, SearchPool } = (await import(
  at("ranking")
)) as typeof import("../../src/ranking/index.ts");

const random = new Random(7);
const word = (): string => `w${Math.floor(300 * random.uniform() ** 3)}`;
const words = (most: number): string[] => Array.from({ length: 1 + random.below(most) }, word);

const directory = new MemoryDirectory();
const analysis = { language: "other", stemmer: "none", stopWords: "none" } as const;
const writer = await IndexWriter.open(directory, { analysis });
for (let i = 0; i < 3000; i++) await writer.add({ id: `d${i}`, text: words(40).join(" ") });
await writer.commit();
for (let i = 0; i < 500; i++) await writer.update({ id: `d${7 * i}`, text: words(40).join(" ") });
await writer.commit();
await writer.close();
const queries = Array.from({ length: 300 }, () => words(6));

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
