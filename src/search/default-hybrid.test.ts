/**
 * The default ranker of an index with vectors is `hybrid` over its own lexical ranker, wherever the
 * query has a vector or an encoder; otherwise words rank, and the result says so.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { VectorEncoder } from "../dense/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { createIndex, openIndex, type SearchIndex } from "./index.ts";
import { openReadOnly } from "./open-read-only.ts";

const WORDS: Readonly<Record<string, readonly number[]>> = {
  car: [1, 0],
  automobile: [1, 0.1],
  engine: [0.8, 0.3],
  egg: [0, 1],
  omelette: [0.1, 1],
};

function encode(text: string): number[] {
  const sum = [0.01, 0.01];
  for (const word of text.toLowerCase().split(/\W+/)) {
    for (const [i, value] of (WORDS[word] ?? []).entries()) sum[i] = (sum[i] as number) + value;
  }
  return sum;
}

const ENCODER: VectorEncoder = {
  name: "five-words",
  dimensions: 2,
  query: async (text) => encode(text),
  documents: async (texts) => texts.map(encode),
};

const DOCUMENTS = [
  { id: "garage", text: "Where to park the car" },
  { id: "dealer", text: "Every automobile has a price" },
  { id: "kitchen", text: "An omelette in ten minutes" },
  { id: "motor", text: "The engine of a car" },
];

const HYBRID = "hybrid(bm25,dense)";

describe("an index with vectors", () => {
  const [directory, first, second] = Array.from({ length: 3 }, () => new MemoryDirectory()) as [
    MemoryDirectory,
    MemoryDirectory,
    MemoryDirectory,
  ];
  let index: SearchIndex;
  beforeAll(async () => {
    index = await createIndex(directory, { encoder: ENCODER });
    await index.add(DOCUMENTS);
    for (const [part, documents] of [
      [first, DOCUMENTS.slice(0, 2)],
      [second, DOCUMENTS.slice(2)],
    ] as const) {
      const half = await createIndex(part, { encoder: ENCODER });
      await half.add(documents);
      await half.close();
    }
  });
  afterAll(() => index.close());

  test("ranks by hybrid in search, explain and run", async () => {
    const expected = await index.search("car", { ranker: "hybrid" });
    expect(expected.hits.map(({ id }) => id)).toContain("dealer"); // found by its vector alone
    const { hits, ranker, fallback, total } = await index.search("car");
    expect({ hits, ranker, fallback, total }).toEqual({
      ...{ hits: expected.hits, ranker: HYBRID, fallback: undefined, total: expected.total },
    });
    for (const { id, score } of hits) expect((await index.explain("car", id)).value).toBe(score);
    const run = await index.run([{ id: "q", text: "car" }]);
    expect(run.name).toBe(HYBRID);
    expect(run.rankings.get("q")?.documents).toEqual(hits.map(({ id }) => id));
  });

  test("ranks by hybrid repeatedly, where a plain search would run at once", async () => {
    for (let i = 0; i < 3; i++) {
      await index.search("car", { ranker: "bm25" });
      expect((await index.search("car")).ranker).toBe(HYBRID);
    }
  });

  test("pages by a cursor", async () => {
    const all = (await index.search("car")).hits;
    const page = await index.search("car", { limit: 2 });
    const next = await index.search("car", { limit: 2, after: page.after });
    expect([...page.hits, ...next.hits]).toEqual(all);
  });

  test("ranks by the named ranker, without a fallback", async () => {
    const { hits, ranker, fallback } = await index.search("car", { ranker: "bm25" });
    expect(hits.map(({ id }) => id).sort()).toEqual(["garage", "motor"]);
    expect({ ranker, fallback }).toEqual({ ranker: "bm25", fallback: undefined });
    const run = await index.run([{ id: "q", text: "car" }], { ranker: "bm25" });
    expect(run.rankings.get("q")?.documents).toEqual(hits.map(({ id }) => id));
  });

  test("ranks by words where a model re-ranks, as run does", async () => {
    const options = { rerank: ENCODER, depth: 2 };
    const searched = await index.search("car", options);
    expect(searched).toMatchObject({ ranker: "bm25" });
    expect(searched.fallback).toBeUndefined();
    const run = await index.run([{ id: "q", text: "car" }], options);
    expect(run.rankings.get("q")?.documents).toEqual(searched.hits.map(({ id }) => id));
  });

  test("has learned weights as the lexical part", async () => {
    const { TermWeights } = await import("../index/weights/index.ts");
    const learned = {
      weights: new TermWeights([["engin", 1, 3]], 1, 1),
      ranker: "bm25(weights=learned)",
    };
    const named = `hybrid(${learned.ranker},dense)`;
    const byDefault = await index.search("car engine", { weights: learned });
    const expected = await index.search("car engine", { weights: learned, ranker: named });
    expect(byDefault.ranker).toBe(named);
    expect(byDefault.hits).toEqual(expected.hits);
    expect(byDefault.hits).not.toEqual((await index.search("car engine")).hits);
  });

  test("is searched the same as one of several, and read-only", async () => {
    const { hits } = await index.search("car");
    for (const open of [
      () => openIndex([first, second], { encoder: ENCODER }),
      () => openIndex(directory, { encoder: ENCODER, threads: 0 }),
      () => openReadOnly(directory, { encoder: ENCODER }),
    ]) {
      const other = await open();
      expect(await other.search("car")).toMatchObject({ hits, ranker: HYBRID });
      await other.close();
    }
  });

  test("takes the vector of the query instead of an encoder", async () => {
    const { hits } = await index.search("car");
    const other = await openIndex(directory);
    expect(await other.search("car", { vector: encode("car") })).toMatchObject({
      ...{ hits, ranker: HYBRID },
    });
    await expect(other.search("car", { vector: [1, 2, 3] })).rejects.toThrow("dimensions");
    await other.close();
  });

  const other = { ...ENCODER, name: "another-model" };
  test.each([
    ["no encoder", undefined],
    ["the encoder of another model", other],
    ["an encoder that is not installed", "no-such-encoder"],
    ["a folder that does not exist", "./no/such/encoder"],
  ])("falls back to words with %s, and the result says so", async (_, encoder) => {
    const expected = await index.search("car", { ranker: "bm25" });
    const opened = await openIndex(directory, { encoder });
    for (let i = 0; i < 3; i++) {
      const result = await opened.search("car");
      expect(result).toMatchObject({ hits: expected.hits, ranker: "bm25", fallback: "words" });
    }
    const run = await opened.run([{ id: "q", text: "car" }]);
    expect(run.rankings.get("q")?.documents).toEqual(expected.hits.map(({ id }) => id));
    expect(run.name).toBe("bm25");
    await expect(opened.search("car", { vectorFallback: "refuse" })).rejects.toThrow();
    await expect(opened.search("car", { ranker: "hybrid" })).rejects.toThrow();
    const allowed = { ranker: "hybrid(lm,dense)", vectorFallback: "words" } as const;
    expect(await opened.search("car", allowed)).toMatchObject({ ranker: "lm", fallback: "words" });
    await opened.close();
  });
});

test("an index without vectors names its ranker, at the first search and later", async () => {
  const index = await createIndex({ fields: { title: "text" } });
  await index.add({ id: "a", title: "car" });
  for (let i = 0; i < 3; i++) {
    const { ranker, fallback } = await index.search("car");
    expect({ ranker, fallback }).toEqual({ ranker: "bm25f", fallback: undefined });
  }
  expect((await index.search("car", { ranker: "lm(mu=500)" })).ranker).toBe("lm(mu=500)");
  await index.close();
});
