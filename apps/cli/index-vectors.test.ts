/** Vectors through the program, with a BERT so small that it is written here. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { checkIndex, IndexSnapshot } from "../../src/index/index.ts";
import { createTinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";
import { openEncoder } from "../../src/search/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { add } from "./add.ts";
import { type CommandOutput, createCommandRunner } from "./command-runner.contract.ts";
import { explain } from "./explain.ts";
import { indexCollection } from "./index-collection.ts";
import { formatDuration } from "./index-vectors.ts";
import { put } from "./put.ts";
import { run } from "./run.ts";
import { search } from "./search.ts";
import { trainEncoder } from "./train-encoder.ts";
import { tune } from "./tune.ts";

const folder = createTemporaryFolder("vectors");
const [index, bert] = [join(folder, "index"), join(folder, "bert")];
const runCommand = createCommandRunner(new NodeFiles(), [
  indexCollection,
  add,
  explain,
  put,
  run,
  search,
  trainEncoder,
  tune,
]);
const type = (...argv: string[]): Promise<CommandOutput> => runCommand(...argv);

beforeAll(() => {
  mkdirSync(bert);
  for (const [name, bytes] of Object.entries(createTinyBertFiles())) {
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

async function countRows(folderPath: string): Promise<number> {
  const directory = await NodeDirectory.openExisting(folderPath);
  expect((await checkIndex(directory)).damages).toEqual([]);
  const snapshot = await IndexSnapshot.open(directory);
  let rows = 0;
  for (const { segment } of snapshot.parts) {
    rows += (await segment.readVectors(8))?.scales.length ?? 0;
  }
  await snapshot.close();
  return rows;
}

/** The document of a line of a run: the third column. */
const readDocumentId = (line: string): string => line.split(" ")[2] ?? "";

const VECTORS = ["--vectors", "tiny", "--encoder", bert];

test("an index with vectors is built with an estimate, searched by a hybrid ranker, and extended", async () => {
  const indexed = await type("index", collection(20), "--out", index, ...VECTORS);
  expect(indexed.note).toContain("encoding 20 passages of 20 documents with tiny takes about 1 s");
  expect(indexed).toMatchObject({ code: 0 });
  expect(await countRows(index)).toBe(20);
  const searchArguments = ["search", index, "w3", "--json", "--encoder", bert];
  const { out } = await type(...searchArguments, "--ranker", "hybrid", "--explain");
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
  expect(await countRows(index)).toBe(21);
});

test("parts of documents are encoded by the model that the index names", async () => {
  const place = join(folder, "changed");
  await type("index", collection(5), "--out", place, "--vectors", bert);
  const parts = join(folder, "parts.jsonl");
  writeFileSync(parts, '{"id":"d3","text":"another text"}\n');
  const changed = await type("put", place, parts, "--parts", "--device", "cpu", "--json");
  expect(changed).toMatchObject({ code: 0 });
  expect(JSON.parse(changed.out)).toMatchObject({ changed: 1 });
  const options = ["--ranker", "dense", "--top", "1", "--json"];
  const { out } = await type("search", place, "another text", ...options);
  expect(JSON.parse(out).hits[0].id).toBe("d3");
});

test("a run of a fusion is written", async () => {
  const queries = join(folder, "queries.tsv");
  writeFileSync(queries, "q1\tw3\nq2\tw5 a\n");
  const out = join(folder, "meant.run");
  const options = ["--ranker", "rrf(bm25,dense)", "--out", out, "--encoder", bert];
  expect(await type("run", index, "--queries", queries, ...options)).toMatchObject({ code: 0 });
});

