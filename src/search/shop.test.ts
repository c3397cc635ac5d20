/**
 * The shop of docs/coming-from.md: its programs are those that were measured, and
 * its queries return what the page reports.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createIndex } from "./open-index.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const products: { id: string }[] = JSON.parse(read("examples/data/shop.json"));
const queries: { query: string; relevant: Record<string, number> }[] = JSON.parse(
  read("examples/data/shop-queries.json"),
);

/** nDCG@10 with exponential gains. */
function computeNdcg(ids: readonly string[], relevant: Readonly<Record<string, number>>): number {
  const sum = (grades: readonly number[]): number =>
    grades.reduce((total, grade, rank) => total + (2 ** grade - 1) / Math.log2(rank + 2), 0);
  const ideal = Object.values(relevant).sort((a, b) => b - a);
  return sum(ids.slice(0, 10).map((id) => relevant[id] ?? 0)) / sum(ideal.slice(0, 10));
}

describe("the shop", () => {
  test("has 30 queries, each with a product to find", () => {
    expect(new Set(queries.map(({ query }) => query)).size).toBe(30);
    const ids = new Set(products.map(({ id }) => id));
    for (const { query, relevant } of queries) {
      expect(Object.keys(relevant).length, query).toBeGreaterThan(0);
      expect(
        Object.keys(relevant).filter((id) => !ids.has(id)),
        query,
      ).toEqual([]);
    }
  });

  test("is searched as well as the page reports", async () => {
    const texts = { title: { weight: 3 }, description: {}, brand: {} };
    const shop = await createIndex({ fields: { ...texts, category: "keyword", price: "number" } });
    await shop.add(products);
    let sum = 0;
    for (const { query, relevant } of queries) {
      const { hits } = await shop.search(query, { prefix: true, fuzzy: true });
      sum += computeNdcg(
        hits.map(({ id }) => id),
        relevant,
      );
    }
    const documented = /\| Termwise \| (\.\d+) \|/.exec(read("docs/coming-from.md"))?.[1];
    expect((sum / queries.length).toFixed(3)).toBe(`0${documented}`);
  });

  test.each(["termwise", "minisearch", "orama"])(
    "shows the program that was measured for %s",
    (name) => {
      const program = read(`bench/peers/shop/${name}.mjs`);
      expect(read("docs/coming-from.md")).toContain(program);
      const own = read("bench/peers/shop/termwise.mjs").split("\n").length;
      expect(own).toBeLessThanOrEqual(program.split("\n").length);
    },
  );
});
