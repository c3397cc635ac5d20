/** Reading documents takes time too: large ones are left out of the hits once the time of a search is up. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { measureBusyMs } from "../../test/faults/measure-busy-ms.ts";
import type { SearchOptions } from "../api/search-options.ts";
import type { SearchResult } from "../api/search-result.ts";
import { explainDocuments } from "./explain-documents.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

const DOCUMENTS = 120;
const TIMEOUT = 20;
/** The machine has other work; the best of so many tries is what the code can do. */
const TRIES = 5;

let index: SearchIndex;
beforeAll(async () => {
  index = await createIndex({ fields: { title: "text" } });
  const pages = Array.from({ length: 10_000 }, (_, i) => ["a page", i % 9]); // takes a millisecond or more
  await index.add(Array.from({ length: DOCUMENTS }, (_, i) => ({ id: i, title: "common", pages })));
}, 120_000);
afterAll(() => index.close());

test.each<[string, SearchOptions]>([
  ["plain search", { limit: DOCUMENTS }],
  ["sorted search", { limit: DOCUMENTS, sort: "-score" }],
  ["search with highlights", { limit: DOCUMENTS, highlight: true }],
])("a %s is partial", async (_, options) => {
  const search = (timeout: number): Promise<SearchResult> =>
    index.search("common", { ...options, timeout });
  let least = Infinity;
  for (let i = 0; i < TRIES && least > TIMEOUT + 50; i++) {
    const ms = await measureBusyMs(async () => {
      const { hits, total, isPartial, after } = await search(TIMEOUT);
      expect([total, isPartial, after]).toEqual([DOCUMENTS, true, undefined]);
      expect(hits.length).toBeGreaterThanOrEqual(10);
      expect(hits.length).toBeLessThan(DOCUMENTS);
      expect(hits.every(({ document }) => document.pages !== undefined)).toBe(true);
    });
    least = Math.min(least, ms);
  }
  expect(least).toBeLessThanOrEqual(TIMEOUT + 50);
});

test("ten hits have their documents, whatever time is left", async () => {
  const { hits } = await index.search("common", { limit: DOCUMENTS, timeout: 1 });
  expect(hits.length).toBeGreaterThanOrEqual(10);
});

test("a search with a time limit returns documents of 64 MiB at most", async () => {
  const texts = await createIndex({ fields: { title: "text" } });
  const blob = "x".repeat(1 << 20); // the record of a document has a few bytes more
  const count = 66;
  for (let i = 0; i < count; i++) await texts.add([{ id: i, title: "common", blob }]);
  const search = async (options: SearchOptions): Promise<readonly unknown[]> => {
    const { hits, isPartial } = await texts.search("common", { limit: count, ...options });
    return [hits.length, isPartial];
  };
  const timeout = 600_000;
  expect(await search({ timeout })).toEqual([64, true]); // the general search
  expect(await search({ timeout })).toEqual([64, true]); // the one at once
  expect(await search({ timeout, select: ["blob"] })).toEqual([64, true]);
  expect(await search({ timeout, sort: "-score" })).toEqual([64, true]);
  expect(await search({ timeout, select: ["title"] })).toEqual([count, false]);
  expect(await search({ timeout, limit: 64 })).toEqual([64, false]);
  expect(await search({})).toEqual([count, false]);
  // An explanation looks for the rank of a document, and reads no other. Equal scores are in descending order of ids.
  const { document } = await explainDocuments(texts, "common", { id: "0" }, {}, { timeout });
  expect(document.rank).toBe(count);
  await texts.close();
});
