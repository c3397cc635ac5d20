/** Changes of documents: parts, deletion by a filter, replacement of all; equal to a map of documents. */

import { describe, expect, test } from "vitest";
import type { SearchDocument } from "../api/document-type.ts";
import { Random } from "../common/random.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { createIndex, openIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

async function listDocuments(index: SearchIndex): Promise<SearchDocument[]> {
  const { hits } = await index.search("", { filter: {}, limit: 1000 });
  return hits.map(({ document }) => document as SearchDocument);
}

const sortById = (documents: Iterable<SearchDocument>): SearchDocument[] =>
  [...documents].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));

describe("a part of a document", () => {
  test("replaces its properties, removes those that are null, and leaves the others", async () => {
    const index = await createIndex();
    await index.add({ id: 1, title: "Lamp", text: "red", price: 5, tags: ["old"] });
    expect(await index.update({ id: 1, price: 3, tags: null, text: undefined })).toBe(1);
    expect(await index.get(1)).toEqual({ id: "1", title: "Lamp", text: "red", price: 3 });
    expect((await index.search("red lamp")).total).toBe(1);
    await index.update([
      { id: 1, text: "blue" },
      { id: 1, price: 4 },
    ]);
    expect(await index.get(1)).toEqual({ id: "1", title: "Lamp", text: "blue", price: 4 });
    expect((await index.search("red")).total).toBe(0);
    await index.close();
  });

  test("of a typed document has typed properties", async () => {
    interface Product {
      readonly id: string;
      readonly name: string;
      readonly price: number;
    }
    const index = await createIndex<Product>({ fields: { name: "text", price: "number" } });
    await index.add({ id: "a", name: "lamp", price: 5 });
    await index.update({ id: "a", price: 2 });
    // @ts-expect-error the property is unknown
    await index.update({ id: "a", pryce: 2 });
    expect((await index.search("lamp", { filter: { price: 2 } })).total).toBe(1);
    await index.close();
  });

  test("must not have a property that documents must not have", async () => {
    const index = await createIndex();
    await index.put([{ id: "a", text: "one" }]);
    const part = JSON.parse('{ "id": "a", "__proto__": 3, "constructor": 4 }');
    await expect(index.update([part])).rejects.toThrow('a field must not be named "__proto__"');
    await index.update([JSON.parse('{ "id": "a", "constructor": 4 }')]);
    expect(await index.get("a")).toEqual({ id: "a", text: "one", constructor: 4 });
    await index.close();
  });

  test("of an unknown document is refused, and nothing is changed", async () => {
    const index = await createIndex();
    await index.add({ id: "a", text: "red" });
    const parts = [
      { id: "a", text: "blue" },
      { id: "b", text: "blue" },
    ];
    await expect(index.update(parts)).rejects.toMatchObject({
      ...{ code: "NOT_FOUND", message: 'the index has no document "b"' },
    });
    expect(await index.get("a")).toEqual({ id: "a", text: "red" });
    await index.close();
  });

  test("needs stored documents, and the vector of a document that has its own", async () => {
    const { IndexWriter } = await import("../index/index.ts");
    const directory = new MemoryDirectory();
    const writer = await IndexWriter.open(directory, { stored: false });
    await writer.add({ id: "a", text: "red" });
    await writer.commit();
    await writer.close();
    const bare = await openIndex(directory);
    await expect(bare.update({ id: "a", text: "blue" })).rejects.toThrow("does not store");
    await bare.close();
    const index = await createIndex({ vectors: { dimensions: 2 } });
    await index.add({ id: "a", text: "red", vector: [1, 0] });
    await expect(index.update({ id: "a", text: "blue" })).rejects.toThrow("needs the vector");
    await index.update({ id: "a", text: "blue", vector: [0, 1] });
    expect(await index.get("a")).toEqual({ id: "a", text: "blue" });
    await index.close();
  });
});

