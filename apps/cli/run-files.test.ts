import { expect, test } from "vitest";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { evaluate } from "./evaluate.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const corpus = encode('{"_id":"a","text":"lamp"}\n{"_id":"b","text":"chair"}\n');
const queries = encode('{"_id":"q","text":"lamp"}\n');
const judgements = encode("query-id\tcorpus-id\tscore\nq\ta\t1\n");

/** A collection with the splits of `names`, in the folder of collections. */
function createFiles(...names: string[]): MemoryFiles {
  return new MemoryFiles({
    "known/lamps/corpus.jsonl": corpus,
    "known/lamps/queries.jsonl": queries,
    ...Object.fromEntries(names.map((name) => [`known/lamps/qrels/${name}.tsv`, judgements])),
    "one.run": encode("q Q0 b 1 2 x\nq Q0 a 2 1 x\n"),
  });
}

const evaluateRun = (files: MemoryFiles, source: string) =>
  createCommandRunner(files, [evaluate], { collections: "known" })(
    ...["evaluate", source, "one.run", "--measures", "RR"],
  );

test.each(["lamps", "lamps:test", "known/lamps"])("judgements are those of %s", async (source) => {
  const { code, out } = await evaluateRun(createFiles("test"), source);
  expect([code, out]).toEqual([0, expect.stringMatching(/one\.run +1 +0\.5000/)]); // rank 2
});

test("a collection with several splits needs the name of one", async () => {
  const { code, note } = await evaluateRun(createFiles("test", "train"), "lamps");
  expect([code, note]).toEqual([2, expect.stringContaining("its splits are train, test")]);
});

test("any other name is that of a missing file", async () => {
  const { code, note } = await evaluateRun(createFiles("test"), "lamp");
  expect([code, note]).toEqual([2, expect.stringContaining('there is no file "lamp"')]);
});
