/**
 * R8 of the promises for all that a search does beside ranking: filters, facets,
 * orders, explanations, snippets and highlights end within the timeout + 50 ms,
 * and an answer that lacks something is marked as partial.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createIndex } from "./open-index.ts";
import type { SearchDocument } from "./search-document.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SearchOptions } from "./search-options.ts";

const TIMEOUT = 50;
const MAX_OVERSHOOT = 50;
/** The machine has other work; the best of so many tries is what the code can do. */
const TRIES = 5;
const SEGMENTS = 5;
const DOCUMENTS = 40_000;

let index: SearchIndex;

beforeAll(async () => {
  index = await createIndex({ positions: false, analysis: { stemmer: "none", stopWords: "none" } });
  for (let segment = 0; segment < SEGMENTS; segment++) {
    await index.add(
      Array.from({ length: DOCUMENTS / SEGMENTS }, (_, i) => toDocument(SEGMENTS * i + segment)),
    );
  }
  // Texts of a megabyte each, in which one word is rare.
  const long = Array.from({ length: 150_000 }, (_, i) => `w${i % 5000}x`).join(" ");
  await index.add(
    Array.from({ length: 4 }, (_, i) => ({ id: `long${i}`, text: `${long} elephant` })),
  );
}, 120_000);
afterAll(() => index.close());

function toDocument(i: number): SearchDocument {
  return {
    id: String(i).padStart(6, "0"),
    text: `common w${i % 5000}x v${i}`,
    price: i,
    tags: [i % 7, 100 + (i % 1000)],
    brand: `brand ${i}`,
    color: `color ${i % 12}`,
  };
}

const ranges = (count: number): (readonly [number, number])[] =>
  Array.from({ length: count }, (_, i) => [i, i + 10_000]);

const EXPENSIVE: readonly (readonly [name: string, query: string, options: SearchOptions])[] = [
  ["4,000 ranges of a facet", "common", { facets: { price: { ranges: ranges(4000) } } }],
  ["4,000 ranges of several values", "common", { facets: { tags: { ranges: ranges(4000) } } }],
  ["100 facets", "common", { facets: Array.from({ length: 100 }, (_, i) => `brand${i}`) }],
  ["a facet of many values", "common", { facets: ["brand"] }],
  [
    "an `and` of 5,000",
    "common",
    { filter: { and: Array.from({ length: 5000 }, (_, i) => ({ price: { gte: -i } })) } },
  ],
  [
    "an `or` of 5,000 in a search without words",
    "",
    { filter: { or: Array.from({ length: 5000 }, (_, i) => ({ tags: i })) } },
  ],
  [
    "fuzzy words with explanations",
    "common w17x w18x w19x w100x w200x",
    { fuzzy: 2, explain: true, limit: 1000 },
  ],
  ["snippets of long texts", "elephant", { snippet: true }],
  ["highlights of long texts", "elephant w17x", { highlight: true }],
  ["the worst first", "common", { sort: "-score", limit: 1000 }],
  ["a field after the score", "common", { sort: ["score", "price"], limit: 1000 }],
  ["one hit for each of many values", "common", { distinct: "brand", limit: 1000 }],
  ["one hit for each of few values", "common", { distinct: "color", limit: 1000 }],
  ["all documents, many of them", "", { sort: "color", limit: 10_000 }],
  ["corrections", "comon w17z v39999z", { didYouMean: true }],
];

describe(`a timeout of ${TIMEOUT} ms`, () => {
  test.each(EXPENSIVE)(
    "is kept by %s",
    async (_, query, options) => {
      const tries: number[] = [];
      while (tries.length < TRIES && !(Math.min(...tries) <= TIMEOUT + MAX_OVERSHOOT)) {
        const began = performance.now();
        await index.search(query, { ...options, timeout: TIMEOUT });
        tries.push(performance.now() - began);
      }
      expect(Math.min(...tries)).toBeLessThanOrEqual(TIMEOUT + MAX_OVERSHOOT);
    },
    200_000,
  );
});
