import { describe, expect, test } from "vitest";
import type { SearchOptions } from "../api/search-options.ts";
import { Random } from "../common/random.ts";
import { createIndex } from "./open-index.ts";
import { searchNow } from "./plain-search.ts";
import { searchHits } from "./search-hits.ts";

const random = new Random(3);
const pickWord = (): string => `w${random.below(1 + random.below(40))}`;
const DOCUMENTS = Array.from({ length: 200 }, (_, i) => ({
  id: `d${i}`,
  title: `${pickWord()} ${pickWord()}`,
  text: Array.from({ length: 1 + random.below(30) }, pickWord).join(" "),
  price: i,
  nested: { a: [i] },
}));
const createPlain = async () => {
  const index = await createIndex();
  for (let from = 0; from < DOCUMENTS.length; from += 80) {
    await index.add(DOCUMENTS.slice(from, from + 80)); // several segments
  }
  await index.delete(["d3", "d100"]);
  return index;
};
const createFielded = async () => {
  const index = await createIndex({ fields: { title: { weight: 2 }, text: {} } });
  await index.add(DOCUMENTS);
  return index;
};

const QUERIES = ["w1", "w1 w2 w3", "w39 w38", "w1 w1 nothing", "w0", "w17 w5 w30 w2 w8"];
const SHAPES: readonly SearchOptions[] = [
  {},
  { limit: 0 },
  { limit: 1, total: false },
  { limit: 3, offset: 2, total: 5 },
  { offset: 190 },
  { limit: 200 },
  { total: false, didYouMean: false },
  { minMatch: 2 },
  { timeout: 60_000 },
  { select: ["price"], snippet: false },
  { select: [] },
];

describe.each([
  ["one text", createPlain],
  ["fields", createFielded],
])("a search of an index with %s", (_, create) => {
  test("runs at once after the first, with the results of the general search", async () => {
    const index = await create();
    await index.search("w1"); // loads the ranker, opens the stored fields
    let atOnce = 0;
    await index.withReader(async (reader) => {
      for (const query of QUERIES) {
        for (const options of SHAPES) {
          const general = await searchHits(reader, query, options);
          const plain = searchNow(reader, query, options, 0);
          if (plain === undefined) {
            expect(general.total).toBeLessThan(3); // a correction is looked for
            continue;
          }
          atOnce++;
          const { took, ...result } = plain;
          expect(took).toBeGreaterThan(0);
          expect(result).toEqual(general);
          expect(Object.keys(result).toSorted()).toEqual(Object.keys(general).toSorted());
        }
      }
      for (const options of [{ filter: { price: 3 } }, { syntax: true }, { explain: true }]) {
        expect(searchNow(reader, "w1", options, 0)).toBe(undefined);
      }
    });
    expect(atOnce).toBeGreaterThan(50);
  });
});

test("a cursor is the same for a caller that changes its options before reading it", async () => {
  const index = await createPlain();
  const options = { limit: 2, ranker: "bm25(k1=0.5)" };
  await index.search("w1", options);
  const result = await index.search("w1", options);
  options.ranker = "tfidf";
  const all = await index.search("w1", { limit: 4, ranker: "bm25(k1=0.5)" });
  const next = await index.search("w1", {
    limit: 2,
    ranker: "bm25(k1=0.5)",
    after: result.after as string,
  });
  expect([...result.hits, ...next.hits]).toEqual(all.hits);
  expect(structuredClone(result)).toEqual(result);
  expect(JSON.parse(JSON.stringify(result)).after).toBe(result.after);
});

describe("select", () => {
  test("returns the id and the named properties, also where other options need all texts", async () => {
    const index = await createPlain();
    for (const options of [{}, { highlight: true }, { filter: { price: { gt: 0 } } }]) {
      const { hits } = await index.search("w1", {
        select: ["price", "nested", "absent"],
        ...options,
      });
      expect(hits.length).toBe(10);
      for (const { id, document } of hits) {
        const price = Number(id.slice(1));
        expect(document).toEqual({ id, price, nested: { a: [price] } });
      }
    }
    expect((await index.search("w1", { select: [] })).hits.map(({ document }) => document)).toEqual(
      (await index.search("w1")).hits.map(({ id }) => ({ id })),
    );
    await expect(index.search("w1", { select: "price" as never })).rejects.toThrow(
      "select must be an array of names",
    );
  });
});

test("a caller may change the documents of a result: the next search reads them unchanged", async () => {
  const index = await createIndex();
  await index.add([
    { id: "a", text: "words", tags: ["x", "y"], size: { width: 1 } },
    { id: "b", text: "more words", tags: [], size: { width: 2 } },
    { id: "c", text: "words again", tags: ["z"], size: { width: 3 } },
  ]);
  const first = structuredClone((await index.search("words")).hits);
  for (let i = 0; i < 3; i++) {
    const { hits } = await index.search("words");
    expect(hits).toEqual(first);
    for (const { document } of hits) {
      const changed = document as { id?: string; text: string; tags: string[]; size: object };
      changed.tags.push("changed");
      Object.assign(changed.size, { width: 9 });
      changed.text = "changed";
      delete changed.id;
    }
  }
});
