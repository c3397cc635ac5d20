/** Prefix search and typo tolerance in an index with fields. */

import { describe, expect, test } from "vitest";
import { createIndex } from "./open-index.ts";
import type { SearchOptions } from "./search-options.ts";

async function createShop(positions = true) {
  const index = await createIndex({
    positions,
    fields: {
      title: { weight: 3 },
      body: {},
      german: { analyzer: { language: "german" } },
      category: "keyword",
    },
  });
  await index.add([
    { id: "a", title: "Boiling kettle", body: "for tea and coffee", category: "kitchen" },
    { id: "b", title: "Tea pot", body: "not for boiling water", category: "kitchen" },
    { id: "c", title: "Lamp", body: "The light of it", german: "Die Lampen", category: "home" },
  ]);
  return async (query: string, options: SearchOptions = {}) => {
    const { hits } = await index.search(query, options);
    return hits.map(({ id }) => id).join("");
  };
}

describe("an index with fields", () => {
  test("matches prefixes and typos, in heavier fields first", async () => {
    const ids = await createShop();
    expect(await ids("boili", { prefix: true })).toBe("ab");
    expect(await ids("boili", { prefix: true, fields: ["body"] })).toBe("b");
    expect(await ids("boiilng", { fuzzy: true })).toBe("ab");
    expect(
      await ids("ketle", { fuzzy: true, fields: { title: 1, body: 2 }, ranker: "bm25f" }),
    ).toBe("a");
    expect(await ids("lampn", { fuzzy: true })).toBe("c");
    expect(await ids("it")).toBe("c");
    expect(await ids("the lamp")).toBe("c");
  });

  test.each([true, false])("finds phrases within a field, with positions %s", async (positions) => {
    const ids = await createShop(positions);
    expect(await ids('"boiling water"', { syntax: true })).toBe("b");
    expect(await ids('"water boiling"', { syntax: true })).toBe("");
  });

  test("scores a prefix over fields like the whole word if it expands to nothing else", async () => {
    const index = await createIndex({ fields: { title: { weight: 3 }, body: {} } });
    await index.add([
      { id: "a", title: "Kettle", body: "A kettle" },
      { id: "b", title: "Pot", body: "A kettle" },
    ]);
    const whole = await index.search("kettle", { ranker: "bm25f" });
    const half = await index.search("kettle", { ranker: "bm25f", prefix: true, fuzzy: true });
    expect(half.hits.map(({ id, score }) => [id, score])).toEqual(
      whole.hits.map(({ id, score }) => [id, score]),
    );
  });

  test("highlights each field with its own analyzer", async () => {
    const index = await createIndex({
      fields: { title: {}, german: { analyzer: { language: "german" } } },
    });
    await index.add({ id: 1, title: "Houses", german: "Viele Häuser" });
    const { hits } = await index.search("häusern", { highlight: true });
    expect(hits[0]?.highlights).toEqual({
      german: { ranges: [[6, 12]], html: "Viele <mark>Häuser</mark>" },
    });
  });
});
