import { describe, expect, test } from "vitest";
import type { Facets } from "./facet-options.ts";
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
