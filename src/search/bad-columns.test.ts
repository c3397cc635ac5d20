/** Every request about columns gets a clear error or the right answer. */

import { describe, expect, test } from "vitest";
import type { SearchOptions } from "../api/search-options.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { createIndex, openIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

const FIELDS = {
  name: {},
  kind: "keyword",
  price: "number",
  made: "date",
  sold: "boolean",
  tags: "keyword[]",
  constructor: "keyword",
  secret: { type: "keyword", filter: false, facet: false, sort: false },
} as const;

async function createShop(): Promise<SearchIndex> {
  const index = await createIndex({ fields: FIELDS });
  await index.add([
    { id: "a", name: "lamp", kind: "x", price: 1, tags: ["t"], constructor: "c", secret: "s" },
    { id: "b", name: "lamp", kind: "y", price: 2, made: "2024-05-31", sold: true },
  ]);
  return index;
}

describe("a search with a schema", () => {
  test.each<[unknown, string]>([
    [
      { filter: { kind: 5 } },
      'filter.kind must be a text of at most 8192 characters, because the field "kind" is a keyword; got 5',
    ],
    [{ filter: { price: "1" } }, "filter.price must be a finite number"],
    [{ filter: { price: { in: [1, "2"] } } }, "filter.price must be a finite number"],
    [{ filter: { price: Number.NaN } }, "filter.price must be a text, a finite number"],
    [{ filter: { sold: 1 } }, "filter.sold must be true or false"],
    [{ filter: { sold: { lt: 1 } } }, "filter.sold must be true or false"],
    [{ filter: { made: "2023-02-29" } }, "filter.made must be a date"],
    [{ filter: { made: "31.5.2024" } }, "filter.made must be a date"],
    [{ filter: { made: { gt: new Date(Number.NaN) } } }, "filter.made.gt must be a finite number"],
    [{ filter: { name: "lamp" } }, 'field "name" is a text; filter needs a keyword'],
    [{ filter: { secret: "s" } }, 'field "secret" was declared with filter: false'],
    [{ filter: Object.fromEntries([["__proto__", 1]]) }, 'the index has no field "__proto__"'],
    [{ filter: { toString: 1 } }, 'the index has no field "toString"'],
    [{ filter: { price: { exists: 1 } } }, "filter.price.exists must be true or false, got 1"],
    [{ sort: "colour" }, 'the index has no field "colour"'],
    [{ sort: "secret" }, 'field "secret" was declared with sort: false'],
    [{ sort: "tags" }, 'field "tags" was declared with sort: false'],
    [{ sort: ["price", 5] }, 'sort must be a field, "-" and a field, or "score", got 5'],
    [{ sort: "price desc" }, 'write "-price", got "price desc"'],
    [{ sort: ["kind:ASC"] }, 'write "kind", got "kind:ASC"'],
    [{ sort: "" }, 'sort must be a field, "-" and a field, or "score"'],
    [{ sort: Array.from({ length: 9 }, () => "price") }, "sort takes at most 8 fields, got 9"],
    [{ distinct: "tags" }, "distinct needs a field with one value"],
    [{ distinct: 5 }, "distinct must be a field, got 5"],
    [{ distinct: "kind", after: "x" }, "distinct takes an offset, not a cursor"],
    [{ after: 5 }, "after must be a cursor that a search returned, got 5"],
    [{ after: "e30" }, 'after must be a cursor that a search returned, got "e30"'],
    [{ after: "x".repeat(200_000) }, "after must be a cursor that a search returned"],
    [{ sort: "price", rerank: "model" }, "sort and rerank exclude each other"],
    [{ total: 0 }, "total must be a whole number ≥ 1, got 0"],
    [{ total: "all" }, "total must be true or false"],
  ])("rejects %j", async (options, message) => {
    const index = await createShop();
    const searching = index.search("lamp", options as SearchOptions);
    await expect(searching).rejects.toThrow(message);
    await expect(searching).rejects.toHaveProperty("code", "BAD_ARGUMENT");
  });

  test("accepts unusual but valid requests", async () => {
    const index = await createShop();
    const ids = async (options: SearchOptions): Promise<string> =>
      (await index.search("lamp", { sort: "id", ...options })).hits.map(({ id }) => id).join("");
    expect(await ids({ filter: { constructor: "c" } as never })).toBe("a");
    expect(await ids({ filter: { price: { gt: 2, lt: 1 } } })).toBe("");
    expect(await ids({ filter: { kind: "x", not: { kind: "x" } } })).toBe("");
    expect(await ids({ filter: { price: { gt: -1e308, lt: 1e308 } } })).toBe("ab");
    expect(await ids({ filter: { kind: "x".repeat(8192) } })).toBe("");
    expect(await ids({ filter: { made: new Date("2024-05-31") } })).toBe("b");
    expect(await ids({ filter: { made: { lt: 8.64e15 } } })).toBe("b");
    expect(await ids({ filter: { or: Array.from({ length: 5000 }, () => ({ kind: "y" })) } })).toBe(
      "b",
    );
    expect(await ids({ offset: 1e9 })).toBe("");
    expect(await ids({ limit: 0 })).toBe("");
    expect(await ids({ sort: ["-constructor", "id"] })).toBe("ab");
  });
});

