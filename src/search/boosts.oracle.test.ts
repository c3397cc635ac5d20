/**
 * Random boosted searches against slow, obvious code: all scores without boosts, boosted
 * by hand from the documents, and sorted. BOOST_SEARCHES sets how many, and adds an index
 * that is large enough for the kernels; BOOST_SEED sets which.
 */

import { beforeAll, describe, expect, test } from "vitest";
import type { Boost } from "../api/boost.ts";
import type { SearchOptions } from "../api/search-options.ts";
import { compareBytes } from "../common/bytes/index.ts";
import { Random } from "../common/random.ts";
import type { SchemaOptions } from "../index/schema/index.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

interface Product {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly kind: string;
  readonly sales?: number;
  readonly ratings?: readonly number[];
  readonly added?: string;
}

const SEARCHES = Number(process.env.BOOST_SEARCHES ?? 40);
const SEED = Number(process.env.BOOST_SEED ?? 29);
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const QUERIES = ["lamp", "oak desk", "old", "stool", "green light", "lamps chair"];
const WORDS = ["lamp", "desk", "oak", "chair", "light", "lamps", "deck", "stool", "green", "old"];

/** Rare words come last. */
const pickWord = (random: Random): string =>
  WORDS[Math.floor(WORDS.length * random.uniform() ** 2)] as string;
const pickWords = (random: Random, max: number): string =>
  Array.from({ length: 1 + random.below(max) }, () => pickWord(random)).join(" ");

function createProducts(count: number, random: Random): Product[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    title: pickWords(random, 3),
    body: pickWords(random, 12),
    kind: `k${random.below(5)}`,
    ...(random.uniform() < 0.8 ? { sales: Math.floor(1000 * random.uniform() ** 6) } : {}),
    ...(random.uniform() < 0.7 ? { ratings: [random.below(6), 5 * random.uniform()] } : {}),
    ...(random.uniform() < 0.9
      ? { added: new Date(START - random.below(900) * DAY).toISOString().slice(0, 10) }
      : {}),
  }));
}

/** By hand: the value of a boost for a document. */
function computeValue(boost: Boost, product: Product): number {
  const { weight = 1 } = boost;
  if ("ids" in boost) return boost.ids.includes(product.id) ? weight : 0;
  if ("filter" in boost)
    return product.kind === (boost.filter as { kind: string }).kind ? weight : 0;
  const stored = product[boost.field as keyof Product] ?? [];
  const numbers = [stored]
    .flat()
    .map((value) => (typeof value === "number" ? value : Date.parse(value as string)));
  let largest = 0;
  for (const x of numbers) largest = Math.max(largest, applyFunction(boost, x));
  return weight * largest;
}

function applyFunction(boost: Extract<Boost, { function: unknown }>, x: number): number {
  if (boost.function === "log") return Math.log1p(x);
  if (boost.function === "linear") return x;
  if (boost.function === "saturation") return x === 0 ? 0 : x / (x + boost.pivot);
  const scale =
    typeof boost.scale === "number" ? boost.scale : Number.parseFloat(boost.scale) * DAY;
  const offset =
    typeof boost.offset === "string" ? Number.parseFloat(boost.offset) * DAY : (boost.offset ?? 0);
  const origin = typeof boost.origin === "string" ? Date.parse(boost.origin) : Number(boost.origin);
  const distance = Math.max(0, Math.abs(x - origin) - offset) / scale;
  if (boost.function === "linearDecay") return Math.max(0, 1 - distance / 2);
  return boost.function === "exponentialDecay" ? 2 ** -distance : 2 ** -(distance * distance);
}

function boostByHand(boosts: readonly Boost[], product: Product, score: number): number {
  let boosted = score;
  for (const boost of boosts) {
    if (boost.mode !== "add") boosted += boosted * computeValue(boost, product);
  }
  for (const boost of boosts) if (boost.mode === "add") boosted += computeValue(boost, product);
  return boosted;
}

function createBoost(random: Random): Boost {
  const mode = random.uniform() < 0.5 ? "add" : "multiply";
  const weight = 10 ** (2 * random.uniform() - 1);
  const lowering = mode === "multiply" && random.uniform() < 0.4 ? -random.uniform() : weight;
  const decays = ["linearDecay", "exponentialDecay", "gaussianDecay"] as const;
  switch (random.below(7)) {
    case 5:
      return { ids: Array.from({ length: 5 }, () => `p${random.below(300)}`), weight, mode };
    case 0:
      return { field: "sales", function: "log", weight, mode };
    case 1:
      return { field: "sales", function: "linear", weight: weight / 50, mode };
    case 2:
      return {
        field: "ratings",
        function: "saturation",
        pivot: 1 + random.below(4),
        weight,
        mode,
      };
    case 3:
      return {
        ...{ field: "added", function: decays[random.below(3)] as "linearDecay", mode },
        ...{ origin: "2026-01-01", scale: `${1 + random.below(200)}d`, weight: lowering },
        ...(random.uniform() < 0.5 ? { offset: "7d" } : {}),
      };
    case 4:
      return {
        ...{ field: "sales", function: decays[random.below(3)] as "linearDecay", mode },
        ...{ origin: random.below(300), scale: 1 + random.below(100), weight: lowering },
      };
    default:
      return { filter: { kind: `k${random.below(5)}` }, weight: lowering, mode };
  }
}

