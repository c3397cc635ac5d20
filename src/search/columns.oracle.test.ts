/** Filters, facets, sorting, paging and grouping compared with plain loops over the documents. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STORES } from "../../test/faults/stores.ts";
import { compareBytes } from "../common/bytes/index.ts";
import type { Scalar } from "../index/columns/index.ts";
import type { Filter } from "./filter.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SearchOptions } from "./search-options.ts";

type Item = {
  readonly id: string;
  readonly body: string;
  readonly kind?: string;
  readonly price?: number;
  readonly sold?: boolean;
  readonly made?: string;
  readonly tags?: readonly string[];
  readonly serial: number;
};

const FIELDS = {
  body: {},
  kind: "keyword",
  price: "number",
  sold: "boolean",
  made: "date",
  tags: "keyword[]",
  serial: "number",
} as const;

const words = fc.array(fc.constantFrom("red", "blue", "lamp", "cup"), {
  minLength: 1,
  maxLength: 6,
});
const kinds = fc.constantFrom("a", "b", "B", "é", "constructor");
const prices = fc.constantFrom(-1, 0, 2.5, 3, 10, 1e12);
const dates = fc.constantFrom("2024-01-01", "2024-06-01", "2025-01-01");
const item = fc.record(
  {
    body: words.map((all) => all.join(" ")),
    kind: kinds,
    price: prices,
    sold: fc.boolean(),
    made: dates,
    tags: fc.array(kinds, { maxLength: 3 }),
  },
  { requiredKeys: ["body"] },
);

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({ kind: fc.oneof(kinds, fc.constant(null)) }),
  fc.record({ kind: fc.record({ in: fc.array(kinds, { maxLength: 3 }) }) }),
  fc.record({ kind: fc.record({ ne: kinds }) }),
  fc.record({ kind: fc.record({ gte: kinds, lt: kinds }) }),
  fc.record({ price: fc.record({ lt: prices, gte: prices }, { requiredKeys: ["lt"] }) }),
  fc.record({ price: fc.record({ lte: prices, gt: prices }, { requiredKeys: ["gt"] }) }),
  fc.record({ price: fc.record({ exists: fc.boolean() }) }),
  fc.record({ sold: fc.boolean() }),
  fc.record({ made: fc.record({ gt: dates }) }),
  fc.record({ tags: kinds }),
  fc.record({ tags: fc.record({ in: fc.array(kinds, { maxLength: 2 }), exists: fc.boolean() }) }),
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ or: fc.array(tie("filter"), { maxLength: 3 }) }),
    fc.record({ not: tie("filter"), and: fc.array(tie("filter"), { maxLength: 2 }) }),
  ),
}));
const sortKey = fc.constantFrom(
  "price",
  "-price",
  "kind",
  "-kind",
  "made",
  "-sold",
  "score",
  "-score",
);
const sort = fc.uniqueArray(sortKey, { minLength: 1, maxLength: 3 });

const history = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 25 }),
  addAtOnce: fc.integer({ min: 1, max: 10 }),
  gone: fc.uniqueArray(fc.nat(24), { maxLength: 6 }),
  isDeclared: fc.boolean(),
});

/** An index with a history of changes, and the documents that it must contain. */
async function replayHistory(
  createStore: (typeof STORES)[number][1],
  { items, addAtOnce, gone, isDeclared }: typeof history extends fc.Arbitrary<infer T> ? T : never,
): Promise<{ index: SearchIndex; documents: Item[] }> {
  const options = isDeclared ? { fields: FIELDS } : {};
  const index = await createIndex(await createStore(), { ...options, durability: "none" });
  const all: Item[] = items.map((each, i) => ({ ...each, id: `d${i}`, serial: (7 * i) % 25 }));
  for (let i = 0; i < all.length; i += addAtOnce) await index.add(all.slice(i, i + addAtOnce));
  await index.delete(gone.map((each) => `d${each}`));
  return { index, documents: all.filter((_, i) => !gone.includes(i)) };
}

