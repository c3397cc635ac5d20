/**
 * R8 of the promises for all that a search does beside ranking: filters, facets,
 * orders, explanations, snippets and highlights end within the timeout + 50 ms,
 * and an answer that lacks something is marked as partial.
 */

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { measureBusyMs } from "../../test/faults/measure-busy-ms.ts";
import type { SearchDocument } from "../api/document-type.ts";
import type { SearchOptions } from "../api/search-options.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";
import { openAnalyzer } from "../text/index.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";
import { toSnippetTokens } from "./snippets/hit-snippet.ts";

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

function createGroup(count: number, first: number): string {
  return Array.from({ length: count }, (_, i) => `w${first * count + i}x`).join(", ");
}

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
  ["all values of facets", "common", { facets: { brand: { limit: 1e9 }, price: { limit: 1e9 } } }],
  [
    "a condition with 100,000 values",
    "common",
    { filter: { brand: { in: Array.from({ length: 100_000 }, (_, i) => `brand ${2 * i}`) } } },
  ],
  ["several values in each document", "common", { filter: { tags: 3 }, facets: ["tags"] }],
  [
    "groups of 256 synonyms",
    "common w1x",
    { synonyms: Array.from({ length: 200 }, (_, i) => createGroup(256, i)).join("\n") },
  ],
];

describe(`a timeout of ${TIMEOUT} ms`, () => {
  test.each(EXPENSIVE)(
    "is kept by %s",
    async (_, query, options) => {
      const tries: number[] = [];
      while (tries.length < TRIES && !(Math.min(...tries) <= TIMEOUT + MAX_OVERSHOOT)) {
        const search = () => index.search(query, { ...options, timeout: TIMEOUT });
        tries.push(await measureBusyMs(search));
      }
      expect(Math.min(...tries)).toBeLessThanOrEqual(TIMEOUT + MAX_OVERSHOOT);
    },
    200_000,
  );
});

describe("an answer for which there was no time", () => {
  test("has no snippet, and says that it is partial", async () => {
    const { hits, isPartial, total } = await index.search("elephant", {
      snippet: true,
      timeout: 60,
    });
    expect([hits.length, total]).toEqual([4, 4]);
    expect(hits.some(({ snippet }) => snippet === undefined)).toBe(true);
    expect(isPartial).toBe(true);
    const whole = await index.search("elephant", { snippet: true, limit: 1 });
    expect(whole.hits[0]?.snippet?.text).toContain("elephant");
    expect(whole.isPartial).toBe(false);
  });

  test("has no hits where the filter was not evaluated", async () => {
    const and = Array.from({ length: 5000 }, (_, i) => ({ price: { lt: 1 + i } }));
    const { hits, isPartial } = await index.search("common", { filter: { and }, timeout: 1 });
    expect([hits, isPartial]).toEqual([[], true]);
    const whole = await index.search("common", { filter: { and } });
    expect([whole.hits.map(({ id }) => id), whole.isPartial]).toEqual([["000000"], false]);
  });
});

test("a long text read in parts has the tokens that it has as a whole", async () => {
  const analyzer = await openAnalyzer({});
  const word = fc.constantFrom(
    ...[
      "wi-fi",
      "u.s.",
      "don't",
      "1,000",
      "naïve",
      "e\u0301té",
      "東京都。",
      "한국어",
      "\u0301x",
      "👍",
      "a",
    ],
  );
  const gap = fc.constantFrom(
    ...[
      " ",
      "\n",
      "  ",
      "\t",
      "",
      "。",
      ", ",
      ",",
      "，",
      ";",
      ":",
      "/",
      "(",
      ")",
      "_",
      "=",
      "…",
      ".",
      "-",
    ],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 40 }),
      async (parts) => {
        const text = `${parts.flat().join("")} a`.repeat(Math.ceil(30_000 / (2 * parts.length)));
        const whole = analyzer.tokenise(text).map(({ start, end, text: form }) => {
          return { start, end, term: analyzer.term(form) };
        });
        expect(toSnippetTokens(text, analyzer)).toEqual(whole);
      },
    ),
    { numRuns: 30 },
  );
});

test.each([
  ["letters", "letters"],
  ["hyphens", "ab-cd-"],
  ["Han characters", "东京大学的学生在图书馆里读书"],
])("a long text of %s without a separator is read in parts too", async (_, piece) => {
  const analyzer = await openAnalyzer({});
  const text = piece.repeat(Math.ceil(100_000 / piece.length));
  const parts: number[] = [];
  const limit = { count: (characters: number) => parts.push(characters) < 0 };
  const tokens = toSnippetTokens(text, analyzer, limit as unknown as TimeLimit);
  expect(Math.max(...parts)).toBeLessThanOrEqual(1 << 14);
  expect(parts.reduce((sum, each) => sum + each)).toBe(text.length);
  expect(tokens?.every(({ end }, i) => end <= (tokens[i + 1]?.start ?? text.length))).toBe(true);
});
