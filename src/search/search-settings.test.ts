/** The settings of an index: stored with it, and defaults of its searches. */

import { describe, expect, test } from "vitest";
import { type IndexSettings, IndexWriter, type TermWeights } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { backupIndex, restoreIndex } from "./backup.ts";
import { createIndex, openIndex } from "./open-index.ts";
import { openReadOnly } from "./open-read-only.ts";
import type { SearchIndex } from "./search-index.ts";
import { applySettings } from "./search-settings.ts";

const DOCUMENTS = [
  { id: "1", title: "Sofa", body: "A red couch with legs", kind: "seat" },
  { id: "2", title: "Couch", body: "Blue velvet", kind: "seat" },
  { id: "3", title: "Lamp", body: "Red light beside the sofa", kind: "light" },
];

const FIELDS = { title: "text", body: "text", kind: "keyword" } as const;

async function createShop(directory = new MemoryDirectory()): Promise<SearchIndex> {
  const index = await createIndex(directory, { fields: FIELDS });
  await index.add(DOCUMENTS);
  return index;
}

const find = async (index: Pick<SearchIndex, "search">, query: string, options = {}) =>
  (await index.search(query, options)).hits.map(({ id }) => id).sort();

describe("settings of an index", () => {
  test("are empty at first, and changed one by one", async () => {
    const index = await createShop();
    expect(await index.settings()).toEqual({});
    expect(await index.updateSettings({ prefix: true, fuzzy: 1 })).toEqual({
      ...{ prefix: true, fuzzy: 1 },
    });
    expect(await index.updateSettings({ fuzzy: null, stopWords: ["red"] })).toEqual({
      ...{ prefix: true, stopWords: ["red"] },
    });
    expect(await index.settings()).toEqual({ prefix: true, stopWords: ["red"] });
    await index.close();
  });

  test("are the defaults of searches, which options override", async () => {
    const index = await createShop();
    expect(await find(index, "velv")).toEqual([]);
    await index.updateSettings({ prefix: true, synonyms: "sofa, couch", facets: ["kind"] });
    expect(await find(index, "velv")).toEqual(["2"]);
    expect(await find(index, "velv", { prefix: undefined })).toEqual(["2"]);
    expect(await find(index, "velv", { prefix: false })).toEqual([]);
    expect(await find(index, "sofa")).toEqual(["1", "2", "3"]);
    expect(await find(index, "sofa", { synonyms: "" })).toEqual(["1", "3"]);
    expect((await index.search("sofa")).facets).toEqual({ kind: { light: 1, seat: 2 } });
    expect((await index.search("sofa", { facets: [] })).facets).toEqual({});
    await index.close();
  });

  test("choose the fields and the ranker of searches, explanations and runs", async () => {
    const index = await createShop();
    await index.updateSettings({ fields: ["title"], ranker: "bm25f(k1=0)" });
    expect(await find(index, "sofa")).toEqual(["1"]);
    const [hit] = (await index.search("sofa")).hits;
    const { hits } = await index.search("sofa", { fields: ["title"], ranker: "bm25f(k1=0)" });
    expect(hit?.score).toBe(hits[0]?.score);
    expect((await index.explain("sofa", "1")).value).toBe(hit?.score);
    expect((await index.run([{ id: "q", text: "sofa" }])).name).toContain("k1=0");
    await index.close();
  });

  test("apply to the plain search, which is loaded after the first one", async () => {
    const index = await createShop();
    for (let i = 0; i < 3; i++) expect(await find(index, "red")).toEqual(["1", "3"]);
    await new Promise((resolve) => setTimeout(resolve, 50)); // the plain search is loaded
    const [before] = (await index.search("red", { ranker: "bm25(k1=0.1)" })).hits;
    await index.updateSettings({ ranker: "bm25(k1=0.1)" });
    expect((await index.search("red")).hits[0]?.score).toBe(before?.score);
    await index.updateSettings({ ranker: null });
    expect((await index.search("red")).hits[0]?.score).not.toBe(before?.score);
    await index.close();
  });

  test("survive reopening, merges, new fields and a backup", async () => {
    const [directory, copy, restored] = [1, 2, 3].map(() => new MemoryDirectory());
    const index = await createShop(directory);
    await index.updateSettings({ stopWords: ["red"] });
    await index.put({ id: "4", title: "Table", body: "Red oak" });
    await index.addFields({ price: "number" });
    await index.close();
    const writer = await IndexWriter.open(directory as MemoryDirectory);
    await writer.merge();
    await writer.commit();
    await writer.close();
    await backupIndex(directory as MemoryDirectory, copy as MemoryDirectory);
    await restoreIndex(copy as MemoryDirectory, restored as MemoryDirectory);
    for (const each of [directory, restored]) {
      const reader = await openReadOnly(each as MemoryDirectory);
      expect(await reader.settings()).toEqual({ stopWords: ["red"] });
      expect(await find(reader, "red oak")).toEqual(["4"]);
      await reader.close();
    }
  });

  test("of the first index apply to several that are searched as one", async () => {
    const [one, other] = [new MemoryDirectory(), new MemoryDirectory()];
    const first = await createShop(one);
    await first.updateSettings({ prefix: true });
    const second = await createIndex(other, { fields: FIELDS });
    await second.add({ id: "9", title: "Velvet", body: "", kind: "cloth" });
    const joined = await openIndex([one, other]);
    expect(await find(joined, "velv")).toEqual(["2", "9"]);
    const reversed = await openIndex([other, one]);
    expect(await find(reversed, "velv")).toEqual([]);
    for (const each of [first, second, joined, reversed]) await each.close();
  });

  test("boosts of an index apply to searches that do not set others", async () => {
    const index = await createShop();
    const boost = { filter: { kind: "light" }, mode: "add", weight: 50 } as const;
    await index.updateSettings({ boost: [boost] });
    expect((await index.search("sofa")).hits[0]?.id).toBe("3");
    expect((await index.search("sofa", { boost: [] })).hits[0]?.id).toBe("1");
    expect((await index.explain("sofa", "3")).parts.at(-1)?.value).toBe(50);
    await expect(
      index.updateSettings({ boost: { field: "size", function: "log" } }),
    ).rejects.toThrow("size");
    await index.close();
  });

  test.each([
    [{ prefx: true }, 'settings has no option "prefx"; did you mean "prefix"?'],
    [{ prefx: null }, 'settings has no option "prefx"; did you mean "prefix"?'],
    [{ limit: 3 }, 'settings has no option "limit"'],
    [{ prefix: "yes" }, 'prefix must be true or false, got "yes"'],
    [{ fields: ["titel"] }, "titel"],
    [{ facets: ["body"] }, "body"],
    [{ ranker: "bm26" }, "bm26"],
    [{ ranker: "hybrid" }, "needs an index with vectors"],
    [{ ranker: {} }, "the setting ranker must be a name"],
    [{ synonyms: "a =>" }, "synonyms, line 1"],
  ])("refuses %j and changes nothing", async (change, message) => {
    const index = await createShop();
    await index.updateSettings({ prefix: true });
    await expect(index.updateSettings(change as object)).rejects.toThrow(message);
    expect(await index.settings()).toEqual({ prefix: true });
    await index.put({ id: "5", title: "Chair", body: "Oak", kind: "seat" });
    expect(await find(index, "oa")).toEqual(["5"]);
    await index.close();
  });

  test("are limited in size", async () => {
    const index = await createShop();
    const synonyms = "sofa, couch\n".repeat(100_000);
    await expect(index.updateSettings({ synonyms })).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
    });
    await index.close();
  });

  test("leave learned weights the ranker and the fields that they bring", () => {
    const search = { ranker: "lm", fields: ["title"], prefix: true };
    const settings = { search } as unknown as IndexSettings;
    const weights = { weights: {} as TermWeights };
    expect(applySettings(settings, { weights })).toEqual({ prefix: true, weights });
    expect(applySettings(settings, { fuzzy: true })).toEqual({ ...search, fuzzy: true });
  });
});