describe.each(STORES)("a search with columns %s", (_, createStore) => {
  test("equals plain loops over the documents", async () => {
    const requests = fc.record({
      query: words.map((all) => all.slice(0, 2).join(" ")),
      filter: fc.option(filter, { nil: undefined }),
      sort: fc.option(sort, { nil: undefined }),
      limit: fc.integer({ min: 0, max: 6 }),
      offset: fc.integer({ min: 0, max: 4 }),
      distinct: fc.constantFrom(undefined, undefined, "kind", "price"),
    });
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(requests, { minLength: 5, maxLength: 5 }),
        async (made, all) => {
          const { index, documents } = await replayHistory(createStore, made);
          for (const { query, filter, sort, limit, offset, distinct } of all) {
            const plain = await index.search(query, { limit: 100 });
            const scores = new Map(plain.hits.map(({ id, score }) => [id, score]));
            const matching = documents
              .filter(({ id }) => scores.has(id))
              .filter((each) => filter === undefined || matchesFilter(filter, each));
            const ordered = matching.toSorted((a, b) => compareItems(a, b, sort ?? [], scores));
            const expectedItems = distinct === undefined ? ordered : takeFirsts(ordered, distinct);
            const options: SearchOptions = { limit, offset, filter, sort, distinct };
            const facets = {
              kind: {},
              tags: { limit: 2 },
              price: { ranges: [[0, 3], [3]] },
            } as const;
            const found = await index.search(query, { ...options, facets });
            expect(found.hits.map(({ id }) => id)).toEqual(
              expectedItems.slice(offset, offset + limit).map(({ id }) => id),
            );
            for (const { id, score, group } of found.hits) {
              expect(score).toBe(scores.get(id));
              if (distinct === undefined) continue;
              const value = readValue(documents, id, distinct);
              const count = matching.filter((each) => (each[distinct] ?? null) === value).length;
              expect(group).toEqual({ value, count: value === null ? 1 : count });
            }
            expect(found.total).toBe(matching.length);
            expect(found.facets).toEqual({
              kind: counts(matching.map(({ kind }) => (kind === undefined ? [] : [kind]))),
              tags: Object.fromEntries(
                Object.entries(counts(matching.map(({ tags = [] }) => tags)))
                  .sort(([a, x], [b, y]) => y - x || compareBytes(a, b))
                  .slice(0, 2),
              ),
              price: {
                "0..3": matching.filter(({ price = -5 }) => price >= 0 && price < 3).length,
                "3..": matching.filter(({ price = -5 }) => price >= 3).length,
              },
            });
          }
          await index.close();
        },
      ),
      { numRuns: 40 },
    );
  });

  test("returns every hit once by cursor, whatever is added meanwhile", async () => {
    const plan = fc.record({
      limit: fc.integer({ min: 1, max: 4 }),
      sort: fc.option(sort, { nil: undefined }),
      filter: fc.option(filter, { nil: undefined }),
      isGrowing: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(history, plan, async (made, { limit, sort, filter, isGrowing }) => {
        const { index } = await replayHistory(createStore, made);
        // Scores change when documents are added, so only an order by fields alone is
        // stable.
        const fields = (sort ?? []).filter((key) => !key.endsWith("score"));
        const keys = isGrowing ? [...fields, "serial"] : sort;
        const options: SearchOptions = { filter, sort: keys, limit };
        const first = await index.search("red lamp", { ...options, limit: 100 });
        const expected = first.hits.map(({ id }) => id);
        const pagedIds: string[] = [];
        let after: string | undefined;
        for (let page = 0; page < 50; page++) {
          const {
            hits,
            after: next,
            total,
          } = await index.search("red lamp", { ...options, after });
          pagedIds.push(...hits.map(({ id }) => id).filter((id) => id.startsWith("d")));
          if (page === 0) expect(total).toBe(expected.length);
          if (next === undefined) break;
          after = next;
          if (isGrowing && page < 8)
            await index.add({ id: `new${page}`, body: "red red cup", kind: "b", price: 1 });
        }
        expect(pagedIds).toEqual(expected);
        await index.close();
      }),
      { numRuns: 40 },
    );
  });
});

function readValue(documents: readonly Item[], id: string, field: "kind" | "price"): Scalar {
  return documents.find((each) => each.id === id)?.[field] ?? null;
}

function takeFirsts(ordered: readonly Item[], field: "kind" | "price"): Item[] {
  const met = new Set<unknown>();
  return ordered.filter((each) => {
    const value = each[field];
    if (value === undefined) return true;
    if (met.has(value)) return false;
    met.add(value);
    return true;
  });
}

function counts(lists: readonly (readonly string[])[]): Record<string, number> {
  const totals = new Map<string, number>();
  for (const list of lists) {
    for (const value of new Set(list)) totals.set(value, (totals.get(value) ?? 0) + 1);
  }
  return Object.fromEntries(totals);
}

function compareItems(
  a: Item,
  b: Item,
  sort: readonly string[],
  scores: ReadonlyMap<string, number>,
): number {
  const score = (each: Item): number => scores.get(each.id) ?? 0;
  for (const key of sort) {
    const name = key.replace("-", "") as keyof Item;
    const sign = key.startsWith("-") ? -1 : 1;
    let order = 0;
    if (name === ("score" as string)) order = (score(b) - score(a)) * sign;
    else {
      const [x, y] = [a[name], b[name]];
      if (x === undefined || y === undefined)
        order = Number(x === undefined) - Number(y === undefined);
      else if (typeof x === "string") order = sign * compareBytes(x, y as string);
      else order = sign * (Number(x) - Number(y));
    }
    if (order !== 0) return order;
  }
  return score(b) - score(a) || compareBytes(b.id, a.id);
}

/** Evaluates the filter literally. */
function matchesFilter(filter: Filter, document: Item): boolean {
  return Object.entries(filter).every(([name, rule]) => {
    if (name === "or") return (rule as Filter[]).some((each) => matchesFilter(each, document));
    if (name === "and") return (rule as Filter[]).every((each) => matchesFilter(each, document));
    if (name === "not") return !matchesFilter(rule as Filter, document);
    const own = document[name as keyof Item] ?? [];
    const values = Array.isArray(own) ? own : [own];
    if (typeof rule !== "object" || rule === null) {
      return rule === null ? values.length === 0 : values.includes(rule as never);
    }
    const { ne, exists, ...others } = rule as Record<string, unknown>;
    if (exists !== undefined && exists !== values.length > 0) return false;
    if (ne !== undefined && values.includes(ne as never)) return false;
    if (Object.keys(others).length === 0) return true;
    return values.some((value) =>
      Object.entries(others).every(([operator, limit]) => {
        if (operator === "in") return (limit as Scalar[]).includes(value as Scalar);
        const order =
          typeof value === "string"
            ? compareBytes(value, limit as string)
            : Number(value) - Number(limit);
        if (operator.startsWith("l")) return operator === "lt" ? order < 0 : order <= 0;
        return operator === "gt" ? order > 0 : order >= 0;
      }),
    );
  });
}
