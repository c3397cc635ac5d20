/**
 * What a search does beside ranking stops at its clock. The clock of these tests is over after it was
 * read a few times, however fast the machine is: work that does not read it would be complete.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SearchOptions } from "../api/search-options.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { DocumentSet } from "../ranking/document-set.ts";
import { OutOfTime, TimeLimit } from "../ranking/traversal/index.ts";
import { openAnalyzer } from "../text/index.ts";
import { parseFacets } from "./facet-options.ts";
import { countFacets } from "./facets.ts";
import { filterDocuments } from "./filter-documents.ts";
import { computeGeoColumn } from "./geo-columns.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";
import { highlightHit } from "./snippets/hit-highlights.ts";
import { createHitSnippet, toSnippetTokens } from "./snippets/hit-snippet.ts";

const DOCUMENTS = 20_000;
const SEGMENTS = 2;

let index: SearchIndex;

beforeAll(async () => {
  index = await createIndex({
    positions: false,
    analysis: { stemmer: "none", stopWords: "none" },
    fields: { text: "text", price: "number", tags: "number[]", brand: "keyword", at: "geo" },
  });
  for (let segment = 0; segment < SEGMENTS; segment++) {
    await index.add(
      Array.from({ length: DOCUMENTS / SEGMENTS }, (_, i) => {
        const number = SEGMENTS * i + segment;
        return {
          ...{ id: String(number), text: `common w${number % 97} v${number}`, price: number },
          ...{ tags: [number % 7, 100 + (number % 1000)], brand: `brand ${number}` },
          at: { lat: (number % 180) - 90 + number / 1e6, lng: (number % 360) - 180 },
        };
      }),
    );
  }
});
afterAll(() => index.close());

const withSnapshot = <T>(work: (snapshot: IndexSnapshot) => Promise<T>): Promise<T> =>
  index.withReader(({ snapshot }) => work(snapshot));

/** A limit whose clock may be read so many times before time is up. */
function createLimit(reads: number): TimeLimit {
  let count = 0;
  return new TimeLimit(1, () => (count++ < reads ? 0 : 2));
}

/** How often some work reads the clock if there is time for all of it. */
async function countReads(work: (limit: TimeLimit) => unknown): Promise<number> {
  let reads = 0;
  await work(
    new TimeLimit(1, () => {
      reads++;
      return 0;
    }),
  );
  return reads;
}

describe("facets", () => {
  const all = new DocumentSet(DOCUMENTS);
  for (let document = 0; document < DOCUMENTS; document++) all.add(document);

  const count = (facets: Parameters<typeof parseFacets>[1], limit?: TimeLimit) =>
    withSnapshot((snapshot) => countFacets(snapshot, parseFacets(snapshot, facets), all, limit));

  test.each(["price", "tags"])("leave out ranges of %s", async (name) => {
    const ranges = Array.from({ length: 4000 }, (_, i) => [i, i + 500] as const);
    const complete = Object.keys((await count({ [name]: { ranges } })).facets[name] ?? {});
    expect(complete).toHaveLength(4000);
    const { facets } = await count({ [name]: { ranges } }, createLimit(3));
    expect(Object.keys(facets[name] ?? {}).length).toBeLessThan(4000);
  });

  test("leave out values", async () => {
    const { facets } = await count({ brand: { limit: 1e9 } }, createLimit(2));
    expect(facets).toEqual({ brand: {} });
    expect(Object.keys((await count({ brand: { limit: 1e9 } })).facets.brand ?? {})).toHaveLength(
      DOCUMENTS,
    );
  });
});

describe("a filter that is not evaluated in time has no result", () => {
  const filters = {
    "of many conditions": { and: Array.from({ length: 3000 }, (_, i) => ({ price: { gte: -i } })) },
    "of many values": { brand: { in: Array.from({ length: 50_000 }, (_, i) => `brand ${i}`) } },
    "on several values": { or: [{ tags: 3 }, { tags: 104 }] },
  };

  test.each(Object.entries(filters))("%s", async (_, filter) => {
    const reads = await countReads((limit) =>
      withSnapshot((snapshot) => filterDocuments(snapshot, { and: [filter, {}] }, limit)),
    );
    expect(reads).toBeGreaterThan(5);
    for (const allowed of [1, reads >> 1, reads - 1]) {
      const other = { and: [filter, { price: { gte: allowed } }] }; // results are cached by filter
      await withSnapshot((snapshot) =>
        expect(filterDocuments(snapshot, other, createLimit(allowed))).rejects.toThrow(OutOfTime),
      );
    }
  });
});

test("distances are computed, sorted and looked up by the clock", async () => {
  await withSnapshot(async ({ parts }) => {
    const { segment } = parts[0] as (typeof parts)[number];
    const from = (lat: number) =>
      ({ kind: "distance", field: "at", from: { lat, lng: 13 } }) as const;
    await computeGeoColumn(segment, from(1), TimeLimit.none()); // parses the points
    const reads = await countReads((limit) => computeGeoColumn(segment, from(2), limit));
    // A point is twenty units of work at least: its distance, its place in a run, and looking it up.
    expect(reads).toBeGreaterThan((20 * DOCUMENTS) / SEGMENTS / 1024);
    for (let allowed = 1; allowed < reads; allowed += 7) {
      const limit = createLimit(allowed);
      await expect(computeGeoColumn(segment, from(3 + allowed / 1000), limit)).rejects.toThrow(
        OutOfTime,
      );
    }
  });
});

describe("a long text", () => {
  const text = `${"some words of a text ".repeat(20_000)}elephant`;
  const matched = { words: new Map([["elephant", 1]]), phrases: [] };

  test("is not read to its end, and has no snippet and no highlights", async () => {
    const analyzer = await openAnalyzer({ stemmer: "none", stopWords: "none" });
    expect(toSnippetTokens(text, analyzer, createLimit(3))).toBe(undefined);
    const snippetOptions = { limit: createLimit(3) };
    expect(createHitSnippet({ text }, matched, analyzer, snippetOptions)).toBe(undefined);
    expect(createHitSnippet({ text }, matched, analyzer)?.text).toContain("elephant");
    const fields = { title: "an elephant", text };
    const highlights = highlightHit(fields, matched, () => analyzer, {}, createLimit(3));
    expect(Object.keys(highlights)).toEqual(["title"]);
  });
});

test("hits have no explanations once time is up", async () => {
  const query = "common w17 w18 v100";
  const options: SearchOptions = { fuzzy: 2, explain: true, limit: 10_000 };
  // As much time as finding the hits takes: explaining ten thousand of them takes several times as long.
  for (let timeout = 20; ; timeout *= 1.3) {
    const { hits, isPartial } = await index.search(query, { ...options, timeout });
    if (hits.length < 10_000) continue;
    expect(hits.some(({ explanation }) => explanation === undefined)).toBe(true);
    expect(isPartial).toBe(true);
    return;
  }
});