describe("a replacement of all documents", () => {
  test("is seen when it is complete, and keeps fields and settings", async () => {
    const directory = new MemoryDirectory();
    const index = await createIndex(directory, { fields: { name: "text", price: "number" } });
    await index.updateSettings({ prefix: true });
    await index.add([1, 2, 3].map((id) => ({ id, name: "lamp", price: id })));
    const totals: number[] = [];
    const documents = async function* () {
      for (const id of [3, 4]) {
        totals.push((await index.search("lamp")).total);
        yield { id, name: "lamps", price: 10 * id };
      }
    };
    expect(await index.replace(documents())).toBe(2);
    expect(totals).toEqual([3, 3]);
    expect(sortById(await listDocuments(index))).toEqual([
      { id: "3", name: "lamps", price: 30 },
      { id: "4", name: "lamps", price: 40 },
    ]);
    expect((await index.search("lam", { filter: "price > 30" })).total).toBe(1);
    await index.close();
    const reopened = await openIndex(directory);
    expect(await reopened.count()).toBe(2);
    await reopened.close();
  });

  test("that fails leaves the old documents", async () => {
    const index = await createIndex();
    await index.add({ id: "a", text: "red" });
    const documents = async function* () {
      yield { id: "b", text: "blue" };
      throw new Error("the source ended");
    };
    await expect(index.replace(documents())).rejects.toThrow("the source ended");
    const twice = [1, 1].map((id) => ({ id, text: "blue" }));
    await expect(index.replace(twice)).rejects.toThrow("is in the index already");
    expect(await listDocuments(index)).toEqual([{ id: "a", text: "red" }]);
    expect(await index.replace([])).toBe(0);
    expect(await index.count()).toBe(0);
    await index.add({ id: "c", text: "red" });
    expect((await index.search("red")).total).toBe(1);
    await index.close();
  });
});

test("a pending change is finished by close", async () => {
  const directory = new MemoryDirectory();
  const index = await createIndex(directory);
  await index.add({ id: "a", text: "red" });
  const pending = [
    index.update({ id: "a", price: 1 }),
    index.updateSettings({ prefix: true }),
    index.delete({ filter: "price > 3" }),
  ];
  await index.close();
  expect(await Promise.all(pending)).toEqual([1, { prefix: true }, 0]);
  const reopened = await openIndex(directory);
  expect(await reopened.get("a")).toEqual({ id: "a", text: "red", price: 1 });
  await reopened.close();
});

test("a change sees what another process has committed before", async () => {
  const directory = new MemoryDirectory();
  const first = await createIndex(directory);
  await first.add({ id: "a", text: "red", price: 1 });
  const second = await openIndex(directory);
  await first.put({ id: "b", text: "blue", price: 2 });
  await first.close();
  expect(await second.update({ id: "b", price: 9 })).toBe(1);
  expect(await second.delete({ filter: { price: { gt: 5 } } })).toBe(1);
  await second.close();
});

const WORDS = ["red", "green", "blue", "lamp", "desk"];

/** Applies one random change to the index and to the map, the slow and obvious way. */
async function changeBoth(
  index: SearchIndex,
  model: Map<string, SearchDocument>,
  random: Random,
): Promise<void> {
  const pick = (count: number): number => random.below(count);
  const id = `d${pick(12)}`;
  const create = (name: string): SearchDocument => ({
    ...{ id: name, text: WORDS[pick(5)] as string, price: pick(10) },
    ...(pick(2) === 0 ? { kind: WORDS[pick(5)] } : {}),
  });
  const [change, limit] = [pick(6), pick(10)];
  if (change === 0) {
    const document = create(id);
    await index.put(document);
    model.set(id, document);
  } else if (change <= 2 && model.has(id)) {
    const [price, kind] = [pick(10), pick(2) === 0 ? null : "desk"];
    await index.update({ id, price, kind });
    const { kind: _, ...others } = model.get(id) as SearchDocument;
    model.set(id, { ...others, ...(kind === null ? {} : { kind }), id, price });
  } else if (change === 3) {
    const gone = [...model.values()].filter(({ price }) => price < limit && limit < 4);
    const filter = limit < 4 ? `price < ${limit}` : "price < 0";
    expect(await index.delete({ filter })).toBe(gone.length);
    for (const document of gone) model.delete(String(document.id));
  } else if (change === 4) {
    expect(await index.delete(id)).toBe(model.delete(id) ? 1 : 0);
  } else if (limit === 0) {
    const documents = Array.from({ length: pick(5) }, (_, i) => create(`d${i}`));
    await index.replace(documents);
    model.clear();
    for (const document of documents) model.set(String(document.id), document);
  }
}

test.each([1, 2, 3])("random changes leave what a map has, seed %i", async (seed) => {
  const random = new Random(seed);
  const directory = new MemoryDirectory();
  const index = await createIndex(directory);
  const model = new Map<string, SearchDocument>();
  for (let step = 0; step < 120; step++) {
    await changeBoth(index, model, random);
    if (step % 10 !== 9) continue;
    expect(sortById(await listDocuments(index))).toEqual(sortById(model.values()));
    for (const word of WORDS) {
      const total = [...model.values()].filter(({ text }) => text === word).length;
      expect((await index.search(word)).total).toBe(total);
    }
  }
  await index.close();
});
