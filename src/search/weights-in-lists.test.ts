/** Learned weights rank the same from a table and in the lists of an index, with and without fields. */

import { describe, expect, test } from "vitest";
import { IndexWriter } from "../index/index.ts";
import { TermWeights } from "../index/weights/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { createIndex, openIndex } from "./index.ts";

const RANKER = "bm25(k1=1.2,b=0.5,weights=learned)";
/** By stem: weights in documents and in queries. */
const WEIGHTS = new TermWeights(
  [
    ["lamp", 0.5, 2],
    ["red", 3, 0.25],
    ["desk", 2, 1.5],
    ["absent", 2, 2],
  ],
  1,
  1,
);
const DOCUMENTS = [
  { id: "a", title: "Red lamp", text: "a lamp for the desk, red and small" },
  { id: "b", title: "Desk", text: "a desk without a lamp" },
  { id: "c", title: "Blue lamp", text: "lamp lamp lamp" },
  { id: "d", title: "Chair", text: "a red chair, red red" },
];

describe.each([
  ["one text", undefined],
  ["fields", { title: "text", text: "text" } as const],
])("an index of %s", (_, fields) => {
  test("ranks by a table as by the same weights in its lists", async () => {
    const directory = new MemoryDirectory();
    const index = await createIndex(directory, fields === undefined ? {} : { fields });
    await index.add(DOCUMENTS);
    const source = { weights: WEIGHTS, ranker: RANKER };
    const queries = ["red lamp", "desk lamp", "lamp"];
    const search = (query: string) => index.search(query, { weights: source, exactFields: [] });
    const expected = await Promise.all(queries.map(search));
    await index.close();
    const writer = await IndexWriter.open(directory);
    await writer.weigh(WEIGHTS, RANKER);
    await writer.commit();
    await writer.close();
    const weighted = await openIndex(directory);
    for (const [i, query] of queries.entries()) {
      const { hits, ranker } = await weighted.search(query, { exactFields: [] });
      expect(hits).toEqual(expected[i]?.hits);
      expect(ranker).toBe(RANKER);
    }
    await weighted.close();
  });
});
