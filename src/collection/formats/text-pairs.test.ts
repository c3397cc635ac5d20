import { expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { streamTextPairs, type TextPair } from "./text-pairs.ts";

async function read(text: string): Promise<TextPair[]> {
  const files = new MemoryFiles({ pairs: new TextEncoder().encode(text) });
  const pairs: TextPair[] = [];
  for await (const pair of streamTextPairs(files, "pairs")) pairs.push(pair);
  return pairs;
}

const PAIRS = [
  { query: "red wool", document: "crimson yarn" },
  { query: "blue sky", document: "an azure heaven" },
];

test.each([
  ["tabs", "red wool\tcrimson yarn\nblue sky\tan azure heaven\n"],
  ["a header", "Query\tDocument\nred wool\tcrimson yarn\n\nblue sky\tan azure heaven"],
  ["JSON", `${PAIRS.map((pair) => JSON.stringify({ ...pair, source: 1 })).join("\n")}\n`],
])("reads pairs with %s", async (_, text) => {
  expect(await read(text)).toEqual(PAIRS);
});

test("accepts a header only in the first line", async () => {
  expect(await read("a\tb\nquery\tdocument\n")).toEqual([
    { query: "a", document: "b" },
    { query: "query", document: "document" },
  ]);
});

test.each([
  ["one\n", "a pair has 2 columns (query, document), got 1"],
  ["a\tb\tc\n", "a pair has 2 columns (query, document), got 3"],
  ["a\t \n", "its document is no text"],
  ['{"query": "a"}\n', "its document is no text"],
  ['{"query": 3, "document": "b"}\n', "its query is no text"],
  ['{"query": "a"\n', "not a JSON object"],
])("rejects %j", async (text, message) => {
  await expect(read(`good\tpair\n${text}`)).rejects.toThrow(`pairs:2`);
  await expect(read(`good\tpair\n${text}`)).rejects.toThrow(message);
});
