/**
 * Random expensive searches on 200,000 documents, in one segment and in five:
 * facets × ranges × fuzzy × explanations × snippets × highlights × sorting ×
 * distinct × filters × synonyms × boosts × rules × exact fields × places × rankers × hybrid, next
 * pages, lists of words, similar documents, explained documents and searches within the values of a
 * field, with a timeout of 50 ms, and suggestions, which have 500 ms. None is 100 ms over.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Boost, Rule } from "../../src/api/index.ts";
import { Random } from "../../src/common/random.ts";
import {
  createIndex,
  explainDocuments,
  type Filter,
  listWords,
  type SearchDocument,
  type SearchIndex,
  type SearchOptions,
} from "../../src/search/index.ts";
import { measureBusyMs } from "./measure-busy-ms.ts";

const DOCUMENTS = 200_000;
const TIMEOUT = 50;
/** Of suggestions, which have no option for it. */
const SUGGESTION_TIMEOUT = 500;
const MAX_OVERSHOOT = 100;
const SEARCHES = Number(process.env.FAULT_SEARCHES ?? 60);
/** The machine has other work; the best of so many tries is what the code can do. */
const TRIES = 20;
const DIMENSIONS = 8;
const SEED = Number(process.env.FAULT_SEED ?? 27);

function createDocument(i: number, random: Random): SearchDocument {
  return {
    id: `${(i * 7919) % DOCUMENTS}`,
    title: i % 3 === 0 ? "common" : `title ${i % 7}`, // many documents match exactly
    text: `common word${i % 17} term${i % 5003} rare${i}`,
    price: i % 9973,
    tags: [i % 11, 100 + (i % 1009)],
    brand: `brand ${i % 50_000}`,
    color: `color ${i % 12}`,
    at: { lat: (i % 170) - 85 + i / DOCUMENTS, lng: ((i * 7) % 359) - 179 },
    vector: Array.from({ length: DIMENSIONS }, () => random.normal()),
  };
}

async function createLargeIndex(segments: number): Promise<SearchIndex> {
  const random = new Random(SEED);
  const index = await createIndex({
    ...{ positions: false, vectors: { dimensions: DIMENSIONS } },
    analysis: { stemmer: "none", stopWords: "none" },
    fields: {
      ...{
        title: "text",
        text: "text",
        price: "number",
        tags: "number[]",
        brand: "keyword",
        color: "keyword",
        at: "geo",
      },
    },
  });
  for (let segment = 0; segment < segments; segment++) {
    const count = DOCUMENTS / segments;
    const documents = function* (): Generator<SearchDocument> {
      for (let i = 0; i < count; i++) yield createDocument(segment + segments * i, random);
    };
    await index.add(documents());
  }
  return index;
}

const QUERIES = [
  "common",
  "common word3",
  "term17 term18 term19 word1",
  "rare1 rare2 comon",
  "common word1 word2 word3 word4 word5 word6 word7 word8",
  "",
];

function pick<T>(random: Random, values: readonly T[]): T {
  return values[random.below(values.length)] as T;
}

function createValues(random: Random): string[] {
  const count = pick(random, [10, 100_000]);
  return Array.from({ length: count }, (_, i) => `brand ${random.below(100_000) + i}`);
}

/** Groups of synonyms, each as large as one may be. */
function createSynonyms(random: Random): string {
  const groups = Array.from({ length: pick(random, [1, 500]) }, (_, group) =>
    Array.from({ length: 200 }, (__, i) => `term${group * 200 + i}`).join(", "),
  );
  return groups.join("\n");
}

/** Distances to a place that no search has had before. */
function createDistance(random: Random): string {
  return `distance(at, ${random.uniform() * 80}, ${random.uniform() * 170})`;
}

function createFilter(random: Random): Filter {
  const count = pick(random, [1, 10, 1000]);
  const hasPlace = random.below(4) === 0;
  const parts = Array.from({ length: count }, (_, i): Filter => {
    if (i === 0 && hasPlace) return { [createDistance(random)]: { lt: 5e6 } };
    if (i === 2 && hasPlace) return { "box(at, -10, -100, 60, 120)": true };
    if (i % 3 === 0) return { price: { gte: random.below(9973) } };
    if (i === 1) return { brand: { in: createValues(random) } };
    return i % 3 === 1 ? { tags: random.below(1109) } : { not: { brand: `brand ${i}` } };
  });
  return pick(random, [{ and: parts }, { or: parts }, { not: { or: parts } }]);
}

