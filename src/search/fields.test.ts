import { describe, expect, test } from "vitest";
import { checkIndex } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { createIndex, openIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SearchOptions } from "./search-options.ts";

const FIELDS = {
  title: { weight: 3 },
  body: {},
  category: "keyword",
  published: "date",
  secret: { stored: false },
} as const;

const SHOP = [
  { id: 1, title: "Boiled eggs", body: "seven minutes", category: "food", secret: "chef" },
  { id: 2, title: "Timer", body: "for boiled eggs", category: "tools", price: 7 },
  { id: 3, title: "Soup", body: "with an egg", published: new Date(0) },
];

async function createShop(): Promise<SearchIndex> {
  const index = await createIndex({ fields: FIELDS, positions: true });
  await index.add(SHOP);
  return index;
}

async function searchIds(
  index: SearchIndex,
  query: string,
  options: SearchOptions = {},
): Promise<string[]> {
  return (await index.search(query, options)).hits.map(({ id }) => id);
}

describe("an index with fields", () => {
  test("finds words in any field and ranks titles higher", async () => {
    const index = await createShop();
    expect(await searchIds(index, "boiled eggs")).toEqual(["1", "2", "3"]);
    expect(await searchIds(index, "chef")).toEqual(["1"]);
    expect(await searchIds(index, "food")).toEqual([]);
    await index.close();
  });

  test("searches the selected fields with their weights", async () => {
    const index = await createShop();
    expect(await searchIds(index, "eggs", { fields: ["title"] })).toEqual(["1"]);
    expect(await searchIds(index, "boiled", { fields: { title: 1, body: 20 } })).toEqual([
      "2",
      "1",
    ]);
    const options = { fields: ["title^2", "body"], snippet: true, highlight: true } as const;
    expect(await searchIds(index, "eggs", options)).toHaveLength(3);
    await expect(searchIds(index, "eggs", { fields: ["category"] })).rejects.toThrow(
      "is a keyword",
    );
    await index.close();
  });

  test("returns stored values, dates as text", async () => {
    const index = await createShop();
    expect(await index.get(3)).toEqual({
      ...{ id: "3", title: "Soup", body: "with an egg" },
      published: "1970-01-01T00:00:00.000Z",
    });
    expect(await index.get(1)).toEqual({
      ...{ id: "1", title: "Boiled eggs", body: "seven minutes", category: "food" },
    });
    expect((await index.search("eggs", { filter: { category: "tools" } })).total).toBe(1);
    await index.close();
  });

  test("counts, explains, ranks runs and creates snippets", async () => {
    const index = await createShop();
    const { hits, total } = await index.search("eggs", { snippet: true, explain: true, limit: 2 });
    expect(total).toBe(3);
    expect(hits[1]?.snippet?.html).toContain("<mark>egg");
    const [first] = hits;
    expect(first?.explanation?.value).toBe(first?.score);
    expect(first?.explanation?.parts[0]?.parts.map(({ label }) => label)).toEqual(["title"]);
    const run = await index.run([{ id: "q", text: "eggs" }], { fields: ["body"] });
    expect([...(run.rankings.get("q")?.documents ?? [])].sort()).toEqual(["2", "3"]);
    await index.close();
  });

  test("rejects a whole batch with one invalid document", async () => {
    const index = await createShop();
    const badDocument = { id: 5, title: "x", published: "soon" };
    await expect(index.add([{ id: 4, title: "fits" }, badDocument])).rejects.toThrow(
      'document "5", field "published" (date): it must be a date',
    );
    expect(await index.count()).toBe(3);
    await index.add({ id: 4, title: "fits" });
    expect(await index.count()).toBe(4);
    await index.close();
  });

  test("accepts more fields and other weights, and keeps them when opened again", async () => {
    const directory = new MemoryDirectory();
    const made = await createIndex(directory, { fields: FIELDS });
    await made.add(SHOP);
    await made.addFields({ notes: "text", title: { weight: 1 } });
    await made.add({ id: 4, notes: "eggs eggs eggs", title: "" });
    expect((await searchIds(made, "eggs")).sort()).toEqual(["1", "2", "3", "4"]);
    expect(await searchIds(made, "eggs", { fields: ["notes"] })).toEqual(["4"]);
    await expect(made.addFields({ notes: "number" })).rejects.toThrow("cannot become number");
    await made.put({ id: 1, title: "Ham" });
    await made.close();
    const index = await openIndex(directory);
    expect((await searchIds(index, "eggs")).sort()).toEqual(["2", "3", "4"]);
    await index.close();
  });

  test("keeps values to filter by when no field is a text", async () => {
    const index = await createIndex({ fields: { price: "number" } });
    await index.add([{ id: 1, price: 5, name: "five" }]);
    expect(await searchIds(index, "five")).toEqual([]);
    expect(await index.count({ price: 5 })).toBe(1);
    await index.close();
  });

  test("matches phrases and operators", async () => {
    const index = await createShop();
    expect(await searchIds(index, '"boiled eggs"', { syntax: true })).toEqual(["1", "2"]);
    expect(await searchIds(index, "+eggs -soup", { syntax: true })).toEqual(["1", "2"]);
    await index.close();
  });
});

test("an index without fields rejects a choice of fields and new fields", async () => {
  const index = await createIndex();
  await index.add({ id: 1, text: "red" });
  await expect(searchIds(index, "red", { fields: ["text"] })).rejects.toThrow(
    "made without fields",
  );
  await expect(index.addFields({ a: "text" })).rejects.toThrow("made without fields");
  expect(await searchIds(index, "red")).toEqual(["1"]);
  await index.close();
});

