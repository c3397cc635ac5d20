import { describe, expect, test } from "vitest";
import type { Facets } from "../api/option-types.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

const SHOP = [
  { id: "a", body: "red lamp", category: "lamps", price: 10, tags: ["new", "red"], sold: true },
  { id: "b", body: "red book", category: "books", price: 25.5, tags: [], made: "2024-05-01" },
  { id: "c", body: "blue lamp", category: "lamps", price: 19, tags: ["red"], sold: false },
  { id: "d", body: "red cup", category: "constructor", made: "2023-12-31T23:00:00-01:00" },
  { id: "e", body: "red pen", price: -4, tags: ["new", "new"], made: "2024-05-01" },
] as const;

const FIELDS = {
  body: {},
  category: "keyword",
  price: "number",
  sold: "boolean",
  made: "date",
  tags: "keyword[]",
} as const;

async function createShop({ isDeclared }: { isDeclared: boolean }): Promise<SearchIndex> {
  const index = await createIndex(isDeclared ? { fields: FIELDS } : {});
  // Two segments, the second after a deletion.
  await index.add(SHOP.slice(0, 2));
  await index.add([...SHOP.slice(2), { id: "x", body: "red nothing", category: "lamps" }]);
  await index.delete("x");
  return index;
}

describe.each([{ isDeclared: true }, { isDeclared: false }])("facets of fields, %j", (kind) => {
  test.each<[Facets, Record<string, Record<string, number>>]>([
    [["category"], { category: { books: 1, constructor: 1, lamps: 1 } }],
    [["tags"], { tags: { new: 2, red: 1 } }],
    [["sold"], { sold: { true: 1 } }],
    [["price", "sold"], { price: { "-4": 1, "10": 1, "25.5": 1 }, sold: { true: 1 } }],
    [{ tags: { limit: 1 } }, { tags: { new: 2 } }],
    [
      { price: { ranges: [[-10, 10], [10, 20], [20], [null, 11], []] } },
      { price: { "-10..10": 1, "10..20": 1, "20..": 1, "..11": 2, "..": 3 } },
    ],
    [[], {}],
  ])("%j count the matches of the query only", async (facets, expected) => {
    const index = await createShop(kind);
    const { facets: counts, total, hits } = await index.search("red", { facets, limit: 2 });
    expect(counts).toEqual(expected);
    expect([total, hits.length]).toEqual([4, 2]);
  });

  test("count documents that pass the filter", async () => {
    const index = await createShop(kind);
    const filter = { price: { gt: 0 } };
    const { facets, total } = await index.search("red lamp", { facets: ["category"], filter });
    expect([total, facets]).toEqual([3, { category: { lamps: 2, books: 1 } }]);
  });
});

describe("facets", () => {
  test("show dates in UTC and take them as ends of ranges", async () => {
    const index = await createShop({ isDeclared: true });
    const { facets } = await index.search("red", { facets: ["made"] });
    expect(facets).toEqual({
      made: { "2024-05-01T00:00:00.000Z": 2, "2024-01-01T00:00:00.000Z": 1 },
    });
    const ranges = [["2024-01-01", "2024-05-01"], ["2024-05-01"]] as const;
    expect((await index.search("red", { facets: { made: { ranges } } })).facets).toEqual({
      made: { "2024-01-01..2024-05-01": 1, "2024-05-01..": 2 },
    });
  });

  test.each([
    [["colour"], 'the index has no field "colour"'],
    [["body"], 'field "body" is a text; facet needs a keyword'],
    [{ price: { ranges: [["cheap"]] } }, "facets.price.ranges[0]: an end must be a finite number"],
    [{ price: { ranges: [Number.NaN] } }, "facets.price.ranges[0] must be [from, to], got NaN"],
    [{ price: { ranges: [[Number.NaN]] } }, "an end must be a finite number, or null, got NaN"],
    [{ made: { ranges: [["2024-02-30"]] } }, "an end must be a date such as 2024-05-31"],
    [{ price: { range: [] } }, 'facets.price has no option "range"; did you mean "ranges"?'],
    [{ price: { limit: 0 } }, "facets.price.limit must be a whole number ≥ 1, got 0"],
    ["price", "facets must be names of fields or an object"],
    [[5], "facets must be names, got 5"],
  ])("rejects %j with the position of the error", async (facets, message) => {
    const index = await createShop({ isDeclared: true });
    await expect(index.search("red", { facets: facets as never })).rejects.toThrow(message);
  });
});

describe("the smallest and the largest value", () => {
  const PRICES = [
    { id: "1", text: "lamp", price: 30, made: "2024-05-01", tags: [3, -1] },
    { id: "2", text: "lamp", price: 5, made: "2023-01-01T10:00:00Z", tags: [] },
    { id: "3", text: "lamp", price: 12.5 },
    { id: "4", text: "desk", price: 900, made: "1999-01-01", tags: [100] },
  ];
  const fields = { text: "text", price: "number", made: "date", tags: "number[]" } as const;

  test.each([{ fields }, {}])("are those of matching documents, in %j", async (options) => {
    const index = await createIndex(options);
    for (const document of PRICES) await index.add(document); // several segments
    const facets = { price: { ranges: [[0, 10] as const] }, tags: {} };
    const { facetStats } = await index.search("lamp", { facets });
    expect(facetStats).toEqual({ price: { min: 5, max: 30 }, tags: { min: -1, max: 3 } });
    const none = await index.search("lamp", { facets: ["price"], filter: { price: 1 } });
    expect(none.facetStats).toBeUndefined();
    await index.delete("2");
    expect((await index.search("lamp", { facets: ["price"] })).facetStats).toEqual({
      price: { min: 12.5, max: 30 },
    });
    await index.close();
  });

  test("of dates are texts, and other kinds of values have none", async () => {
    const index = await createIndex({ fields: { ...fields, sold: "boolean", kind: "keyword" } });
    await index.add(PRICES.map((each) => ({ ...each, sold: true, kind: "7" })));
    const { facetStats, facets } = await index.search("lamp", {
      facets: ["made", "sold", "kind"],
    });
    expect(facetStats).toEqual({
      made: { min: "2023-01-01T10:00:00.000Z", max: "2024-05-01T00:00:00.000Z" },
    });
    expect(Object.keys(facets?.made ?? {})).toContain("2024-05-01T00:00:00.000Z");
    await index.close();
  });

  test("of values of several kinds are those of the numbers", async () => {
    const index = await createIndex();
    const values = [true, 4, "x", 2, "9", false];
    await index.add(values.map((value, i) => ({ id: i, text: "lamp", value })));
    const { facetStats } = await index.search("lamp", { facets: ["value"] });
    expect(facetStats).toEqual({ value: { min: 2, max: 4 } });
    await index.close();
  });
});
