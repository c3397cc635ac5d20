/** Search within the values of a field. */

import { expect, test } from "vitest";
import { createIndex } from "./open-index.ts";

test("finds values by the beginnings of their words, the most frequent first", async () => {
  const index = await createIndex({
    fields: { name: "text", brand: "keyword", price: "number", hasOwn: "keyword" },
  });
  const brands = ["Acme Tools", "Café Noir", "ACME Light", "Acme Tools", "Noir & Acme", "Other"];
  await index.add(
    brands.map((brand, i) => ({ id: i, name: i < 3 ? "lamp" : "desk", brand, price: i })),
  );
  expect(await index.facetSearch("brand", "ac")).toEqual([
    { value: "Acme Tools", count: 2 },
    { value: "ACME Light", count: 1 },
    { value: "Noir & Acme", count: 1 },
  ]);
  expect(await index.facetSearch("brand", "cafe NO")).toEqual([{ value: "Café Noir", count: 1 }]);
  expect(await index.facetSearch("brand", "acme", { limit: 1, query: "lamp" })).toEqual([
    { value: "ACME Light", count: 1 },
  ]);
  expect(await index.facetSearch("brand", "acme", { filter: "price > 3" })).toEqual([
    { value: "Noir & Acme", count: 1 },
  ]);
  expect(await index.facetSearch("brand", "")).toHaveLength(5);
  expect(await index.facetSearch("brand", "zz")).toEqual([]);
  expect(await index.facetSearch("hasOwn", "")).toEqual([]);
  await expect(index.facetSearch("brnd", "a")).rejects.toThrow("brnd");
  await expect(index.facetSearch("brand", "a", { limt: 1 } as object)).rejects.toThrow(
    'facetSearch has no option "limt"; did you mean "limit"?',
  );
  await index.close();
});