test("rejects a cursor of another index, query, filter or order, and accepts one of a deleted hit", async () => {
  const index = await createShop();
  const page = await index.search("lamp", { sort: "price", limit: 1 });
  const { after } = page;
  expect(page.hits.map(({ id }) => id)).toEqual(["a"]);
  const other = await createIndex({ fields: { name: {}, price: "number" } });
  await expect(other.search("lamp", { sort: "price", limit: 1, after })).rejects.toThrow(
    "after is a cursor of another index",
  );
  for (const [query, options] of [
    ["lamps", { sort: "price" }],
    ["lamp", { sort: "-price" }],
    ["lamp", { sort: "price", filter: { price: 1 } }],
    ["lamp", {}],
  ] as const) {
    await expect(index.search(query, { ...options, after })).rejects.toThrow(
      "after is a cursor of another query, filter, sort or ranker",
    );
  }
  await expect(index.search("lamp", { sort: "price", after, offset: 1 })).rejects.toThrow(
    "after replaces offset",
  );
  await index.delete("a");
  const next = await index.search("lamp", { sort: "price", limit: 1, after });
  expect([next.hits.map(({ id }) => id), next.after]).toEqual([["b"], undefined]);
});

test("invalid values are rejected with the whole batch", async () => {
  const index = await createShop();
  for (const value of [
    { kind: "k".repeat(1 << 20) },
    { kind: "\ud800" },
    { price: Number.NaN },
    { price: Number.POSITIVE_INFINITY },
    { made: "yesterday" },
    { sold: "yes" },
    { tags: ["fits", 5] },
  ]) {
    const batch = [
      { id: "c", name: "lamp", kind: "z" },
      { id: "d", name: "lamp", ...value },
    ];
    await expect(index.add(batch)).rejects.toHaveProperty("code", "BAD_ARGUMENT");
  }
  expect(await index.count()).toBe(2);
});

test("counting stops at the requested limit and reports it", async () => {
  const index = await createIndex();
  await index.add(
    Array.from({ length: 50 }, (_, id) => ({ id, text: id % 2 ? "lamp red" : "lamp" })),
  );
  const count = async (total: SearchOptions["total"], limit = 5) => {
    const result = await index.search("lamp red", { total, limit });
    return [result.total, result.isLowerBound];
  };
  expect(await count(true)).toEqual([50, undefined]);
  expect(await count(20)).toEqual([20, true]);
  expect(await count(1000)).toEqual([50, undefined]);
  expect(await count(false)).toEqual([5, true]);
  expect(await count(false, 60)).toEqual([50, undefined]);
});

test("a cursor of an index with the same settings and other documents is rejected, also if both were created empty", async () => {
  const indexes = await Promise.all(
    ["a", "b"].map(async (id) => {
      const directory = new MemoryDirectory();
      await (await createIndex(directory)).close();
      const index = await openIndex(directory);
      await index.add([
        { id, text: "lamp" },
        { id: `${id}2`, text: "lamp" },
      ]);
      return index;
    }),
  );
  const [one, two] = indexes as [SearchIndex, SearchIndex];
  const { after } = await one.search("lamp", { limit: 1 });
  expect((await one.search("lamp", { limit: 1, after })).hits).toHaveLength(1);
  await expect(two.search("lamp", { limit: 1, after })).rejects.toThrow(
    "after is a cursor of another index",
  );
});

test("a cursor stays valid when displayed fields change", async () => {
  const index = await createIndex();
  await index.add([
    { id: "a", text: "lamp" },
    { id: "b", text: "lamp" },
  ]);
  const { after } = await index.search("lamp", { limit: 1, highlight: true, didYouMean: true });
  const next = await index.search("lamp", { limit: 1, after, snippet: true });
  expect(next.hits.map(({ id }) => id)).toEqual(["a"]); // equal scores are ordered by the larger id
});