describe("the syntax over fields", () => {
  const made = async (positions: boolean): Promise<SearchIndex> => {
    const index = await createIndex({ fields: { title: { weight: 3 }, body: {} }, positions });
    await index.add([
      { id: 1, title: "Boiled eggs", body: "seven minutes of water" },
      { id: 2, title: "Seven timers", body: "for boiled eggs" },
      { id: 3, title: "Soup", body: "eggs, boiled" },
    ]);
    return index;
  };

  test.each([true, false])("finds words and phrases by field, positions: %s", async (positions) => {
    const index = await made(positions);
    const found = async (query: string) => (await searchIds(index, query, { syntax: true })).sort();
    expect(await found("title:eggs")).toEqual(["1"]);
    expect(await found("body:eggs")).toEqual(["2", "3"]);
    expect(await found('title:"boiled eggs"')).toEqual(["1"]);
    expect(await found('body:"boiled eggs"')).toEqual(["2"]);
    expect(await found('"boiled eggs"')).toEqual(["1", "2"]);
    expect(await found("+body:boiled -title:soup")).toEqual(["2"]);
    expect(await found("title:boi*")).toEqual(["1"]);
    expect(await found("title:seevn~")).toEqual(["2"]);
    expect(await found("title:soup body:water")).toEqual(["1", "3"]);
    // A phrase does not cross fields.
    expect(await found('"eggs seven"')).toEqual([]);
    await index.close();
  });

  test.each([true, false])("finds no phrase across values, positions: %s", async (positions) => {
    // At the position of a stop word a phrase matches any word.
    for (const stopWords of ["none", "english"] as const) {
      const analysis = { stopWords, stemmer: "none" } as const;
      const directory = new MemoryDirectory();
      const fields = { names: "text[]" } as const;
      const index = await createIndex(directory, { fields, positions, analysis });
      await index.add([
        { id: 1, names: ["white house", "boiled eggs", "of joy"] },
        { id: 2, names: ["eggs of joy", "white"] },
      ]);
      const found = async (query: string) =>
        (await searchIds(index, query, { syntax: true })).sort();
      expect(await found('"boiled eggs"')).toEqual(["1"]);
      expect(await found('"house boiled"')).toEqual([]);
      expect(await found('"white house boiled"')).toEqual([]);
      expect(await found('"eggs of joy"')).toEqual(["2"]);
      expect(await found('"house of eggs"')).toEqual([]);
      expect(await found('"joy white"')).toEqual([]);
      expect((await index.suggest("")).flatMap(({ text }) => text.match(/\s/) ?? [])).toEqual([]);
      await index.close();
      expect((await checkIndex(directory)).damages).toEqual([]);
    }
  });

  test("accepts any string as a query", async () => {
    const index = await made(true);
    for (const query of [
      'titel:"boiled eggs"',
      "http://x eggs",
      "title: eggs",
      ":eggs",
      'title:"eggs',
    ]) {
      expect((await searchIds(index, query, { syntax: true })).length, query).toBeGreaterThan(0);
    }
    expect(await searchIds(index, "title:eggs")).toHaveLength(3); // without syntax: words
    await index.close();
  });

  test("scores a word of one field by that field only, and explains it", async () => {
    const index = await made(true);
    const [hit] = (await index.search("title:eggs", { syntax: true, explain: true })).hits;
    const [alone] = (await index.search("eggs", { fields: ["title"] })).hits;
    expect(hit?.explanation?.parts[0]?.label).toBe("egg");
    expect(hit?.explanation?.parts[0]?.parts.map(({ label }) => label)).toEqual(["title"]);
    expect(hit?.score).toBeCloseTo(alone?.score as number, 10);
    await index.close();
  });
});

describe("learned term weights", () => {
  const documents = Array.from({ length: 60 }, (_, i) => ({
    id: i,
    title: `item ${i % 7} apple`,
    body: `some words about ${["red", "green", "blue"][i % 3]} things number ${i}`,
  }));
  const judged = documents
    .slice(0, 40)
    .map(({ title }, i) => ({ id: `q${i}`, text: `${title} number ${i}`, relevant: [String(i)] }));

  test("apply to all text of the fields", async () => {
    const index = await createIndex({ fields: { title: {}, body: {} } });
    await index.add(documents);
    const weights = await index.learn(judged, { keep: 1 });
    const weighted = await index.search("number 7", { weights });
    expect(weighted.hits[0]?.id).toBe("7");
    await index.close();
  });

  test("of selected fields equal those of an index of these fields only", async () => {
    const both = await createIndex({ fields: { title: {}, body: {} } });
    await both.add(documents);
    const alone = await createIndex({ fields: { body: {} } });
    await alone.add(documents.map(({ id, body }) => ({ id, body })));
    const [chosen, only] = [
      await both.learn(judged, { keep: 1, fields: ["body"] }),
      await alone.learn(judged, { keep: 1 }),
    ];
    expect([...chosen.weights.entries()]).toEqual([...only.weights.entries()]);
    expect(chosen.ranker).toBe(only.ranker);
    const scored = async (index: SearchIndex, options: SearchOptions) =>
      (await index.search("blue things 7", { limit: 60, ...options })).hits.map(({ id, score }) => [
        id,
        score,
      ]);
    const expected = await scored(alone, { weights: only });
    expect(expected).toHaveLength(60);
    expect(await scored(both, { weights: chosen })).toEqual(expected);
    // The title contains none of these words except the number.
    const titles = await both.search("blue things 5", { weights: chosen, fields: ["title"] });
    expect(titles.total).toBe(8);
    await expect(both.search("blue", { weights: chosen, fields: ["nope"] })).rejects.toThrow(
      'the index has no field "nope"',
    );
    await both.close();
    await alone.close();
  });
});
