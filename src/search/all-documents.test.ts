import { describe, expect, test } from "vitest";
import { defined } from "../common/defined.ts";
import { createIndex, type SearchIndex, type SearchOptions } from "./index.ts";

/** Forty products, of which one was deleted; the byte order of ids is not the order of prices. */
async function createShelf(): Promise<SearchIndex> {
  const index = await createIndex({
    fields: { name: {}, kind: "keyword", price: "number" },
  });
  const items = Array.from({ length: 40 }, (_, i) => ({
    id: `t${i}`,
    name: `thing ${i}`,
    kind: i % 4 === 0 ? "cup" : "plate",
    price: (i * 17) % 40,
  }));
  await index.add(items.slice(0, 33));
  await index.add(items.slice(33));
  await index.delete("t8");
  return index;
}

const ids = async (index: SearchIndex, options: SearchOptions, query = ""): Promise<string[]> =>
  (await index.search(query, options)).hits.map(({ id }) => id);

describe("an empty query", () => {
  test("finds nothing on its own, and all documents that pass a filter", async () => {
    const index = await createShelf();
    expect(await index.search("")).toMatchObject({ hits: [], total: 0 });
    const { hits, total } = await index.search("  ", { filter: { kind: "cup" }, limit: 20 });
    expect(total).toBe(9);
    // t0, t4, … t36 without t8, the larger id first: by bytes t4 is above t36.
    expect(hits.map(({ id }) => id)).toEqual(
      ["t0", "t4", "t12", "t16", "t20", "t24", "t28", "t32", "t36"].sort().reverse(),
    );
    expect(new Set(hits.map(({ score }) => score))).toEqual(new Set([0]));
  });

  test("is counted, sorted, grouped and paged like any other query", async () => {
    const index = await createShelf();
    const { facets, total } = await index.search("", { facets: ["kind"], limit: 0 });
    expect({ facets, total }).toEqual({ facets: { kind: { plate: 30, cup: 9 } }, total: 39 });
    // 17 * i mod 40 is 0, 1, 2 for i = 0, 33, 26.
    expect(await ids(index, { sort: ["price"], limit: 3 })).toEqual(["t0", "t33", "t26"]);
    expect(await ids(index, { sort: ["price"], limit: 2, distinct: "kind" })).toEqual([
      "t0",
      "t33",
    ]);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await index.search("", {
        filter: {},
        limit: 7,
        ...defined({ after }),
      });
      seen.push(...page.hits.map(({ id }) => id));
      ({ after } = page);
    } while (after !== undefined);
    expect(seen).toHaveLength(39);
    expect(new Set(seen).size).toBe(39);
    expect(seen).toEqual(seen.toSorted().reverse());
  });

  test("explains a score of 0, and highlights nothing", async () => {
    const index = await createShelf();
    const options = { sort: ["-price"], limit: 1, explain: true, highlight: true };
    const [hit] = (await index.search("", options)).hits;
    expect(hit?.explanation).toMatchObject({ value: 0, parts: [] });
  });

  test("is not a match-all query if it has a vector", async () => {
    const index = await createIndex({ vectors: { dimensions: 2 } });
    await index.add([
      { id: "east", text: "a", vector: [1, 0] },
      { id: "north", text: "b", vector: [0, 1] },
    ]);
    const options = { ranker: "dense", vector: [0.1, 1], filter: {}, limit: 1 };
    expect(await ids(index, options)).toEqual(["north"]);
  });
});
