/** Vectors through the program, with a BERT so small that it is written here. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIndex, IndexSnapshot } from "../../src/index/index.ts";
import { tinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { add } from "./add.ts";
import { indexCollection } from "./index-collection.ts";
import { duration } from "./index-vectors.ts";
import { run } from "./run.ts";
import { search } from "./search.ts";
import { type Printed, typist } from "./typed.contract.ts";

const folder = mkdtempSync(join(tmpdir(), "termwise-vectors-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [index, bert] = [join(folder, "index"), join(folder, "bert")];
const typed = typist(new NodeFiles(), [indexCollection, add, run, search]);
const type = (...argv: string[]): Promise<Printed> => typed(...argv);

beforeAll(() => {
  mkdirSync(bert);
  for (const [name, bytes] of Object.entries(tinyBertFiles())) {
    writeFileSync(join(bert, name), bytes);
  }
});

function collection(count: number): string {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({ _id: `d${i}`, text: `word w${i} ${"abcdefgh"[i % 8]}` }),
  );
  const path = join(folder, `${count}.jsonl`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

async function rowsOf(place: string): Promise<number> {
  const directory = await NodeDirectory.openExisting(place);
  expect((await checkIndex(directory)).damages).toEqual([]);
  const snapshot = await IndexSnapshot.open(directory);
  let rows = 0;
  for (const { segment } of snapshot.parts) {
    rows += (await segment.readVectors(8))?.scales.length ?? 0;
  }
  await snapshot.close();
  return rows;
}

const VECTORS = ["--vectors", "tiny", "--encoder", bert];

test("an index with vectors is built with an estimate, searched by meaning, and extended", async () => {
  const made = await type("index", collection(20), "--out", index, ...VECTORS);
  expect(made.note).toContain("encoding 20 passages of 20 documents with tiny takes about 1 s");
  expect(made).toMatchObject({ code: 0 });
  expect(await rowsOf(index)).toBe(20);
  const asked = ["search", index, "w3", "--json", "--encoder", bert];
  const { out } = await type(...asked, "--ranker", "hybrid", "--explain");
  const { hits } = JSON.parse(out);
  expect(hits[0].id).toBe("d3");
  expect(hits).toHaveLength(10);
  expect(hits[0].explanation.parts.map(({ label }: { label: string }) => label)).toEqual([
    "words",
    "meaning",
  ]);
  const more = join(folder, "more.jsonl");
  writeFileSync(more, '{"_id":"later","text":"a later one"}\n');
  expect(await type("add", index, more, "--encoder", bert)).toMatchObject({ code: 0 });
  expect(await rowsOf(index)).toBe(21);
});

test("a run by meaning is written", async () => {
  const queries = join(folder, "queries.tsv");
  writeFileSync(queries, "q1\tw3\nq2\tw5 a\n");
  const out = join(folder, "meant.run");
  const options = ["--ranker", "rrf(bm25,dense)", "--out", out, "--encoder", bert];
  expect(await type("run", index, "--queries", queries, ...options)).toMatchObject({ code: 0 });
});

test("what was stopped goes on, and nothing is encoded twice", async () => {
  const place = join(folder, "resumed");
  expect(await type("index", collection(5), "--out", place, ...VECTORS)).toMatchObject({ code: 0 });
  const again = await type("index", collection(12), "--out", place, ...VECTORS, "--resume");
  expect(again.note).toContain("encoding 7 passages of 7 documents");
  expect(await rowsOf(place)).toBe(12);
});

test.each([
  [["--resume"], "--resume needs --vectors"],
  [[...VECTORS, "--resume", "--force"], "--resume and --force contradict each other"],
  [["--vectors", "tiny", "--encoder", join(folder, "nowhere")], "nowhere"],
  [["--vectors", "minilm", "--encoder", folder], "there is no config.json"],
])("%s is refused", async (options, message) => {
  const { code, note } = await type(
    "index",
    collection(5),
    "--out",
    join(folder, "no"),
    ...options,
  );
  expect(code).not.toBe(0);
  expect(note).toContain(message);
});

test("an index without vectors cannot be searched by meaning, and it says so", async () => {
  const plain = join(folder, "plain");
  await type("index", collection(5), "--out", plain);
  const { code, note } = await type("search", plain, "word", "--ranker", "hybrid");
  expect(code).not.toBe(0);
  expect(note).toContain("the index was made without vectors");
});

test.each([
  [0.2, "1 s"],
  [89, "89 s"],
  [600, "10 min"],
  [7200, "2.0 h"],
])("%s seconds are said as %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
