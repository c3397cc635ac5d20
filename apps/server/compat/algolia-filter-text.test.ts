import { describe, expect, test } from "vitest";
import { parseAlgoliaFilterText } from "./algolia-filter-text.ts";

const TYPES = new Map([
  ...([
    ["price", "number"],
    ["isNew", "boolean"],
    ["size", "keyword"],
  ] as const),
]);
const parse = (text: string) => parseAlgoliaFilterText(text, TYPES);

test.each([
  ["category:Book", { category: "Book" }],
  ["price > 12.99", { price: { gt: 12.99 } }],
  ["price!=-3", { price: { ne: -3 } }],
  ["price:5.99 TO 100", { price: { gte: 5.99, lte: 100 } }],
  ["price:30", { price: 30 }],
  ["size:42", { size: "42" }],
  ["isNew:true", { isNew: true }],
  ["published", { _tags: "published" }],
  ['"author name":"Ann \\"A\\" B"', { "author name": 'Ann "A" B' }],
  ["brand:'OR'", { brand: "OR" }],
  ["brand:\\-x", { brand: "-x" }],
  ["author.name:Ann", { "author.name": "Ann" }],
  ["NOT a:b", { not: { a: "b" } }],
])("%s", (text, filter) => {
  expect(parse(text)).toEqual(filter);
});

test("AND binds tighter than OR, and parentheses tighter than both", () => {
  const [a, b, c] = [{ a: "x" }, { b: "x" }, { c: "x" }];
  expect(parse("a:x AND b:x OR c:x")).toEqual({ or: [{ and: [a, b] }, c] });
  expect(parse("a:x AND (b:x OR NOT c:x)")).toEqual({ and: [a, { or: [b, { not: c }] }] });
});

test("a value of a field that is not declared may be a text, a number or a flag", () => {
  const free = (text: string) => parseAlgoliaFilterText(text, undefined);
  expect(free("price:30")).toEqual({ or: [{ price: "30" }, { price: 30 }] });
  expect(free("isNew:false")).toEqual({ or: [{ isNew: "false" }, { isNew: false }] });
});

describe("an error has its character", () => {
  test.each([
    ["price >", "character 8: expected a number, got the end"],
    ["a:b OR", "character 7: expected a name, got the end"],
    ["(a:b", 'character 5: expected ")", got the end'],
    ["a:b c:d", "character 5: expected AND, OR or the end"],
    ["price:a TO 3", "a range begins with a number"],
    ["a:b<score=3>", "scores of filters are not supported (character 4)"],
    ['a:"b', "character 3"],
    ["", "character 1: expected a name"],
  ])("%s", (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  test("and nesting has a limit", () => {
    expect(() => parse("(".repeat(30))).toThrow("nested more than 20 deep");
  });
});
