/**
 * Fields on threads, as built: Node 20 runs no TypeScript in a worker, so this
 * test imports `dist`, which `npm test` builds first.
 */

import { expect, test } from "vitest";

const { createIndex, MemoryDirectory, openIndex } = (await import(
  new URL("../../dist/src/index.js", import.meta.url).href
)) as typeof import("../../src/index.ts");

const WORDS = ["red", "green", "blue", "apple", "pear", "house", "tree"];

test("threads read and search documents with fields like one thread", async () => {
  const directory = new MemoryDirectory();
  const index = await createIndex(directory, {
    fields: { title: { weight: 3 }, body: {}, de: { analyzer: { language: "german" } } },
  });
  await index.add(
    // Enough for the WASM kernels.
    Array.from({ length: 11_000 }, (_, i) => ({
      id: i,
      title: `${WORDS[i % 7]} ${WORDS[(i >> 2) % 7]}`,
      body: `${WORDS[i % 5]} of the ${WORDS[(i * 3) % 7]} ${i}`,
      de: i % 9 === 0 ? "Häuser am See" : "",
    })),
  );
  const threaded = await openIndex(directory, { threads: 2 });
  for (const [query, options] of [
    ["red apple", {}],
    ["green house", { fields: ["title^2", "body"] }],
    ["Haus", { fields: ["de"] }],
    ["blue tree 77", { ranker: "sum(bm25)", limit: 50 }],
    ["title:red pear", { syntax: true }],
  ] as const) {
    const [one, other] = [
      await index.search(query, options),
      await threaded.search(query, options),
    ];
    expect(one.total, query).toBeGreaterThan(0);
    expect({ ...other, took: 0 }, query).toEqual({ ...one, took: 0 });
  }
  await threaded.close();
  await index.close();
});
