/** What people type: prefixes, typos, compounds, accents, stop words, emoji, phrases. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SearchOptions } from "../api/search-options.ts";
import { openAnalyzer } from "../text/index.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

async function createTextIndex(...texts: readonly string[]): Promise<SearchIndex> {
  const index = await createIndex();
  await index.add(texts.map((text, id) => ({ id, text })));
  return index;
}

async function searchTexts(index: SearchIndex, query: string, options?: SearchOptions) {
  const { hits } = await index.search(query, options);
  return hits.map(({ document }) => document.text);
}

describe("a prefix", () => {
  test.each([
    ["boili", "boiling water"],
    ["boilin", "boiling water"],
    ["boiling", "boiling water"],
    ["happin", "the pursuit of happiness"],
    ["organizat", "an organization of cooks"],
    ["a", "an organization of cooks"],
  ])("%s finds %s, and results do not vanish while a person types", async (query, expected) => {
    const index = await createTextIndex(
      "boiling water",
      "the pursuit of happiness",
      "an organization of cooks",
    );
    expect(await searchTexts(index, query, { prefix: true })).toEqual([expected]);
    expect(await searchTexts(index, `${query}*`, { syntax: true })).toEqual([expected]);
  });

  test("counts less than a whole word", async () => {
    const index = await createTextIndex("cartoon", "car", "cars", "care");
    expect(await searchTexts(index, "car", { prefix: true })).toEqual([
      "cars",
      "car",
      "care",
      "cartoon",
    ]);
    expect(await searchTexts(index, "car")).toEqual(["cars", "car"]);
  });

  test("is the last word only", async () => {
    const index = await createTextIndex("red shoes", "red lamps", "reddish shoes");
    expect(await searchTexts(index, "re sho", { prefix: true })).toEqual([
      "reddish shoes",
      "red shoes",
    ]);
    expect((await searchTexts(index, "red sh", { prefix: true }))[0]).toBe("red shoes");
  });
});

describe("a typo", () => {
  test("matches the nearest words, exact ones first", async () => {
    const index = await createTextIndex("farm", "form", "from", "fork", "firms of old", "fomr");
    const nearest = ["form", "fomr", "fork", "farm"]; // "from" is a stop word, and an unlikely correction
    expect(await searchTexts(index, "form", { fuzzy: true })).toEqual(nearest);
    expect(await searchTexts(index, "form~", { syntax: true })).toEqual(nearest);
  });

  test("of six letters may have one edit, of three none", async () => {
    const index = await createTextIndex("shoes", "shoe", "short", "hoes", "shows", "the");
    expect(await searchTexts(index, "shooes", { fuzzy: true })).toEqual(["shoe", "shoes"]);
    expect(await searchTexts(index, "hte", { fuzzy: true })).toEqual([]);
    expect(await searchTexts(index, "chocolate", { fuzzy: true })).toEqual([]);
  });

  test("may change the first letter, swap two letters, and be a prefix too", async () => {
    const index = await createTextIndex("chocolate cake", "kitchen lamp");
    expect(await searchTexts(index, "vhocolate", { fuzzy: true })).toEqual(["chocolate cake"]);
    expect(await searchTexts(index, "hcoclate", { fuzzy: true })).toEqual(["chocolate cake"]);
    expect(await searchTexts(index, "kicthen", { fuzzy: 1 })).toEqual(["kitchen lamp"]);
    expect(await searchTexts(index, "choclat", { fuzzy: true, prefix: true })).toEqual([
      "chocolate cake",
    ]);
  });

  test("of 300 letters is handled like any other", async () => {
    const index = await createTextIndex("x".repeat(250), "plain words");
    expect(
      await searchTexts(index, `${"x".repeat(100)}y${"x".repeat(199)}`, { fuzzy: true }),
    ).toEqual([]);
    expect(
      await searchTexts(index, `${"x".repeat(100)}y${"x".repeat(149)}`, { fuzzy: true }),
    ).toHaveLength(1);
  });

  test("is not assumed for a word with a digit", async () => {
    const index = await createTextIndex("model xj9001");
    expect(await searchTexts(index, "xj9002", { fuzzy: true })).toEqual([]);
  });

  test.each([[3], ["yes"], [{}]])("rejects the option %j", async (fuzzy) => {
    const index = await createTextIndex("a");
    await expect(index.search("a", { fuzzy: fuzzy as never })).rejects.toThrow(
      "fuzzy must be true, false, 1 or 2, got",
    );
  });
});

describe("a word in another spelling", () => {
  test.each([
    ["wifi", "a wi-fi router"],
    ["wi-fi", "a wi-fi router"],
    ["nodejs", "node.js in action"],
    ["node.js", "node.js in action"],
    ["xj900", "the XJ-900 helmet"],
    ["XJ-900", "the XJ-900 helmet"],
    ["creme", "Crème brûlée"],
    ["brûlée", "Crème brûlée"],
    ["strasse", "Große Straße"],
    ["🍕", "I ♥ 🍕"],
    ["京都", "東京都に行く"],
    ["대학교", "서울대학교에서 만나요"],
    ["ภาษา", "ฉันเรียนภาษาไทย"],
  ])("%s finds %s", async (query, text) => {
    const index = await createTextIndex(text, "something else");
    expect(await searchTexts(index, query)).toEqual([text]);
    expect(await searchTexts(index, query, { syntax: true, prefix: true, fuzzy: true })).toEqual([
      text,
    ]);
    expect(await searchTexts(index, `+${query}`, { syntax: true })).toEqual([text]);
  });

  test("with a hyphen matches the joined word", async () => {
    const index = await createTextIndex("wifi router", "wi-fi router", "fire");
    expect(await searchTexts(index, "wi-fi")).toEqual(["wi-fi router", "wifi router"]);
    expect(await searchTexts(index, "+wi-fi", { syntax: true })).toHaveLength(2);
  });
});

test("a query of stop words matches them; next to other words they are ignored", async () => {
  const index = await createTextIndex("it is so", "to be or not to be", "the lamp");
  expect(await searchTexts(index, "it")).toEqual(["it is so"]);
  expect(await searchTexts(index, "it", { syntax: true })).toEqual(["it is so"]);
  expect(await searchTexts(index, "to be or not to be", { syntax: true })).toEqual([
    "to be or not to be",
  ]);
  expect(await searchTexts(index, "the lamp is it")).toEqual(["the lamp"]);
});

describe("a phrase", () => {
  const texts = ["a military officer", "an officer, military or not", "military"];

  test.each([true, false])("matches consecutive words, with positions %s", async (positions) => {
    const index = await createIndex({ positions });
    await index.add(texts.slice(0, 2).map((text, id) => ({ id, text })));
    await index.add({ id: 2, text: texts[2] });
    expect(await searchTexts(index, '"military officer"', { syntax: true })).toEqual([texts[0]]);
    expect(await searchTexts(index, '"officer military"', { syntax: true })).toEqual([texts[1]]);
    expect(await searchTexts(index, '-"military officer" military', { syntax: true })).toEqual([
      texts[2],
      texts[1],
    ]);
  });

  test("matches the same with positions and without, for any documents", async () => {
    const text = fc.array(fc.constantFrom("red", "green", "the", "blue"), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), text, async (documents, phrase) => {
        const both = [];
        for (const positions of [true, false]) {
          const index = await createIndex({ positions });
          await index.add(documents.map((words, id) => ({ id, text: words.join(" ") })));
          const { hits } = await index.search(`"${phrase.join(" ")}"`, { syntax: true });
          both.push(hits.map(({ id, score }) => [id, score]));
        }
        expect(both[0]).toEqual(both[1]);
      }),
      { numRuns: 60 },
    );
  });
});

test("prefixes and typos score as one word whose occurrences count by factors, on random documents", async () => {
  const analyzer = await openAnalyzer({ stemmer: "none", stopWords: "none" });
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 9 });
  const documents = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(
      documents,
      word,
      fc.boolean(),
      fc.boolean(),
      async (given, query, prefix, fuzzy) => {
        const index = await createIndex({ analysis: analyzer.options });
        await index.add(given.map((words, id) => ({ id, text: words.join(" ") })));
        const { hits } = await index.search(query, { prefix, fuzzy, limit: 10 });
        const expected = computeScores(given, query, prefix, fuzzy);
        expect(new Map(hits.map(({ id }) => [id, 0])).size).toBe(expected.size);
        for (const { id, score } of hits) expect(score).toBeCloseTo(expected.get(id) ?? NaN, 10);
      },
    ),
    { numRuns: 200 },
  );
});

/** BM25 (k1 = 0.9, b = 0.4) of one word whose occurrences count by their factors, by the definition. */
function computeScores(
  documents: readonly (readonly string[])[],
  query: string,
  prefix: boolean,
  fuzzy: boolean,
) {
  const having = (form: string): number => documents.filter((words) => words.includes(form)).length;
  const typedForms = [...new Set(documents.flat())].filter((form) =>
    prefix ? form.startsWith(query) : form === query,
  );
  // Words in three documents or more are not corrected.
  const isRare = typedForms.reduce((sum, form) => sum + having(form), 0) < 3;
  const edits = !fuzzy || !isRare || query.length <= 3 ? 0 : query.length <= 7 ? 1 : 2;
  const computeSimilarity = (form: string): number => {
    if (form === query) return 1;
    const share = form.length > query.length ? query.length / form.length : 1;
    let best = prefix && form.startsWith(query) ? share : 0;
    const beginnings = prefix ? Array.from(form, (_, i) => form.slice(0, i + 1)) : [form];
    for (const each of beginnings) {
      const distance = computeDistance(query, each);
      if (distance <= edits) best = Math.max(best, (prefix ? share : 1) * 0.5 ** distance);
    }
    return best;
  };
  const edited = (form: string): number =>
    prefix && form.startsWith(query) ? 0 : distanceTo(form);
  const distanceTo = (form: string): number => {
    const beginnings = prefix ? Array.from(form, (_, i) => form.slice(0, i + 1)) : [form];
    return Math.min(...beginnings.map((each) => computeDistance(query, each)));
  };
  // After one or two letters, the forms in the most documents.
  const maxForms = query.length > 2 ? 32 : query.length === 2 ? 16 : 8;
  const expandedForms = [...new Set(documents.flat())]
    .filter((form) => computeSimilarity(form) > 0)
    .sort(
      (a, b) =>
        Number(computeSimilarity(b) === 1) - Number(computeSimilarity(a) === 1) ||
        edited(a) - edited(b) ||
        having(b) - having(a) ||
        (a < b ? -1 : 1),
    )
    .slice(0, maxForms);
  const factor = (form: string): number =>
    expandedForms.includes(form) ? computeSimilarity(form) : 0;
  // Two words in a row that are the query without the space between them.
  const pairs = Array.from({ length: Math.max(0, query.length - 5) }, (_, i) => {
    return [query.slice(0, i + 3), query.slice(i + 3)];
  });
  const countPair = (words: readonly string[], [first, second]: readonly string[]): number =>
    words.filter((word, i) => word === first && words[i + 1] === second).length;
  const splits = fuzzy && isRare ? pairs : [];
  const countSplits = (words: readonly string[]): number =>
    splits.reduce((sum, pair) => sum + countPair(words, pair), 0);
  const frequencies = documents.map(
    (words) => words.reduce((sum, form) => sum + factor(form), 0) + 0.5 * countSplits(words),
  );
  const n = documents.length;
  // As if no document had two of the forms.
  const forms = expandedForms;
  const df = Math.min(
    n,
    forms.reduce((sum, form) => sum + having(form), 0) +
      splits.reduce(
        (sum, pair) => sum + documents.filter((words) => countPair(words, pair) > 0).length,
        0,
      ),
  );
  const hasCorrections =
    forms.some((form) => edited(form) > 0) || documents.some((words) => countSplits(words) > 0);
  const hasTyped = (words: readonly string[]): boolean =>
    words.some((word) => forms.includes(word) && edited(word) === 0);
  const idf = Math.log(1 + (n - df + 0.5) / (df + 0.5));
  const mean = documents.reduce((sum, words) => sum + words.length, 0) / n;
  const scores = new Map<string, number>();
  for (const [id, frequency] of frequencies.entries()) {
    if (frequency === 0) continue;
    const words = documents[id] as readonly string[];
    const norm = 0.9 * (1 - 0.4 + (0.4 * words.length) / mean);
    const bonus = hasCorrections && hasTyped(words) ? idf : 0;
    scores.set(String(id), (idf * frequency) / (frequency + norm) + bonus);
  }
  return scores;
}

