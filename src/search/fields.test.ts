import { describe, expect, test } from "vitest";
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

async function shop(): Promise<SearchIndex> {
  const index = await createIndex({ fields: FIELDS, positions: true });
  await index.add(SHOP);
  return index;
}

async function ids(
  index: SearchIndex,
  query: string,
  options: SearchOptions = {},
): Promise<string[]> {
  return (await index.search(query, options)).hits.map(({ id }) => id);
}

describe("an index with fields", () => {
  test("finds words in any field and ranks titles higher", async () => {
    const index = await shop();
    expect(await ids(index, "boiled eggs")).toEqual(["1", "2", "3"]);
    expect(await ids(index, "chef")).toEqual(["1"]);
    expect(await ids(index, "food")).toEqual([]);
    await index.close();
  });

  test("searches the fields that are chosen, as they are weighed", async () => {
    const index = await shop();
    expect(await ids(index, "eggs", { fields: ["title"] })).toEqual(["1"]);
    expect(await ids(index, "boiled", { fields: { title: 1, body: 20 } })).toEqual(["2", "1"]);
    await expect(ids(index, "eggs", { fields: ["category"] })).rejects.toThrow("is a keyword");
    await index.close();
  });

  test("gives back what is stored, dates as text", async () => {
    const index = await shop();
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

  test("counts, explains, ranks runs and shows snippets", async () => {
    const index = await shop();
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

  test("refuses a batch with a document that does not fit, as a whole", async () => {
    const index = await shop();
    const wrong = { id: 5, title: "x", published: "soon" };
    await expect(index.add([{ id: 4, title: "fits" }, wrong])).rejects.toThrow(
      'document "5", field "published" (date): it must be a date',
    );
    expect(await index.count()).toBe(3);
    await index.add({ id: 4, title: "fits" });
    expect(await index.count()).toBe(4);
    await index.close();
  });

  test("gets more fields and other weights, and keeps them when opened again", async () => {
    const place = new MemoryDirectory();
    const made = await createIndex(place, { fields: FIELDS });
    await made.add(SHOP);
    await made.addFields({ notes: "text", title: { weight: 1 } });
    await made.add({ id: 4, notes: "eggs eggs eggs", title: "" });
    expect((await ids(made, "eggs")).sort()).toEqual(["1", "2", "3", "4"]);
    expect(await ids(made, "eggs", { fields: ["notes"] })).toEqual(["4"]);
    await expect(made.addFields({ notes: "number" })).rejects.toThrow("cannot become number");
    await made.put({ id: 1, title: "Ham" });
    await made.close();
    const index = await openIndex(place);
    expect((await ids(index, "eggs")).sort()).toEqual(["2", "3", "4"]);
    await index.close();
  });

  test("keeps values to filter by when no field is a text", async () => {
    const index = await createIndex({ fields: { price: "number" } });
    await index.add([{ id: 1, price: 5, name: "five" }]);
    expect(await ids(index, "five")).toEqual([]);
    expect(await index.count({ price: 5 })).toBe(1);
    await index.close();
  });

  test("finds phrases and operators", async () => {
    const index = await shop();
    expect(await ids(index, '"boiled eggs"', { syntax: true })).toEqual(["1", "2"]);
    expect(await ids(index, "+eggs -soup", { syntax: true })).toEqual(["1", "2"]);
    await index.close();
  });
});

test("an index without fields has none to choose or to add to", async () => {
  const index = await createIndex();
  await index.add({ id: 1, text: "red" });
  await expect(ids(index, "red", { fields: ["text"] })).rejects.toThrow("made without fields");
  await expect(index.addFields({ a: "text" })).rejects.toThrow("made without fields");
  expect(await ids(index, "red")).toEqual(["1"]);
  await index.close();
});
