/** Search within the values of a field. */

import { expect, test } from "vitest";
import { matchFacetValues } from "./facet-values.ts";
import { createIndex } from "./open-index.ts";

const VALUES = Array.from({ length: 5000 }, (_, i) => [`a brand ${i}`, 5000 - i] as const);

test("words that say nothing more are compared once, however many there are", () => {
  const countWork = (text: string): number => {
    let work = 0;
    const time = {
      count: (units = 1) => {
        work += units;
        return false;
      },
    };
    const values = matchFacetValues(VALUES, text, 2, time);
    expect(values.map(({ value }) => value)).toEqual(["a brand 0", "a brand 1"]);
    return work;
  };
  expect(countWork(`${"a ".repeat(2000)}${"br b bra ".repeat(1000)}`)).toBe(countWork("a bra"));
});

test("a search within values ends with its time instead of being incomplete", () => {
  let remaining = 100_000;
  const time = {
    count: (units = 1) => {
      remaining -= units;
      return remaining <= 0;
    },
  };
  expect(() => matchFacetValues(VALUES, "brand", 10, time)).toThrow(
    expect.objectContaining({ code: "UNAVAILABLE" }),
  );
  expect(remaining).toBeGreaterThan(-1000);
});

test("a search within values that has no time left fails instead of counting on", async () => {
  const index = await createIndex({ fields: { brand: "keyword" } });
  await index.add(
    Array.from({ length: 30_000 }, (_, i) => ({ id: i, brand: `brand ${i} of ${i}` })),
  );
  const search = (timeout?: number) =>
    index.facetSearch("brand", "o br", { limit: 1, ...(timeout && { timeout }) });
  await expect(search(1)).rejects.toThrow(expect.objectContaining({ code: "UNAVAILABLE" }));
  expect(await search()).toEqual([{ value: "brand 0 of 0", count: 1 }]);
  expect(await search(60_000)).toEqual(await search());
  await expect(index.facetSearch("brand", "", { timeout: -1 })).rejects.toThrow("timeout");
  await index.close();
});

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