function createFacets(random: Random): SearchOptions["facets"] {
  if (random.below(2) === 0) {
    const all = { limit: 1e9 };
    return pick(random, [["brand", "tags", "color", "price"], { brand: all, price: all }]);
  }
  const ranges = Array.from({ length: pick(random, [10, 1000, 20_000]) }, (_, i) => {
    return [i, i + 500] as const;
  });
  return { [pick(random, ["price", "tags"])]: { ranges } };
}

/** Boosts of all kinds, as many as a search may have. */
function createBoosts(random: Random): Boost[] {
  const kinds: (() => Boost)[] = [
    () => ({ field: "price", function: "log", weight: 0.2 }),
    () => ({ field: "tags", function: "saturation", pivot: 50, mode: "add" }),
    () => ({ field: "price", function: "gaussianDecay", origin: random.below(9973), scale: 100 }),
    () => ({ field: createDistance(random), function: "linearDecay", scale: 1e6 }),
    () => ({ filter: createFilter(random), weight: -0.5 }),
    () => ({ filter: { brand: { in: createValues(random) } }, mode: "add" }),
    () => ({ ids: Array.from({ length: 1000 }, () => `${random.below(DOCUMENTS)}`) }),
  ];
  return Array.from({ length: pick(random, [1, 3, 32]) }, () => pick(random, kinds)());
}

/** Rules that apply to all queries of this test or to none. */
function createRules(random: Random): Rule[] {
  const ids = (): string[] => Array.from({ length: 100 }, () => `${random.below(DOCUMENTS)}`);
  return Array.from({ length: pick(random, [1, 50, 500]) }, (_, i): Rule => {
    const query = pick(random, ["*", "*common*", "* * * * none", ["none", "*word*"]]);
    const parts = pick<Partial<Rule>>(random, [{ pin: ids() }, { hide: ids() }, { bury: ids() }]);
    const boost = i === 0 ? { boost: { field: "price", function: "linear" } as const } : {};
    return { id: `rule ${i}`, query, ...parts, ...boost };
  });
}

/** Some of all that makes a search expensive. */
function createOptions(random: Random): SearchOptions {
  const chance = (): boolean => random.below(3) === 0;
  const isHybrid = random.below(4) === 0;
  const vector = Array.from({ length: DIMENSIONS }, () => random.normal());
  const ranker = isHybrid
    ? pick(random, ["hybrid", "dense", "rrf"])
    : pick(random, ["bm25f", "bm25", "lm", "rm3"]);
  const ranksWords = ranker !== "dense"; // boosts and rules with boosts need a score by words
  return {
    limit: pick(random, [10, 100, 1000, 10_000]),
    ...(chance() ? { facets: createFacets(random) } : {}),
    ...(chance() ? { filter: createFilter(random) } : {}),
    ...(chance() ? { fuzzy: 2 } : {}),
    ...(chance() ? { prefix: true } : {}),
    ...(chance() ? { explain: true } : {}),
    ...(chance() ? { snippet: true } : {}),
    ...(chance() ? { highlight: true } : {}),
    ...(chance()
      ? {
          sort: pick(random, [
            ...["price", "-brand", "-score", createDistance(random)],
            ["color", "score", "price"],
          ]),
        }
      : {}),
    ...(chance() ? { distinct: pick(random, ["brand", "color"]) } : {}),
    ...(chance() ? { didYouMean: true } : {}),
    ...(chance() ? { synonyms: createSynonyms(random) } : {}),
    ...(chance() ? { minMatch: 2 } : {}),
    ...(ranksWords && chance() ? { boost: createBoosts(random) } : {}),
    ...(ranksWords && chance() ? { rules: createRules(random) } : {}),
    ...(chance() ? { exactFields: pick(random, [[], ["title"], ["title", "text"]]) } : {}),
    ...{ ranker, ...(isHybrid ? { vector } : {}) },
  } as SearchOptions;
}

