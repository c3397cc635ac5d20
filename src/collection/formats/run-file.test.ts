import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Run } from "../run.ts";
import { type ReadRunOptions, readRun, streamRunLines } from "./run-file.ts";

function read(text: string, options: ReadRunOptions = {}): Promise<Run> {
  return readRun(new MemoryFiles({ "a/my.run": text }), "a/my.run", options);
}

describe("readRun", () => {
  test("reads TREC's six columns, with any white space", async () => {
    const run = await read("q1 Q0 d2 1 2.5 bm25\n  q1\tQ0\td1 2   -1e-3 bm25 \r\n");
    expect(run.name).toBe("bm25");
    expect([...run.rankings.keys()]).toEqual(["q1"]);
    expect(run.rankings.get("q1")).toEqual({
      documents: ["d2", "d1"],
      scores: Float64Array.of(2.5, -0.001),
      ranks: Float64Array.of(1, 2),
    });
  });

  test("reads four columns with a score and three without", async () => {
    const four = await read("q d7 1 0.5\n");
    expect(four).toMatchObject({ name: "my.run" });
    expect(four.rankings.get("q")?.scores).toEqual(Float64Array.of(0.5));
    const three = await read("q\td7\t1\nq\td8\t2\n", { name: "mine" });
    expect(three).toMatchObject({ name: "mine" });
    expect(three.rankings.get("q")?.scores).toEqual(Float64Array.of(-1, -2));
  });

  test("groups lines of a query that are not adjacent", async () => {
    const run = await read("a x 1 9\nb x 1 9\na y 2 8\nb z 2 8\n");
    expect(run.rankings.get("a")?.documents).toEqual(["x", "y"]);
    expect(run.rankings.get("b")?.documents).toEqual(["x", "z"]);
  });

  test("stores more lines than its initial capacity", async () => {
    const lines = Array.from({ length: 100 }, (_, i) => `q d${i} ${i + 1} ${100 - i}\n`);
    const ranking = (await read(lines.join(""))).rankings.get("q");
    expect(ranking?.documents).toHaveLength(100);
    expect([ranking?.scores.length, ranking?.scores[99], ranking?.ranks?.[99]]).toEqual([
      100, 1, 100,
    ]);
  });

  test("reports both lines of a duplicate document", async () => {
    const twice = "q d1 1 9\nq d2 2 8\nq d1 3 7\n";
    await expect(read(twice)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: 'a/my.run:3: document "d1" is in the ranking of query "q" already, at line 1',
      details: { file: "a/my.run", line: 3 },
    });
    const deduplicated = (await read(twice, { duplicates: "keep-first" })).rankings.get("q");
    expect(deduplicated).toEqual({
      documents: ["d1", "d2"],
      scores: Float64Array.of(9, 8),
      ranks: Float64Array.of(1, 2),
    });
  });

  test.each([
    ["q Q0 d 1 high tag", 'my.run:1: a score must be a finite number, got "high"'],
    ["q Q0 d 1 NaN tag", 'my.run:1: a score must be a finite number, got "NaN"'],
    ["q Q0 d 1 Infinity tag", 'my.run:1: a score must be a finite number, got "Infinity"'],
    ["q Q0 d first 1 tag", 'my.run:1: a rank must be a finite number, got "first"'],
    ["q Q0 d 1 2", "3 (query, document, rank), got 5"],
    ["q d 1\nq d 1 2", "my.run:2: expected 3 columns as in the lines before, got 4"],
    ["\n \n", "my.run:1: there is no line in this run"],
  ])("rejects %j", async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });

  test("passes bad lines to onBad and keeps the good ones", async () => {
    const bad: string[] = [];
    const run = await read("q d1 1 9\nq d2 2 x\nq d1 3 7\nq d3 4 6", {
      onBad: (error) => bad.push(error.message),
    });
    expect(run.rankings.get("q")?.documents).toEqual(["d1", "d3"]);
    expect(bad).toEqual([
      'a/my.run:2: a score must be a finite number, got "x"',
      'a/my.run:3: document "d1" is in the ranking of query "q" already, at line 1',
    ]);
  });
});

test("streams with streamRunLines what readRun collects", async () => {
  const files = new MemoryFiles({ r: "q Q0 d 1 2 t\nq Q0 e 2 1 t\n" });
  const lines = [];
  for await (const line of streamRunLines(files, "r")) lines.push(line);
  expect(lines).toEqual([
    { query: "q", document: "d", rank: 1, score: 2, tag: "t" },
    { query: "q", document: "e", rank: 2, score: 1, tag: "t" },
  ]);
});
