import { expect, test } from "vitest";
import { createCollection, type QuerySet } from "./create-collection.ts";
import { readSplit } from "./split.ts";

const set: QuerySet = {
  async *queries() {
    yield { id: "q1", text: "wing" };
    yield { id: "q2", text: "heat" };
  },
  async *judgements() {
    yield { query: "q1", document: "a", grade: 2 };
    yield { query: "q1", document: "b", grade: 0 };
  },
};

function collection(...splits: string[]) {
  return createCollection({
    name: "small",
    format: "memory",
    async *documents() {},
    querySets: new Map(splits.map((split) => [split, set])),
  });
}

test("collects queries and judgements of the named or only split", async () => {
  const expected = {
    name: "test",
    queries: [
      { id: "q1", text: "wing" },
      { id: "q2", text: "heat" },
    ],
    judgements: new Map([
      [
        "q1",
        new Map([
          ["a", 2],
          ["b", 0],
        ]),
      ],
    ]),
  };
  expect(await readSplit(collection("test"))).toEqual(expected);
  expect(await readSplit(collection("train", "test"), "test")).toEqual(expected);
});

test("requires a name if there are several, and reports if there is none", async () => {
  await expect(readSplit(collection("train", "test"))).rejects.toThrow(
    'collection "small" needs a split; its splits are train, test',
  );
  await expect(readSplit(collection())).rejects.toThrow('collection "small" has no queries');
  await expect(readSplit(collection("train"), "dev")).rejects.toThrow('no split "dev"');
});
