import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Judgements } from "../run.ts";
import { readJudgements, streamJudgements, writeJudgements } from "./judgements-file.ts";
import type { ReadOptions } from "./lines.ts";

function read(text: string, options: ReadOptions = {}): Promise<Judgements> {
  return readJudgements(new MemoryFiles({ qrels: text }), "qrels", options);
}

describe("readJudgements", () => {
  test.each([
    ["TREC's four columns", "1 0 d1 2\n1 0 d2 0\n2 Q0 d1 -1\n"],
    ["tabs and odd spaces", " 1\t0\td1\t2 \r\n1  0  d2  0\r\n2 0 d1 -1"],
    ["three columns", "1 d1 2\n1 d2 0\n2 d1 -1\n"],
    ["BEIR's line of names", "query-id\tcorpus-id\tscore\n1\td1\t2\n1\td2\t0\n2\td1\t-1\n"],
    ["comments", "# made by hand\n1 0 d1 2\n#\n\n1 0 d2 0\n2 0 d1 -1\n"],
    ["a judgement said twice", "1 0 d1 2\n1 0 d1 2\n1 0 d2 0\n2 0 d1 -1\n"],
  ])("reads %s", async (_, text) => {
    const expected = [
      [
        "1",
        [
          ["d1", 2],
          ["d2", 0],
        ],
      ],
      ["2", [["d1", -1]]],
    ];
    expect([...(await read(text))].map(([query, grades]) => [query, [...grades]])).toEqual(
      expected,
    );
  });

  test.each([
    ["1 0 d 1\n1 0 d 2", 'qrels:2: query "1" and document "d" have grade 1 already, got 2'],
    ["1 0 d 0.5", 'qrels:1: a grade must be a whole number, got "0.5"'],
    ["1 0 d 1e3", 'qrels:1: a grade must be a whole number, got "1e3"'],
    ["1 d 1\n1 0 d 1", "qrels:2: expected 3 columns as in the lines before, got 4"],
    ["1 d", "qrels:1: a judgement has 4 columns"],
    ["# nothing\n", "qrels:1: there is no judgement in this file"],
  ])("rejects %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("passes bad lines to onBad and keeps the good ones", async () => {
    const lines: unknown[] = [];
    const onBad: ReadOptions["onBad"] = (error) => lines.push(error.details.line);
    const judgements = await read("1 0 d 1\n1 0 d 2\nbroken\n1 0 e 3\n", { onBad });
    expect([...(judgements.get("1") ?? [])]).toEqual([
      ["d", 1],
      ["e", 3],
    ]);
    expect(lines).toEqual([2, 3]);
  });
});

test.each([3, 4] as const)("writes %i columns that read back the same", async (columns) => {
  const judgements = await read("1 0 d1 2\n1 0 d2 -1\n2 0 é 0\n");
  const files = new MemoryFiles();
  await writeJudgements(files, "out.gz", judgements, { columns });
  expect(await readJudgements(files, "out.gz")).toEqual(judgements);
  const streamed = [];
  for await (const judgement of streamJudgements(files, "out.gz")) streamed.push(judgement);
  expect(streamed[1]).toEqual({ query: "1", document: "d2", grade: -1 });
});
