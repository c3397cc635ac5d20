import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { formatJudgementTable, readJudgementTable } from "./judgement-table.ts";

const read = (csv: string) => readJudgementTable(new MemoryFiles({ "j.csv": csv }), "j.csv");

describe("readJudgementTable", () => {
  test("reads columns in any order, quoted cells and semicolons", async () => {
    expect(await read('grade,document,query\n2,a,"red, lamp"\n0,b,"say ""hi"""\n')).toEqual([
      { query: "red, lamp", document: "a", grade: 2 },
      { query: 'say "hi"', document: "b", grade: 0 },
    ]);
    expect(
      await read("qid;text;docid;rating;judge\r\n1;lamp;a;3;ann\r\n1;lamp;a;2;bob\r\n"),
    ).toEqual([
      { query: "1", text: "lamp", document: "a", grade: 3, rater: "ann" },
      { query: "1", text: "lamp", document: "a", grade: 2, rater: "bob" },
    ]);
  });

  test.each([
    ["document,grade\na,1\n", "j.csv:1: the first line must name the columns"],
    ["query,document,grade\nq,a,1.5\n", 'j.csv:2: a grade must be a whole number, got "1.5"'],
    ["query,document,grade\nq,,1\n", "j.csv:2: a query or a document is empty"],
    ["query,document,grade\nq,a,1\nq,a,2\n", "j.csv:3:"],
    ["query,document,grade\n", "j.csv:1: there is no judgement"],
  ])("refuses %j", async (csv, message) => {
    await expect(read(csv)).rejects.toThrow(message);
  });
});

test("a written table reads as the same judgements", async () => {
  const judgements = [
    { query: "1", text: 'red, "big" lamp', document: "a b", grade: 2, rater: "ann" },
    { query: "2", text: "sofa", document: "c", grade: 0, rater: "bob" },
  ];
  expect(await read(formatJudgementTable(judgements))).toEqual(judgements);
  const plain = [{ query: "1", document: "a", grade: -1 }];
  expect(formatJudgementTable(plain)).toBe("query,document,grade\n1,a,-1\n");
});