/** Optimal string alignment by its recursive definition, from the front. */
function computeDistance(a: string, b: string): number {
  const distanceCache = new Map<string, number>();
  const from = (i: number, j: number): number => {
    if (i === a.length || j === b.length) return a.length - i + b.length - j;
    const key = `${i} ${j}`;
    const before = distanceCache.get(key);
    if (before !== undefined) return before;
    let min = Math.min(
      from(i + 1, j + 1) + (a[i] === b[j] ? 0 : 1),
      from(i + 1, j) + 1,
      from(i, j + 1) + 1,
    );
    if (i + 1 < a.length && a[i] === b[j + 1] && a[i + 1] === b[j]) {
      min = Math.min(min, from(i + 2, j + 2) + 1);
    }
    distanceCache.set(key, min);
    return min;
  };
  return from(0, 0);
}

test.each([undefined, { title: {}, body: {} }])(
  "a document with two words that one word of the query stands for is counted once, whatever the limit",
  async (fields) => {
    const index = await createIndex(fields === undefined ? {} : { fields });
    await index.add([
      { id: "0", title: "dynamic", body: "firm farm" },
      { id: "1", title: "dynamic", body: "firm" },
      { id: "2", title: "firm dynamic", body: "dynamic" },
      { id: "3", title: "dynamic", body: "dynamic" },
    ]);
    if (fields === undefined) await index.add([{ id: "4", text: "firm farm" }]);
    for (const limit of [1, 2, 10]) {
      const { hits } = await index.search("form", { limit: 100, fuzzy: true });
      expect((await index.search("form", { limit, fuzzy: true })).total).toBe(hits.length);
    }
  },
);
