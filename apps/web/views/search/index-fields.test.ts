import { expect, test } from "vitest";
import { Schema } from "../../../../src/index/schema/index.ts";
import { readIndexFields } from "./index-fields.ts";

test("fields support the uses of their types", () => {
  const schema = Schema.parse({ title: {}, category: "keyword", price: "number" });
  const settings = JSON.parse(JSON.stringify({ schema }));
  expect(readIndexFields(settings)).toEqual([
    { name: "title", isSearched: true, isCounted: false, isSorted: false },
    { name: "category", isSearched: false, isCounted: true, isSorted: true },
    { name: "price", isSearched: false, isCounted: false, isSorted: true },
  ]);
});

test("an index without a schema has no fields", () => {
  expect(readIndexFields(undefined)).toEqual([]);
  expect(readIndexFields({ schema: "x" })).toEqual([]);
  expect(readIndexFields({ schema: [null, { name: 1 }] })).toEqual([]);
});
