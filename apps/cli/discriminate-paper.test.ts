import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { check } from "./check.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { discriminate } from "./discriminate.ts";
import { indexCollection } from "./index-collection.ts";
import { search } from "./search.ts";
import { stats } from "./stats.ts";

/**
 * Twelve topics; each has an answer that names it and a rival that repeats two
 * words of the query which say nothing. Their vectors tell them apart.
 */
const TOPICS = "amber basil cedar delta ember fjord grove heron indigo juniper koala lotus".split(
  " ",
);
const folder = createTemporaryFolder("tdv");
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  mkdirSync(at("toy/qrels"), { recursive: true });
  const documents = TOPICS.flatMap((topic, i) => [
    { _id: `${topic}-answer`, text: `${topic} hum hiss hum hiss drone drone` },
    { _id: `${topic}-rival`, text: `um${i} um${i} er${i} er${i}` },
  ]);
  const queries = TOPICS.map((topic, i) => ({ _id: topic, text: `${topic} um${i} er${i}` }));
  const lines = (records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  writeFileSync(at("toy/corpus.jsonl"), lines(documents));
  writeFileSync(at("toy/queries.jsonl"), lines(queries));
  const grades = TOPICS.map((topic) => `${topic}\t${topic}-answer\t1\n`).join("");
  writeFileSync(at("toy/qrels/train.tsv"), `query-id\tcorpus-id\tscore\n${grades}`);
  const empty = ["hum", "hiss", "drone", ...TOPICS.flatMap((_, i) => [`um${i}`, `er${i}`])];
  const vectors = [...TOPICS.map((word) => `${word} 1 0`), ...empty.map((word) => `${word} 0 1`)];
  writeFileSync(at("vectors.txt"), `${vectors.join("\n")}\n`);
  await type("index", at("toy"), "--out", at("index"), "--stem", "none");
});

const type = createCommandRunner(new NodeFiles(), [
  indexCollection,
  discriminate,
  search,
  stats,
  check,
]);

const learn = (...more: string[]): ReturnType<typeof type> =>
  type(
    ...["discriminate", at("index"), "--queries", `${at("toy")}:train`],
    ...["--method", "occurrences", "--vectors", at("vectors.txt"), "--rate", "0.1", ...more],
  );

