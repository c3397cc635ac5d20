import { describe, expect, test } from "vitest";
import type { Filter } from "../api/filter.ts";
import { parseFilterText } from "./filter-text.ts";
import { createIndex } from "./open-index.ts";

describe("the filter syntax", () => {
  test.each<[string, Filter]>([
    ["category = books", { category: { eq: "books" } }],
    ["price<20", { price: { lt: 20 } }],
    ["price >= -1.5e3", { price: { gte: -1500 } }],
    ["price != .5", { price: { ne: 0.5 } }],
    ["sold = true", { sold: { eq: true } }],
    ['sold = "true"', { sold: { eq: "true" } }],
    ["sku = '0012'", { sku: { eq: "0012" } }],
    ["maker.name = null", { "maker.name": { eq: null } }],
    ["published > 2024-05-31", { published: { gt: "2024-05-31" } }],
    ["at >= 2024-05-31T12:00:00Z", { at: { gte: "2024-05-31T12:00:00Z" } }],
    ["tags in (a, 'b c', 3)", { tags: { in: ["a", "b c", 3] } }],
    ["price exists", { price: { exists: true } }],
    ["price missing", { price: { exists: false } }],
    ['"two words" = "say \\"hi\\""', { "two words": { eq: 'say "hi"' } }],
    ["größe = 5", { größe: { eq: 5 } }],
    [
      "a = 1 and b = 2 or c = 3",
      { or: [{ and: [{ a: { eq: 1 } }, { b: { eq: 2 } }] }, { c: { eq: 3 } }] },
    ],
    [
      "a = 1 AND (b = 2 OR c = 3)",
      { and: [{ a: { eq: 1 } }, { or: [{ b: { eq: 2 } }, { c: { eq: 3 } }] }] },
    ],
    ["not a = 1 and b = 2", { and: [{ not: { a: { eq: 1 } } }, { b: { eq: 2 } }] }],
    ["not (a = 1 and b = 2)", { not: { and: [{ a: { eq: 1 } }, { b: { eq: 2 } }] } }],
  ])("parses %s", (text, expected) => {
    expect(parseFilterText(text)).toEqual(expected);
  });

  test.each([
    ["", "at character 1: expected a field, got the end"],
    ["price", "at character 6: expected =, !=, <, <=, >, >=, in, exists or missing, got the end"],
    ["price <", "at character 8: expected a value, got the end"],
    ["price < )", 'at character 9: expected a value, got ")"'],
    ["price < 20 category = books", 'at character 12: expected and, or or the end, got "category"'],
    ["(price < 20", 'at character 12: expected ")", got the end'],
    ["tags in a", 'at character 9: expected "(" and a list of values, got "a"'],
    ["tags in (a b)", 'at character 12: expected "," or ")", got "b"'],
    ["tags in ()", 'at character 10: expected a value, got ")"'],
    ["a = 1 & b = 2", 'at character 7: "& b = 2" is neither a word nor a sign'],
    ['a = "open', 'at character 5: "\\"open" is neither a word nor a sign'],
    ["and = 5", 'at character 1: expected a field, got "and"'],
  ])("rejects %j with the position", (text, message) => {
    expect(() => parseFilterText(text)).toThrow(`the filter is wrong ${message}`);
  });

  test("allows 20 levels of nesting and any length", () => {
    const deep = (depth: number): string => `${"(".repeat(depth)}a = 1${")".repeat(depth)}`;
    expect(parseFilterText(deep(20))).toEqual({ a: { eq: 1 } });
    for (const text of [deep(21), deep(100_000), `${"not ".repeat(100_000)}a = 1`]) {
      expect(() => parseFilterText(text)).toThrow("nested more than 20 deep");
    }
    const long = Array.from({ length: 10_000 }, (_, i) => `a = ${i}`).join(" or ");
    expect((parseFilterText(long) as { or: unknown[] }).or).toHaveLength(10_000);
  });

  test("accepts a field of any name", () => {
    const filter = parseFilterText("__proto__ = 1");
    expect(Object.keys(filter)).toEqual(["__proto__"]);
    expect(Object.keys(parseFilterText("constructor = 1"))).toEqual(["constructor"]);
  });
});

test("a search, a count and a search for similar documents take the text", async () => {
  const index = await createIndex({ vectors: { dimensions: 2 } });
  await index.add([
    { id: "a", text: "lamp", price: 5, brand: "x", vector: [1, 0] },
    { id: "b", text: "lamp", price: 50, brand: "x", vector: [1, 0.1] },
    { id: "c", text: "lamp", price: 7, brand: "y", vector: [1, 0.2] },
  ]);
  const ids = (hits: readonly { id: string }[]): string[] => hits.map(({ id }) => id).sort();
  const filter = "price < 10 and brand = x";
  expect(ids((await index.search("lamp", { filter })).hits)).toEqual(["a"]);
  expect(ids((await index.search("", { filter: "price > 6" })).hits)).toEqual(["b", "c"]);
  expect(await index.count("brand = x")).toBe(2);
  expect(ids(await index.similar("a", { filter: "price < 10" }))).toEqual(["c"]);
  await expect(index.search("lamp", { filter: "price <" })).rejects.toThrow(
    "the filter is wrong at character 8",
  );
  await index.close();
});
