import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { createIndex } from "../../src/search/index.ts";
import { MemoryFiles } from "../../src/storage/memory-files.ts";
import { createFreshFolder } from "../../test/faults/stores.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { run } from "./run.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const files = new MemoryFiles({
  "q.tsv": encode("1\tred lamp\n2\tchair\n"),
  "given.run": encode("1 Q0 c 1 9 x\n1 Q0 b 2 8 x\n1 Q0 gone 3 7 x\n1 Q0 a 4 6 x\n"),
  "given.run.gz": gzipSync("1 Q0 c 1 9 x\n1 Q0 b 2 8 x\n1 Q0 gone 3 7 x\n1 Q0 a 4 6 x\n"),
  "top1000.dev.tsv": encode("1\tc\tred lamp\tblue chair\n1\ta\tred lamp\tred lamp\n"),
  "other.run": encode("1 Q0 x 1 9 x\n"),
});
const type = createCommandRunner(files, [run]);
let index = "";

beforeAll(async () => {
  index = await createFreshFolder();
  const writer = await createIndex(index);
  await writer.add([
    { id: "a", text: "red lamp" },
    { id: "b", text: "green lamp" },
    { id: "c", text: "blue chair" },
    { id: "d", text: "red lamp, red lamp" },
  ]);
  await writer.close();
});

async function rankGiven(candidates: string, ...options: string[]) {
  const argv = ["run", index, "--queries", "q.tsv", "--out", "out.run", "--candidates", candidates];
  const { code, note } = await type(...argv, ...options);
  expect([code, note]).toEqual([0, expect.any(String)]);
  const chunks: string[] = [];
  for await (const chunk of files.read("out.run")) chunks.push(new TextDecoder().decode(chunk));
  const lines = chunks.join("").trimEnd().split("\n");
  return { note, ranked: lines.map((line) => line.split(" ").slice(0, 3).join(" ")) };
}

test.each(["given.run", "given.run.gz"])("the documents of %s alone are ranked", async (name) => {
  const { note, ranked } = await rankGiven(name);
  // The best document d is not among them; c matches nothing and comes last.
  expect(ranked).toEqual(["1 Q0 a", "1 Q0 b", "1 Q0 c"]);
  expect(note).toContain("1 of 4 documents are not in the index");
  expect(note).toContain("1 queries have no candidates");
});

test("the passages of top1000.dev.tsv are candidates", async () => {
  expect((await rankGiven("top1000.dev.tsv")).ranked).toEqual(["1 Q0 a", "1 Q0 c"]);
});

test("--top takes the best candidates of the file", async () => {
  expect((await rankGiven("given.run", "--top", "2")).ranked).toEqual(["1 Q0 b", "1 Q0 c"]);
});

test.each([
  ["other.run", [], "none of the 1 documents in x is in the index"],
  ["none.run", [], "none.run"],
  ["given.run", ["--rerank", "m", "--full"], "--candidates goes neither with --full"],
])("%s with %j is refused", async (candidates, options, message) => {
  const argv = ["run", index, "--queries", "q.tsv", "--out", "out.run", "--candidates", candidates];
  const { code, note } = await type(...argv, ...options);
  expect(code).not.toBe(0);
  expect(note).toContain(message);
});