test("search, explain, run and tune use both by default, and words alone without the encoder", async () => {
  const [queries, out] = [join(folder, "default.tsv"), join(folder, "default.run")];
  writeFileSync(queries, "q1\tw3\n");
  const hybrid = "hybrid(bm25,dense)";
  const ask = async (...options: string[]) => {
    const { out: found, note } = await type("search", index, "w3", "--json", ...options);
    const reported = await type(
      "run",
      index,
      "--queries",
      queries,
      "--out",
      out,
      "--json",
      ...options,
    );
    const ids = readFileSync(out, "utf8").trim().split("\n").map(readDocumentId).slice(0, 10);
    const explained = await type("explain", index, "w3", "d3", "--json", ...options);
    return {
      ...JSON.parse(found),
      note,
      ids,
      run: JSON.parse(reported.out),
      explained: JSON.parse(explained.out),
    };
  };
  const expected = await ask("--encoder", bert, "--ranker", hybrid);
  const byDefault = await ask("--encoder", bert);
  expect(byDefault).toEqual(expected);
  expect(byDefault).toMatchObject({
    ranker: hybrid,
    run: { ranker: hybrid },
    explained: { ranker: hybrid },
  });
  expect(byDefault.ids).toEqual(byDefault.hits.map(({ id }: { id: string }) => id));
  const { note, ...words } = await ask();
  expect(words).toMatchObject({
    ranker: "bm25",
    fallback: "words",
    ids: ["d3"],
    run: { ranker: "bm25" },
  });
  expect(note).toContain(
    'without vectors: the encoder "tiny" was not found; name its folder with --encoder',
  );
  const missing = await type("search", index, "w3", "--encoder", join(folder, "nowhere"));
  expect(missing.code).not.toBe(0);
});

test("an encoder re-ranks what words find, in an index without vectors", async () => {
  const place = join(folder, "words");
  await type("index", collection(20), "--out", place);
  const [queries, out] = [join(folder, "one.tsv"), join(folder, "dense.run")];
  writeFileSync(queries, "q1\tword w3\n");
  const searchArguments = ["run", place, "--queries", queries, "--out", out, "--top", "20"];
  const reranked = await type(
    ...searchArguments,
    "--rerank",
    "dense(tiny)",
    "--depth",
    "5",
    "--encoder",
    bert,
  );
  expect(reranked).toMatchObject({ code: 0 });
  const ranked = readFileSync(out, "utf8").trim().split("\n");
  expect(ranked).toHaveLength(20);
  // d3 alone has both words; the other four that are encoded are the first with the shorter one.
  await type(...searchArguments, "--depth", "5");
  const first = readFileSync(out, "utf8").trim().split("\n").slice(0, 5).map(readDocumentId);
  expect(first[0]).toBe("d3");
  const encoder = await openEncoder(bert, { name: "tiny" });
  const query = await encoder.query("word w3");
  const texts = first.map((id) => `word w${id.slice(1)} ${"abcdefgh"[Number(id.slice(1)) % 8]}`);
  const vectors = await encoder.documents(texts);
  await encoder.close?.();
  const dot = (vector: ArrayLike<number>): number =>
    Array.from(vector).reduce((sum, value, i) => sum + value * (query[i] as number), 0);
  const cosines = new Map(first.map((id, i) => [id, dot(vectors[i] as ArrayLike<number>)]));
  const expected = first.toSorted((a, b) => (cosines.get(b) ?? 0) - (cosines.get(a) ?? 0));
  expect(ranked.slice(0, 5).map(readDocumentId)).toEqual(expected);
  expect(expected).not.toEqual(first);
  const refused = await type(
    ...searchArguments,
    "--rerank",
    "dense(tiny)",
    "--full",
    "--encoder",
    bert,
  );
  expect(refused).toMatchObject({ code: 2, note: expect.stringContaining("not an encoder") });
});

test("an encoder is trained on judged queries, the same bytes again, and makes vectors", async () => {
  const small = join(folder, "small");
  mkdirSync(join(small, "qrels"), { recursive: true });
  const lines = (of: (i: number) => string): string =>
    Array.from({ length: 8 }, (_, i) => `${of(i)}\n`).join("");
  const documentLine = (i: number): string => `{"_id":"d${i}","title":"","text":"answer a${i}"}`;
  writeFileSync(join(small, "corpus.jsonl"), lines(documentLine));
  writeFileSync(
    join(small, "queries.jsonl"),
    lines((i) => `{"_id":"q${i}","text":"question u${i}"}`),
  );
  const grades = lines((i) => `q${i}\td${i}\t1`);
  writeFileSync(join(small, "qrels/train.tsv"), `query-id\tcorpus-id\tscore\n${grades}`);
  const place = join(folder, "small-index");
  await type("index", small, "--out", place);
  const [words, again] = [join(folder, "words"), join(folder, "again")];
  const settings = ["--dimensions", "8", "--epochs", "3", "--batch", "4", "--threads", "1"];
  const searchArguments = [
    "train-encoder",
    place,
    "--queries",
    `${small}:train`,
    ...settings,
    "--out",
  ];
  const trained = await type(...searchArguments, words);
  expect(trained).toMatchObject({ code: 0 });
  expect(trained.out.match(/^epoch \d: loss \d\.\d{4}$/gm)).toHaveLength(3);
  expect(await type(...searchArguments, again)).toMatchObject({ code: 0 });
  for (const name of ["encoder.json", "vectors.safetensors", "vocabulary.txt"]) {
    expect(readFileSync(join(again, name)).equals(readFileSync(join(words, name)))).toBe(true);
  }
  const validated = await type(...searchArguments, words);
  expect(validated).toMatchObject({
    code: 2,
    note: expect.stringContaining("--restart replaces it"),
  });
  const smallIndex = join(folder, "small-meant");
  const indexed = await type(
    "index",
    small,
    "--out",
    smallIndex,
    "--vectors",
    "w",
    "--encoder",
    words,
  );
  expect(indexed).toMatchObject({ code: 0 });
  expect(await countRows(smallIndex)).toBe(8);
  const { out } = await type(
    ...["search", smallIndex, "answer a3", "--ranker", "dense", "--encoder", words, "--json"],
  );
  expect(JSON.parse(out).hits[0].id).toBe("d3");
});

