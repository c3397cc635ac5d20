import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { streamSmartDocuments, streamSmartQueries, toSmartRecord } from "./smart.ts";
import { streamSmartJudgements } from "./smart-judgements.ts";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const DOCUMENTS = `.I 1
.T
lift of a
kite .
.A
finch, b.
.A
wren, c.
.B
j. kites 3, 1958.
.W
lift of a kite .
  measured in wind .
.A
a slip of the typist
.X
1	5	1
.I 2
.T 
.W
.I 3
.W
.5 is a number and . is not
.Word
`;

describe("streamSmartDocuments", () => {
  const read = (text: string) => all(streamSmartDocuments(new MemoryFiles({ f: text }), "f"));

  test("reads sections, repeated authors, and text that a stray section mark interrupts", async () => {
    expect(await read(DOCUMENTS)).toEqual([
      {
        id: "1",
        title: "lift of a kite .",
        text: "lift of a kite . measured in wind . a slip of the typist",
        fields: { author: "finch, b. wren, c.", source: "j. kites 3, 1958.", references: "1 5 1" },
      },
      { id: "2", text: "" },
      { id: "3", text: ".5 is a number and . is not .Word" },
    ]);
  });

  test.each([
    ["lift\n", 'f:1: a record must start with .I and a number, got "lift"'],
    [".I\n", "f:1: a document id must not be empty"],
    [".I 1 2\n", 'f:1: a document id must not have white space, got "1 2"'],
    [".I 1\nlift\n", 'f:2: expected a section such as .T or .W, got "lift"'],
  ])("rejects %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("round-trips through toSmartRecord", async () => {
    const document = { id: "9", title: "a", text: ".W b", fields: { author: "c" } };
    expect(await read(toSmartRecord(document))).toEqual([document]);
  });
});

describe("streamSmartQueries", () => {
  const files = new MemoryFiles({ q: ".I 004\n.W\nfirst .\n.I 008\n.T\nextra\n.W\nsecond .\n" });

  test("numbers queries by their position, as judgements do", async () => {
    expect(await all(streamSmartQueries(files, "q"))).toEqual([
      { id: "1", text: "first ." },
      { id: "2", text: "second .", fields: { title: "extra" } },
    ]);
  });

  test("keeps the `.I` numbers on request", async () => {
    const queries = await all(streamSmartQueries(files, "q", { queryIds: "given" }));
    expect(queries.map(({ id }) => id)).toEqual(["004", "008"]);
  });
});

describe("streamSmartJudgements", () => {
  const read = (text: string, codes?: "graded" | "as-is") =>
    all(streamSmartJudgements(new MemoryFiles({ f: text }), "f", { ...(codes && { codes }) })).then(
      (judgements) => judgements.map(({ query, document, grade }) => [query, document, grade]),
    );

  test("converts Cranfield's codes to grades, best highest, and keeps -1", async () => {
    const text = "1 184 1 \n1 29 4\n1 30 5\n1 486 -1"; // 5 - 1, 5 - 4, 5 - 5
    expect(await read(text)).toEqual([
      ["1", "184", 4],
      ["1", "29", 1],
      ["1", "30", 0],
      ["1", "486", -1],
    ]);
    expect((await read(text, "as-is")).map(([, , grade]) => grade)).toEqual([1, 4, 5, -1]);
  });

  test("treats every pair of CISI and CACM as relevant", async () => {
    expect(await read("     1     28\t0\t0.000000\n")).toEqual([["1", "28", 1]]);
    expect(await read("01 1410  0 0\n")).toEqual([["1", "1410", 1]]);
  });

  test("reads MED's columns as TREC's", async () => {
    expect(await read("1 0 13 1\n")).toEqual([["1", "13", 1]]);
  });

  test.each([
    ["1 2 9", "f:1: a code must be from 1 (best) to 5, or -1, got 9"],
    ["one 2 1", 'f:1: a query must be a number, got "one"'],
    ["1 2", "f:1: a judgement of a SMART collection has 3 or 4 columns, got 2"],
    ["1 2 3\n1 2 3 4", "f:2: expected 3 columns as in the first line, got 4"],
  ])("rejects %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
