/** Learned weights are used by every command that ranks, unless it is told otherwise. */

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { axioms } from "./axioms.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { discriminate } from "./discriminate.ts";
import { indexCollection } from "./index-collection.ts";
import { run } from "./run.ts";
import { search } from "./search.ts";
import { tune } from "./tune.ts";

/** Each query names a topic and two words without meaning, which a rival document repeats. */
const TOPICS = Array.from({ length: 40 }, (_, i) => `topic${i}`);
const folder = mkdtempSync(join(tmpdir(), "termwise-default-"));
const at = (name: string): string => join(folder, name);
const type = createCommandRunner(new NodeFiles(), [
  ...[indexCollection, discriminate, run, search, tune, axioms],
]);
const queries = `${at("toy")}:train`;

beforeAll(async () => {
  mkdirSync(at("toy/qrels"), { recursive: true });
  const write = (name: string, records: readonly object[]): void =>
    writeFileSync(at(name), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  write(
    "toy/corpus.jsonl",
    TOPICS.flatMap((topic, i) => [
      { _id: `${topic}-answer`, text: `${topic} hum hiss hum hiss drone drone of the` },
      { _id: `${topic}-rival`, text: `um${i} um${i} er${i} er${i}` },
    ]),
  );
  write(
    "toy/queries.jsonl",
    TOPICS.map((topic, i) => ({ _id: topic, text: `${topic} um${i} er${i} the` })),
  );
  const grades = TOPICS.map((topic) => `${topic}\t${topic}-answer\t1\n`).join("");
  writeFileSync(at("toy/qrels/train.tsv"), `query-id\tcorpus-id\tscore\n${grades}`);
  const noise = ["hum", "hiss", "drone", ...TOPICS.flatMap((_, i) => [`um${i}`, `er${i}`])];
  const vectors = [...noise.map((word) => `${word} 0 1`), ...TOPICS.map((word) => `${word} 1 0`)];
  writeFileSync(at("vectors.txt"), `${vectors.join("\n")}\n`);
  for (const name of ["plain", "applied"]) {
    await type("index", at("toy"), "--out", at(name), "--stem", "none");
  }
  const learning = ["--queries", queries, "--vectors", at("vectors.txt"), "--threads", "1"];
  await type("discriminate", at("applied"), ...learning, "--apply");
  await type("discriminate", at("plain"), ...learning, "--out", at("pruned"));
});

interface RunReport {
  readonly ranker: string;
  readonly measures: Readonly<Record<string, number>>;
}

/** What `run` reports of an index, and the first document of each query in its run file. */
async function rank(index: string, ...more: string[]) {
  const out = at(`${index}.run`);
  const { out: text, note } = await type(
    ...["run", at(index), "--queries", queries, "--out", out, "--json", ...more],
  );
  const first = new Map<string, string>();
  for (const line of readFileSync(out, "utf8").trim().split("\n")) {
    const [query = "", , document = ""] = line.split(" ");
    if (!first.has(query)) first.set(query, document);
  }
  return { report: JSON.parse(text) as RunReport, note, first };
}

test.each(["applied", "pruned"])("run ranks the %s index by its learned weights", async (index) => {
  const { report, first } = await rank(index);
  expect(report.ranker).toContain("weights=learned");
  const plain = await rank("plain");
  expect(report.measures["RR@10"]).toBeGreaterThan(plain.report.measures["RR@10"] ?? 1);
  const { out } = await type("search", at(index), "topic7 um7 er7 the", "--json");
  expect(first.get("topic7")).toBe(JSON.parse(out).hits[0].id);
});

test("run ranks an index without weights by BM25, which prefers the rivals here", async () => {
  const { report } = await rank("plain");
  expect(report.ranker).toBe("bm25");
  expect(report.measures["RR@10"]).toBeLessThan(1);
});

test("run says so when a pruned index is ranked by another ranker", async () => {
  const { note, report } = await rank("pruned", "--ranker", "lm");
  expect(report.ranker).toBe("lm");
  expect(note).toContain("warning: the index was pruned for bm25(");
  expect((await rank("plain", "--ranker", "lm")).note).not.toContain("warning");
});

test("tune starts from the ranker of the index", async () => {
  const { out } = await type(
    ...["tune", at("applied"), "--queries", queries, "--grid", "k1=0.5|0.9", "--json"],
  );
  const { trials } = JSON.parse(out) as { trials: readonly { ranker: string }[] };
  expect(trials).toHaveLength(2);
  for (const { ranker } of trials) expect(ranker).toContain("weights=learned");
});

test("axioms tests the ranker of the index when none is named", async () => {
  const { out, code } = await type(
    ...["axioms", "--index", at("plain"), "--axioms", "TFC1", "--instances", "5", "--json"],
  );
  expect(code).toBe(0);
  expect(JSON.parse(out).rankers[0].ranker).toBe("bm25");
});
