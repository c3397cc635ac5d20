import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { EXPERIMENTS } from "../../experiments/index.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { experiment } from "./experiment.ts";
import { typist } from "./typed.contract.ts";

/** Topics with an answer each, and rivals that repeat what says nothing. */
const TOPICS = "amber basil cedar delta ember fjord grove heron indigo juniper".split(" ");
const folder = mkdtempSync(join(tmpdir(), "termwise-experiment-"));
const at = (name: string): string => join(folder, name);
const type = typist(new NodeFiles(), [experiment]);

beforeAll(() => {
  mkdirSync(at("toy/qrels"), { recursive: true });
  const lines = (records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const documents = TOPICS.flatMap((topic, i) => [
    { _id: `${topic}-answer`, text: `${topic} hum hiss hum hiss drone drone` },
    { _id: `${topic}-rival`, text: `um${i} um${i} er${i} er${i}` },
  ]);
  const queries = TOPICS.map((topic, i) => ({ _id: topic, text: `${topic} um${i} er${i}` }));
  writeFileSync(at("toy/corpus.jsonl"), lines(documents));
  writeFileSync(at("toy/queries.jsonl"), lines(queries));
  const grades = TOPICS.map((topic) => `${topic}\t${topic}-answer\t1\n`).join("");
  writeFileSync(at("toy/qrels/test.tsv"), `query-id\tcorpus-id\tscore\n${grades}`);
  mkdirSync(at("split/qrels"), { recursive: true });
  writeFileSync(at("split/corpus.jsonl"), lines(documents));
  writeFileSync(at("split/queries.jsonl"), lines(queries));
  for (const split of ["train", "dev", "test"]) {
    writeFileSync(at(`split/qrels/${split}.tsv`), `query-id\tcorpus-id\tscore\n${grades}`);
  }
  const empty = ["hum", "hiss", "drone", ...TOPICS.flatMap((_, i) => [`um${i}`, `er${i}`])];
  const vectors = [...TOPICS.map((word) => `${word} 1 0`), ...empty.map((word) => `${word} 0 1`)];
  writeFileSync(at("vectors.txt"), `${vectors.join("\n")}\n`);
});

const perform = (id: string, settings: string): ReturnType<typeof type> =>
  type(
    ...["experiment", id, "--collection", at("toy"), "--out", at(id)],
    ...["--set", `vectors=${at("vectors.txt")}; models=bm25; stop=none; epochs=3; ${settings}`],
  );

describe("termwise experiment", () => {
  test("tdv-effectiveness compares learned weights with plain models on unseen queries", async () => {
    const { code, out } = await perform("tdv-effectiveness", "rate=0.1");
    expect(code).toBe(0);
    expect(out).toContain("nDCG@5: ");
    expect(out).toMatch(/bm25 +0\.\d{4} +0\.\d{4} +0\.\d{4} +1\.0000 /);
    const { results, configuration } = JSON.parse(
      readFileSync(at("tdv-effectiveness/report.json"), "utf8"),
    );
    expect(configuration).toMatchObject({ models: "bm25", seed: "1" });
    expect(results[0].models[0].perQuery["bm25-tdv"].queries).toHaveLength(TOPICS.length);
    expect(readdirSync(at("tdv-effectiveness/runs"))).toContain("bm25-tdv-none.run.gz");
  });

  test("tdv-footprint sweeps over lambda and draws what is left against nDCG@5", async () => {
    const { code, out } = await perform("tdv-footprint", "rate=0.1; lambdas=0 0.01 auto");
    expect(code).toBe(0);
    expect(out.match(/^bm25 /gm)).toHaveLength(3);
    expect(out).toMatch(/^bm25 +auto: 0\.\d+ /m);
    expect(readFileSync(at("tdv-footprint/kept-none.svg"), "utf8")).toContain("<svg");
    expect(readFileSync(at("tdv-footprint/report.html"), "utf8")).toContain("postings kept");
  });

  test("tdv-speed times the full and the pruned index", async () => {
    const { code, out } = await perform("tdv-speed", "rate=0.1; rounds=1");
    expect(code).toBe(0);
    expect(out).toMatch(/exhaustive full +pruned +faster +exact full/);
  });

  test("list shows every experiment, its options and its collections", async () => {
    const { code, out } = await type("experiment", "list");
    expect(code).toBe(0);
    expect(out.match(/^\S+: /gm)).toEqual(EXPERIMENTS.map(({ id }) => `${id}: `));
    expect(out).toContain("  collections: cranfield, cisi, vaswani, nfcorpus:test");
    expect(out).toMatch(/^ {4}seeds +random seeds 1 to this number \(5\)$/m);
    const listed = JSON.parse((await type("experiment", "list", "--json")).out);
    expect(listed[0]).toMatchObject({ id: "classical", source: "docs/effectiveness.md" });
  });

  test("classical compares rankers with the first of their table", async () => {
    const { code, out } = await type(
      ...["experiment", "classical", "--collection", at("toy"), "--out", at("classical")],
      ...["--set", "tables=feedback dependence; measures=RR"],
    );
    expect(code).toBe(0);
    // The rival has two words of the query and the answer one: the answer is second of two.
    expect(out).toMatch(/^`bm25` +0\.5000$/m);
    expect(out).toMatch(/^`sdm` +0\.5000 \(= p = 1\.000\)$/m);
    expect(readdirSync(at("classical/runs"))).toContain("rm3-bm25-variant-indri.run.gz");
  });

  test("neural trains once per seed, keeps the outcomes and reports them again", async () => {
    const settings = (more: string): string[] => [
      ...["experiment", "neural", "--collection", at("split"), "--out", at("neural"), "--set"],
      `models=knrm; seeds=2; vectors=${at("vectors.txt")}; threads=1; keep=${at("kept")}; ${more}`,
    ];
    const first = await type(...settings("train=yes"));
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/10 train, 10 dev and 10 test queries/);
    const { results } = JSON.parse(readFileSync(at("neural/report.json"), "utf8"));
    expect(results.outcomes.knrm.map(({ test }: { test: number[] }) => test.length)).toEqual([
      TOPICS.length,
      TOPICS.length,
    ]);
    const again = await type(...settings("train=no"));
    expect(again.out).toBe(first.out);
    // By hand: log2(3) below the rival, which is first.
    expect(results.systems.bm25[0]).toBeCloseTo(1 / Math.log2(3), 12);
  });

  test.each([
    [["tdv-sped", "--collection", "x"], 'unknown experiment "tdv-sped"; did you mean tdv-speed?'],
    [["tdv-speed"], "an experiment and --collection are needed"],
    [["tdv-speed", "--collection", "x", "--set", "pace=1"], 'has no option "pace"'],
  ])("refuses %j", async (argv, message) => {
    const { code, note } = await type("experiment", ...argv);
    expect(code).toBe(2);
    expect(note).toContain(message);
  });
});
