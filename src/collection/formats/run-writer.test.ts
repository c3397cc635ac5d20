import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { computeRankingOrder } from "../ranking-order.ts";
import type { Ranking, Run } from "../run.ts";
import { readRun } from "./run-file.ts";
import { formatRun, writeRun } from "./run-writer.ts";

function run(documents: string[], scores: number[]): Run {
  return {
    name: "my run",
    rankings: new Map([["q", { documents, scores: Float64Array.from(scores) }]]),
  };
}

describe("formatRun", () => {
  test("sorts by score, then by document descending, and ranks from 1", () => {
    expect([...formatRun(run(["a", "b", "c"], [1, 2, 2]))]).toEqual([
      "q Q0 c 1 2 my-run",
      "q Q0 b 2 2 my-run",
      "q Q0 a 3 1 my-run",
    ]);
  });

  test("writes four and three columns", () => {
    const small = run(["a"], [0.5]);
    expect([...formatRun(small, { columns: 4 })]).toEqual(["q\ta\t1\t0.5"]);
    expect([...formatRun(small, { columns: 3 })]).toEqual(["q\ta\t1"]);
  });

  test("perturbTies keeps the given order under the trec rule", async () => {
    const scores = fc.array(
      fc.oneof(
        fc.constantFrom(0, 1, 1 + 2 ** -40, -1, -0, 1e-45, 3e38),
        fc.float({ noNaN: true, noDefaultInfinity: true }),
      ),
      { minLength: 1, maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(scores, async (unsorted) => {
        const falling = unsorted.toSorted((a, b) => b - a);
        const documents = falling.map((_, i) => `d${i}`);
        const files = new MemoryFiles();
        await writeRun(files, "r.gz", run(documents, falling), { perturbTies: true });
        const read = (await readRun(files, "r.gz")).rankings.get("q");
        expect(read?.documents).toEqual(documents);
        const order = read && computeRankingOrder(read);
        expect([...(order ?? [])]).toEqual(documents.map((_, i) => i));
      }),
    );
  });

  test("perturbTies moves a tied score by one step of a 32-bit float", () => {
    const lines = [...formatRun(run(["a", "b"], [1, 1]), { perturbTies: true, columns: 4 })];
    expect(lines).toEqual(["q\ta\t1\t1", `q\tb\t2\t${1 - 2 ** -24}`]); // below 1 steps are 2^-24
  });
});

test("round-trips a written run", async () => {
  const files = new MemoryFiles();
  const original = run(["c", "b", "a"], [3.25, 1e-7, -12345.6789]);
  await writeRun(files, "r", original);
  expect((await readRun(files, "r")).rankings.get("q")).toEqual({
    ...original.rankings.get("q"),
    ranks: Float64Array.of(1, 2, 3),
  });
});

test("writes metadata as comments at the head, which readers skip", async () => {
  const files = new MemoryFiles();
  const run = {
    name: "bm25",
    rankings: new Map([["#", { documents: ["d"], scores: Float64Array.of(1) }]]),
  };
  const metadata = { tag: "bm25", method: { automatic: "true", name: 'a "b"' } };
  await writeRun(files, "x.run", run, { metadata });
  let text = "";
  for await (const chunk of files.read("x.run")) text += new TextDecoder().decode(chunk);
  expect(text.split("\n")).toEqual([
    "# ir_metadata.start",
    '# tag: "bm25"',
    "# method:",
    '#   automatic: "true"',
    '#   name: "a \\"b\\""',
    "# ir_metadata.end",
    "# Q0 d 1 1 bm25",
    "",
  ]);
  await writeRun(
    files,
    "y.run",
    { ...run, rankings: new Map([["q", run.rankings.get("#") as Ranking]]) },
    { metadata },
  );
  expect([...(await readRun(files, "y.run")).rankings.keys()]).toEqual(["q"]);
});