/** A search, or something else that has a timeout. Whether it was complete. */
async function createWork(index: SearchIndex, random: Random): Promise<Work> {
  const query = pick(random, QUERIES);
  const search = (options: SearchOptions): Work => {
    const { facets, filter, vector, synonyms, boost, rules, after, ...shown } = options;
    const label = `${query} ${JSON.stringify(shown)} ${Object.keys(options).join()}`;
    return { label, run: () => index.search(query, { ...options, timeout: TIMEOUT }) };
  };
  const kind = pick(random, [
    ...Array.from({ length: 6 }, () => "search" as const),
    ...(["page", "words", "similar", "explain", "facet", "suggest"] as const),
  ]);
  switch (kind) {
    case "search":
      return search(createOptions(random));
    case "page": {
      const sort = pick(random, ["price", "-brand", ["color", "score"], "score"]);
      const filter = pick<Filter>(random, [{ tags: random.below(11) }, { price: { gte: 5000 } }]);
      const page = { sort, filter, limit: pick(random, [100, 10_000]) };
      const { after } = await index.search(query, page);
      return search({ ...page, ...(after === undefined ? {} : { after }), facets: ["brand"] });
    }
    case "words": {
      const order = pick(random, ["frequency", "idf", "term"] as const);
      const run = () => listWords(index, { order, histogram: true, timeout: TIMEOUT });
      return { label: `words by ${order}`, run };
    }
    case "similar": {
      const id = `${random.below(DOCUMENTS)}`;
      const run = () => orPartial(index.similar(id, { limit: 1000, timeout: TIMEOUT }));
      return { label: `similar to ${id}`, run };
    }
    case "explain": {
      const id = `${random.below(DOCUMENTS)}`;
      const options = { timeout: TIMEOUT };
      const run = () => orPartial(explainDocuments(index, query, { id }, { fuzzy: 2 }, options));
      return { label: `explain ${id} for ${query}`, run };
    }
    case "facet": {
      const text = pick(random, ["", "brand", "b br bra brand 1 12 123 ".repeat(300)]);
      const filter = pick<Filter>(random, [{}, { price: { gte: 10 * random.below(900) } }]);
      const options = { query, filter, limit: 1000, timeout: TIMEOUT };
      const run = () => orPartial(index.facetSearch("brand", text, options));
      return { label: `values of ${text.length} characters for ${query}`, run };
    }
    case "suggest": {
      const text = pick(random, ["term", "common w", "comon wrod", "rare19999 tem17", query]);
      const run = async () => {
        await index.suggest(text, { limit: pick(random, [10, 1000]) });
        return { isPartial: false }; // it does not say so
      };
      return { label: `suggestions for ${text}`, timeout: SUGGESTION_TIMEOUT, run };
    }
  }
}

interface Work {
  readonly label: string;
  /** That of all others if absent. */
  readonly timeout?: number;
  readonly run: Run;
}

type Run = () => Promise<{ readonly isPartial: boolean }>;

/** What has no partial result fails with `UNAVAILABLE` when its time is up. */
async function orPartial(work: Promise<unknown>): Promise<{ readonly isPartial: boolean }> {
  try {
    await work;
    return { isPartial: false };
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "UNAVAILABLE") throw error;
    return { isPartial: true };
  }
}

describe.each([1, 5])("in %d segments", (segments) => {
  test(`no search of ${SEARCHES} is ${MAX_OVERSHOOT} ms over its timeout`, async () => {
    const index = await createLargeIndex(segments);
    const random = new Random(SEED + segments);
    let [partial, longest] = [0, 0];
    try {
      for (let i = 0; i < SEARCHES; i++) {
        const { label, run, timeout = TIMEOUT } = await createWork(index, random);
        const tries: number[] = [];
        while (tries.length < TRIES && !(Math.min(...tries) <= timeout + MAX_OVERSHOOT)) {
          const ms = await measureBusyMs(async () => {
            partial += Number((await run()).isPartial);
          });
          tries.push(ms);
          // Other work on the machine comes in bursts: the next try waits a little longer.
          if (ms > timeout + MAX_OVERSHOOT) await sleep(100 * tries.length);
        }
        longest = Math.max(longest, Math.min(...tries) - timeout);
        const message = `search ${i}: ${label}: ${tries.map(Math.round)}`;
        expect(Math.min(...tries), message).toBeLessThanOrEqual(timeout + MAX_OVERSHOOT);
      }
    } finally {
      await index.close();
    }
    console.log(
      `${SEARCHES} searches in ${segments} segments: ${Math.round(longest)} ms over at most`,
    );
    expect(partial).toBeGreaterThan(SEARCHES / 20); // they are expensive
  });
});
