/**
 * Totals, facets and the first hits in an order over lists of every density, in
 * segments that begin anywhere in a word of a bitset.
 */

import { beforeAll, expect, test } from "vitest";
import { defined } from "../common/defined.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

interface Product {
  readonly id: string;
  readonly words: readonly string[];
  readonly kind: string | undefined;
  readonly price: number;
}

/** The minimal standard generator of Park and Miller, 1988. */
let state = 7;
const random = (): number => {
  state = (48271 * state) % 2147483647;
  return state / 2147483647;
};

/**
 * By word: one document in how many contains it, from lists that are bitsets to
 * lists that are gaps.
 */
const RARITY = { most: 1.1, half: 2, fifth: 5, some: 30, few: 400 };
const COUNT = 14_003;
const products: Product[] = Array.from({ length: COUNT }, (_, i) => ({
  id: `d${i}`,
  words: Object.entries(RARITY).flatMap(([word, rarity]) => (random() * rarity < 1 ? [word] : [])),
  kind: random() < 0.1 ? undefined : `k${Math.floor(7 * random())}`,
  price: Math.floor(500 * random()),
}));
let live: readonly Product[] = products;
let index: SearchIndex;

beforeAll(async () => {
  index = await createIndex();
  const documents = products.map(({ id, words, kind, price }) => ({
    id,
    text: words.join(" "),
    ...defined({ kind }),
    price,
  }));
  // Segments of 10,013 and 3,990 documents: the second begins within a word.
  await index.add(documents.slice(0, 10_013));
  await index.add(documents.slice(10_013));
}, 120_000);

const QUERIES = ["most", "half few", "fifth some", "some", "few", "most half fifth some few"];

async function checkMatches(query: string): Promise<void> {
  const queryWords = query.split(" ");
  const matching = live.filter(({ words }) => words.some((word) => queryWords.includes(word)));
  const counts: Record<string, number> = {};
  for (const { kind } of matching) if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  const prices: Record<string, number> = {};
  for (const { price } of matching) prices[price] = (prices[price] ?? 0) + 1;
  const options = { facets: { kind: {}, price: { limit: 1000 } }, sort: "-price", limit: 5 };
  const { hits, total, facets } = await index.search(query, options);
  expect(total).toBe(matching.length);
  expect(facets).toEqual({ kind: counts, price: prices });
  const byPrice = matching.map(({ price }) => price).sort((a, b) => b - a);
  expect(hits.map(({ document }) => document.price)).toEqual(byPrice.slice(0, 5));
  expect((await index.search(query, { limit: 1 })).total).toBe(matching.length);
}

test.each(QUERIES)("%s finds, counts and sorts like a loop", checkMatches, 30_000);

test("and also after documents were removed", async () => {
  const isRemoved = ({ id }: Product): boolean => Number(id.slice(1)) % 17 === 3;
  await index.delete(products.filter(isRemoved).map(({ id }) => id));
  live = products.filter((product) => !isRemoved(product));
  for (const query of QUERIES) await checkMatches(query);
}, 60_000);
