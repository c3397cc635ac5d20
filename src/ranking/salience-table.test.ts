import { describe, expect, test } from "vitest";
import { buildIndex, IndexSnapshot } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { ranker } from "./naming/ranker-name.ts";
import { formatSalienceLine, parseSalienceLine, readSalience } from "./salience-table.ts";
import { Searcher } from "./searcher.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a line of a salience file", () => {
  test("reads back unchanged, and is rejected with its number if it is invalid", () => {
    const term = { term: "wool", gamma: -0.1234567890123, salc: 0.469 };
    expect(parseSalienceLine(formatSalienceLine(term), "s.tsv", 1)).toEqual(term);
    const badLines = ["", "wool", "wool\t1", "wool\tx\t0.5", "wool\t\t0.5", "wool\t1\t2"];
    for (const line of [...badLines, "wool\t1\t0.5\t9"]) {
      expect(() => parseSalienceLine(line, "s.tsv", 7)).toThrow("s.tsv:7: ");
    }
  });
});

describe("readSalience", () => {
  test("reads γ of every term", async () => {
    const files = new MemoryFiles();
    await files.write("s.tsv", [bytes("wool\t1.5\t0.82\nred\t-2\t0.12\n")]);
    expect([...(await readSalience(files, "s.tsv"))]).toEqual([
      ["wool", 1.5],
      ["red", -2],
    ]);
  });

  test("rejects a term that occurs twice", async () => {
    const files = new MemoryFiles();
    await files.write("s.tsv", [bytes("a\t1\t0.5\na\t2\t0.5\n")]);
    await expect(readSalience(files, "s.tsv")).rejects.toThrow(
      's.tsv:2: the term "a" occurs twice in the file',
    );
  });
});

test("a ranker multiplies its match by the salience in the table, and by 0 for other terms", async () => {
  const directory = new MemoryDirectory();
  const documents = [
    { id: "1", text: "wool red" },
    { id: "2", text: "wool blue" },
  ];
  await buildIndex(directory, documents, { analysis: { stemmer: "none" } });
  const searcher = new Searcher(await IndexSnapshot.open(directory));
  const tables = new Map([
    [
      "s.tsv",
      new Map([
        ["wool", 3],
        ["red", -1],
      ]),
    ],
  ]);
  const salienceRanker = ranker("bm25(k1=1,b=0,salience=s.tsv)", { tables });
  // tf = 1 and k1 = 1, b = 0: each match is 1 / (1 + 1). blue is not in the table.
  const scores = await searcher.score(["wool", "red", "blue"], [0, 1], { ranker: salienceRanker });
  expect([...scores]).toEqual([(3 - 1) / 2, 3 / 2]);
});