const SIZES: readonly (readonly [string, number])[] = [
  ["without the kernels", 300],
  ...(process.env.BOOST_SEARCHES === undefined ? [] : [["with the kernels", 10_500] as const]),
];

describe.each(SIZES)("boosted searches %s", (_, count) => {
  const random = new Random(SEED + count);
  const products = createProducts(count, random);
  const live = new Map(products.map((product) => [product.id, product]));
  let index: SearchIndex;

  beforeAll(async () => {
    const fields: SchemaOptions = {
      title: { weight: 3 },
      body: {},
      kind: "keyword",
      sales: "number",
      ratings: "number[]",
      added: "date",
    };
    index = await createIndex({ fields });
    await index.add(products.slice(0, count / 2));
    await index.add(products.slice(count / 2));
    const deleted = products.filter((_, i) => i % 37 === 5).map(({ id }) => id);
    await index.delete(deleted);
    for (const id of deleted) live.delete(id);
  }, 120_000);

  /** Scores without boosts, by query and options. */
  const scoreCache = new Map<string, ReadonlyMap<string, number>>();
  async function readScores(
    query: string,
    options: SearchOptions,
  ): Promise<ReadonlyMap<string, number>> {
    const key = JSON.stringify([query, options]);
    let scores = scoreCache.get(key);
    if (scores === undefined) {
      const { hits } = await index.search(query, { ...options, limit: count, select: [] });
      scores = new Map(hits.map(({ id, score }) => [id, score]));
      scoreCache.set(key, scores);
    }
    return scores;
  }

  const RANKERS: readonly SearchOptions[] = [
    {},
    { fields: ["title"] },
    { fields: { title: 1, body: 2 }, prefix: true },
    { fuzzy: true },
    { ranker: "bm25", fields: ["body"] },
    { ranker: "bm25", fields: ["body"], prefix: true, fuzzy: 1 },
    { ranker: "lm", fields: ["body"] },
    { minMatch: 2 },
    { exactFields: [] },
  ];

  test(`equal a loop over all documents (seed ${SEED})`, async () => {
    for (let i = 0; i < SEARCHES; i++) {
      const query = QUERIES[random.below(QUERIES.length)] as string;
      const scoring = RANKERS[random.below(RANKERS.length)] as SearchOptions;
      const boost = Array.from({ length: 1 + random.below(3) }, () => createBoost(random));
      const kind = random.uniform() < 0.3 ? `k${random.below(5)}` : undefined;
      const order = random.below(5);
      const limit = 1 + random.below(25);
      const base = await readScores(query, scoring);
      const expected = [...base]
        .map(([id, score]) => ({ product: live.get(id) as Product, score }))
        .filter(({ product }) => kind === undefined || product.kind === kind)
        .map(({ product, score }) => ({ product, score: boostByHand(boost, product, score) }))
        .sort((a, b) => {
          const byKind = order === 0 ? compareBytes(a.product.kind, b.product.kind) : 0;
          return byKind || b.score - a.score || compareBytes(b.product.id, a.product.id);
        });
      const groups = new Set<string>();
      const distinct = expected.filter(({ product }) => {
        if (order !== 1) return true;
        const isFirst = !groups.has(product.kind);
        groups.add(product.kind);
        return isFirst;
      });
      const options: SearchOptions = {
        ...{ ...scoring, boost, limit },
        ...(kind === undefined ? {} : { filter: { kind } }),
        ...(order === 0 ? { sort: "kind" } : {}),
        ...(order === 1 ? { distinct: "kind" } : {}),
      };
      const first = await index.search(query, options);
      const name = JSON.stringify([i, query, options]);
      const toPair = ({ id, score }: { id: string; score: number }) => [id, score];
      const pairs = distinct.map(({ product, score }) => [product.id, score]);
      expect(first.hits.map(toPair), name).toEqual(pairs.slice(0, limit));
      expect(first.total, name).toBe(expected.length);
      if (first.after === undefined || order === 1) continue;
      const second = await index.search(query, { ...options, after: first.after });
      expect(second.hits.map(toPair), name).toEqual(pairs.slice(limit, 2 * limit));
    }
  }, 3_600_000);
});