describe("termwise discriminate by occurrences", () => {
  test.each(["--min-weight", "--least-weight"])("%s sets the minimum weight", async (flag) => {
    const refused = await learn("--out", at("x"), flag, "-1");
    expect(refused.note).toContain("--min-weight must be a number ≥ 0");
    const learned = await learn("--out", at(`pruned${flag}`), flag, "1e9", "--epochs", "1");
    expect(learned.out).toMatch(/postings +72 +0 /);
  });

  test("writes a sound, smaller index that ranks by what it has learned", async () => {
    const learned = await learn("--out", at("pruned"), "--lambda", "0.01");
    expect(learned.code).toBe(0);
    expect(learned.note).toContain("39 terms have their own, 0 that of their forms, 0 none");
    expect(learned.out).toMatch(/postings +72 +\d+ +-\d/);
    expect(learned.out).toContain("-> 1.0000 on the queries stopped by");
    expect(await type("check", at("pruned"))).toMatchObject({ code: 0 });
    const query = ["amber um0 er0", "--json"];
    const before = await type("search", at("index"), ...query);
    const after = await type("search", at("pruned"), ...query);
    expect(before.out.indexOf("amber-rival")).toBeLessThan(before.out.indexOf("amber-answer"));
    expect(after.out).toContain("amber-answer");
    expect(after.out.split("amber-answer")[0]).not.toContain("amber-rival");
  });

  test("answers a query whose terms were all dropped with nothing, and says so", async () => {
    const { code, out, note } = await type("search", at("pruned"), "um0 er0");
    expect(code).toBe(0);
    expect(out).toBe("nothing found\n");
    expect(note).toContain("these terms have weight 0 and are not in this index: um0, er0");
    const some = await type("search", at("pruned"), "amber um0", "--explain");
    expect(some.out).toContain("amber-answer");
    expect(some.note).toContain("not in this index: um0");
    expect((await type("search", at("pruned"), "amber")).note).toMatch(
      /^ranked by tdv-bm25\(.*\)\n$/,
    );
    const { out: json } = await type("search", at("pruned"), "um0", "--json");
    const ranker = expect.stringMatching(/^tdv-bm25\(/);
    expect(JSON.parse(json)).toEqual({ query: "um0", hits: [], dropped: ["um0"], ranker });
  });

  test("writes the curves of learning", async () => {
    const more = ["--out", at("other"), "--report", at("report"), "--epochs", "3"];
    expect(await learn(...more)).toMatchObject({ code: 0 });
    const files = ["kept.svg", "l1.svg", "loss.svg", "ndcg.svg", "report.html", "report.json"];
    expect(readdirSync(at("report")).sort()).toEqual(files);
    const { results } = JSON.parse(readFileSync(at("report/report.json"), "utf8"));
    expect(results.history.map((epoch: { epoch: number }) => epoch.epoch)).toEqual([0, 1, 2, 3]);
  });

  test("chooses lambda by queries that are not learned from", async () => {
    const more = ["--lambda", "auto", "--epochs", "3"];
    const { code, out } = await learn("--out", at("auto"), ...more);
    expect(code).toBe(0);
    expect(out).toMatch(/postings +72 +\d+ +-\d/);
    expect(out).toMatch(/epoch \d, lambda 0\.\d+;/);
    const folds = await learn("--cross-validate", "3", "--json", ...more);
    const keptShares = JSON.parse(folds.out).folds.map((fold: { kept: number }) => fold.kept);
    expect(Math.max(...keptShares)).toBeLessThan(1);
  });

  test("learns as the paper does where asked to", async () => {
    const { code, note } = await learn("--out", at("paper"), "--method", "paper", "--epochs", "2");
    expect(code).toBe(0);
    expect(note).toContain("rank by tdv-bm25(k1=1.2,b=0.75,idf=cf-smooth,query=plain)");
  });

  test("shows the weights", async () => {
    const { code, out } = await type("stats", at("pruned"), "--tdv");
    expect(code).toBe(0);
    expect(out).toMatch(/^39 terms have weights; \d+ of them have weight 0/);
    expect(out).toMatch(/highest: +amber \d/);
    expect(await type("stats", at("index"), "--tdv")).toMatchObject({ code: 2 });
  });

  test("reports unseen queries", async () => {
    const { code, out } = await learn("--cross-validate", "4", "--json");
    expect(code).toBe(0);
    const { measures, folds } = JSON.parse(out);
    expect(measures["nDCG@5"]).toBeGreaterThan(0.9);
    expect(folds).toHaveLength(4);
  });

  test.each([
    [["--out", "x", "--cross-validate", "5"], "either --out or --cross-validate"],
    [[], "either --out or --cross-validate"],
    [["--out", "x", "--lambda", "2"], "lambda must be between 0 and 1, got 2"],
    [["--out", "x", "--lambda", "some"], '--lambda must be a number ≥ 0, got "some"'],
    [["--out", "x", "--ranker", "pl"], "--ranker must be one of bm25, lm, tfidf"],
    [["--cross-validate", "2"], "--cross-validate must be a whole number ≥ 3"],
  ])("refuses %j", async (more, message) => {
    const { code, note } = await learn(...more);
    expect(code).toBe(2);
    expect(note).toContain(message);
  });

  test("needs negatives where only judged ones count, and documents of this index", async () => {
    writeFileSync(at("toy/qrels/other.tsv"), "query-id\tcorpus-id\tscore\namber\telsewhere\t1\n");
    const { code, note } = await learn("--out", at("x"), "--queries", `${at("toy")}:other`);
    expect(code).toBe(2);
    expect(note).toContain("no judged document is in the index");
    const judged = await learn("--out", at("x"), "--negatives", "judged");
    expect(judged.note).toContain(
      "no query has both a relevant document and one judged of grade 0",
    );
  });

  test("refuses a folder that is not empty and an index that has weights before it learns", async () => {
    const { code, note } = await learn("--out", at("pruned"));
    expect(code).toBe(2);
    expect(note).toMatch(/^termwise: --out must be a new or empty folder/);
    const repeated = await type(
      ...["discriminate", at("pruned"), "--method", "paper", "--queries", `${at("toy")}:train`],
      ...["--vectors", at("vectors.txt"), "--out", at("x")],
    );
    expect(repeated.code).toBe(2);
    expect(repeated.note).toMatch(/^termwise: the index .* has weights already/);
  });

  test("refuses vectors of different dimensions", async () => {
    writeFileSync(at("uneven.txt"), "amber 1 0\nbasil 1\n");
    const { code, note } = await learn("--out", at("x"), "--vectors", at("uneven.txt"));
    expect(code).not.toBe(0);
    expect(note).toContain("uneven.txt:2: ");
  });

  test("names the line of a file that holds no vectors", async () => {
    writeFileSync(at("broken.txt"), "amber 1 0\nbasil one 0\n");
    const { code, note } = await learn("--out", at("x"), "--vectors", at("broken.txt"));
    expect(code).not.toBe(0);
    expect(note).toContain("broken.txt:2: ");
  });
});
