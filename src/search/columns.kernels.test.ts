/** Filters, facets, sorting and paging over enough documents for the WASM kernels. */

import { beforeAll, describe, expect, test } from "vitest";
import { compareBytes } from "../common/bytes/index.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SearchOptions } from "./search-options.ts";

interface Product {
  readonly id: string;
  readonly body: string;
  readonly kind: string;
  readonly price: number | undefined;
}

const COUNT = 12_000;
const products: Product[] = Array.from({ length: COUNT }, (_, i) => ({
  id: `d${i}`,
  body: `all ${i % 3 === 0 ? "third " : ""}${i % 7 === 0 ? "seventh " : ""}w${i % 100}`,
  kind: `k${(i * i) % 11}`,
  price: i % 13 === 0 ? undefined : (i * 7919) % 1000,
}));

/** Without a schema and in two segments, which the kernels search one after the other. */
let index: SearchIndex;

beforeAll(async () => {
  index = await createIndex();
  await index.add(products.slice(0, 9000).map(({ body, ...rest }) => ({ ...rest, text: body })));
  await index.add(products.slice(9000).map(({ body, ...rest }) => ({ ...rest, text: body })));
}, 120_000);

const FILTERS: readonly (readonly [SearchOptions["filter"], (product: Product) => boolean])[] = [
  [undefined, () => true],
  [{ price: { lt: 500 } }, ({ price = 1000 }) => price < 500],
  [{ price: { lt: 50 } }, ({ price = 1000 }) => price < 50],
  [{ price: 7 }, ({ price }) => price === 7],
  [
    { kind: { in: ["k1", "k4"] }, not: { price: null } },
    ({ kind, price }) => price !== undefined && (kind === "k1" || kind === "k4"),
  ],
];

describe.each(FILTERS)("with the filter %j", (filter, passes) => {
  const matching = products.filter(
    (product) => /third|seventh/.test(product.body) && passes(product),
  );
  let scores: Map<string, number>;

  beforeAll(async () => {
    const { hits } = await index.search("third seventh", { limit: COUNT });
    scores = new Map(hits.map(({ id, score }) => [id, score]));
  }, 120_000);

  const byScore = (a: Product, b: Product): number =>
    (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0) || compareBytes(b.id, a.id);
  const price = ({ price: value = Infinity }: Product): number => value;

  test("hits, total and facets equal those of a loop", async () => {
    const options = { filter, limit: 50, facets: ["kind"] };
    const { hits, total, facets } = await index.search("third seventh", options);
    expect(hits.map(({ id }) => id)).toEqual(
      matching
        .toSorted(byScore)
        .slice(0, 50)
        .map(({ id }) => id),
    );
    expect(total).toBe(matching.length);
    const counts: Record<string, number> = {};
    for (const { kind } of matching) counts[kind] = (counts[kind] ?? 0) + 1;
    expect(facets).toEqual({ kind: counts });
  });

  test("sorting by a field with many equal values continues by score", async () => {
    const { hits } = await index.search("third seventh", { filter, sort: "kind", limit: 40 });
    const expected = matching.toSorted((a, b) => compareBytes(a.kind, b.kind) || byScore(a, b));
    expect(hits.map(({ id }) => id)).toEqual(expected.slice(0, 40).map(({ id }) => id));
  });

  test("pages by cursor are the pages of one list", async () => {
    const expected = matching.toSorted((a, b) => price(a) - price(b) || byScore(a, b) || 0);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await index.search("third seventh", {
        filter,
        sort: "price",
        limit: 700,
        after,
      });
      seen.push(...page.hits.map(({ id }) => id));
      after = page.after;
    } while (after !== undefined);
    expect(seen.slice(0, matching.filter((each) => each.price !== undefined).length)).toEqual(
      expected.filter((each) => each.price !== undefined).map(({ id }) => id),
    );
    expect(seen.length).toBe(matching.length);
  });

  test("groups are the first hit of each value", async () => {
    const { hits } = await index.search("third seventh", { filter, distinct: "kind", limit: 20 });
    const firsts = new Map<string, string>();
    for (const { id, kind } of matching.toSorted(byScore))
      if (!firsts.has(kind)) firsts.set(kind, id);
    expect(hits.map(({ id }) => id)).toEqual([...firsts.values()]);
  });
});