test("an encoder is trained on a file of pairs, and it says what is wrong with one", async () => {
  const [place, pairs] = [join(folder, "paired-index"), join(folder, "pairs.tsv")];
  await type("index", collection(8), "--out", place);
  writeFileSync(pairs, [..."abcd"].map((word, i) => `ask ${word}\tword w${i}\n`).join(""));
  const settings = ["--dimensions", "8", "--epochs", "2", "--threads", "1", "--json"];
  const out = join(folder, "paired");
  const trained = await type("train-encoder", place, "--pairs", pairs, ...settings, "--out", out);
  expect(trained).toMatchObject({ code: 0 });
  expect(JSON.parse(trained.out)).toMatchObject({
    dimensions: 8,
    losses: [expect.any(Number), expect.any(Number)],
  });
  const { training } = JSON.parse(readFileSync(join(out, "encoder.json"), "utf8"));
  expect(training).toMatchObject({ queries: 4, pairs: 4 });
  writeFileSync(pairs, "a query alone\n");
  const wrong = await type("train-encoder", place, "--pairs", pairs, "--out", join(folder, "no"));
  expect(wrong.note).toContain("pairs.tsv:1: a pair has 2 columns (query, document), got 1");
  const nothing = await type("train-encoder", place, "--out", join(folder, "no"));
  expect(nothing).toMatchObject({ code: 2, note: expect.stringContaining("--queries or --pairs") });
});

test("alpha of hybrid stays 1 with few judged queries, and it says so", async () => {
  const judged = join(folder, "judged");
  mkdirSync(join(judged, "qrels"), { recursive: true });
  writeFileSync(join(judged, "corpus.jsonl"), '{"_id":"d3","title":"","text":"word w3"}\n');
  writeFileSync(join(judged, "queries.jsonl"), '{"_id":"q1","text":"w3"}\n');
  writeFileSync(join(judged, "qrels/test.tsv"), "query-id\tcorpus-id\tscore\nq1\td3\t1\n");
  const tuned = ["tune", index, "--queries", `${judged}:test`, "--encoder", bert, "--ranker"];
  const { code, out } = await type(...tuned, "hybrid(bm25)", "--report", `${judged}:test`);
  expect(code).toBe(0);
  expect(out).toContain("alpha stays 1: ");
  expect(out).toContain("has 1 queries with a relevant document, 200 are needed");
  expect(out).toContain("best: hybrid(bm25,dense)");
  expect(out).toContain("nDCG@10 on ");
  expect((await type(...tuned, "dense")).note).toContain("only hybrid has an alpha");
  expect((await type(...tuned, "hybrid", "--grid", "k1=1")).note).toContain("alpha=0.5|1|2");
});

test("what was stopped goes on, and nothing is encoded twice", async () => {
  const place = join(folder, "resumed");
  expect(await type("index", collection(5), "--out", place, ...VECTORS)).toMatchObject({ code: 0 });
  const again = await type("index", collection(12), "--out", place, ...VECTORS, "--resume");
  expect(again.note).toContain("encoding 7 passages of 7 documents");
  expect(await countRows(place)).toBe(12);
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

test("an index without vectors rejects a dense ranker and names the reason", async () => {
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
  expect(formatDuration(seconds)).toBe(text);
});
