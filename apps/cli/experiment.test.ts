import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { EXPERIMENTS } from "../../experiments/index.ts";
import { createTinyBertFiles } from "../../src/models/bert/tiny-bert.contract.ts";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { createCommandRunner } from "./command-runner.contract.ts";
import { experiment } from "./experiment.ts";
import { TOPICS, writeTopicCollections } from "./topic-collections.contract.ts";
import { VERSION } from "./version.ts";

const folder = createTemporaryFolder("experiment");
const at = (name: string): string => join(folder, name);
const type = createCommandRunner(new NodeFiles(), [experiment]);

beforeAll(() => writeTopicCollections(folder));

/** What a report says without its times: of X1-tab1, which is about times, the models and their postings. */
function stripTimes(text: string): string {
  const {
    made: _,
    configuration,
    ...report
  } = JSON.parse(text, (name, value) => (TIMES.includes(name) ? undefined : value));
  const isTimed = report.experiment === "X1-tab1";
  const tables = report.tables
    .filter(({ isOfTimes = false }) => !isOfTimes)
    // Times that are stored with the outcome.
    .filter(
      ({ header }: { header: string[] }) =>
        !header.includes("MaxScore") && !header.includes("best 10"),
    )
    .map(({ header, rows }: { header: string[]; rows: string[][] }) => ({
      header,
      rows: rows
        .map((row) => (isTimed ? row.slice(0, header.indexOf("postings") + 1) : row))
        .map((row) => row.filter((_, column) => header[column] !== "ms per query")),
    }));
  const findings = isTimed ? [] : report.findings;
  return JSON.stringify({ ...report, tables, findings, ...configuration, keep: "" });
}
/** Names of values that are times. */
const TIMES = [
  "seconds",
  "exhaustive",
  "exact",
  "rounds",
  "maxScore",
  "best10",
  "best1000",
  "ms",
  "milliseconds",
];

/** Enough queries and frequent words for every experiment: 40 topics unless more are asked for, three splits. */
function writeToyCollection(name = "whole", count = 40): void {
  mkdirSync(at(`${name}/qrels`), { recursive: true });
  const topics = Array.from({ length: count }, (_, i) => `topic${i}`);
  const frequent = ["hum", "hiss", "drone"];
  const documents = topics.flatMap((topic, i) => [
    { _id: `${topic}-answer`, text: `${topic} hum hiss ${topic} drone hum hiss drone` },
    { _id: `${topic}-rival`, text: `um${i} er${i} hum um${i} hiss drone` },
  ]);
  const queries = topics.map((topic, i) => ({ _id: topic, text: `${topic} um${i} hum` }));
  const lines = (records: readonly object[]): string =>
    records.map((record) => `${JSON.stringify(record)}\n`).join("");
  writeFileSync(at(`${name}/corpus.jsonl`), lines(documents));
  writeFileSync(at(`${name}/queries.jsonl`), lines(queries));
  for (const split of ["train", "dev", "test"]) {
    const grades = topics.map((topic) => `${topic}\t${topic}-answer\t1\n`).join("");
    writeFileSync(at(`${name}/qrels/${split}.tsv`), `query-id\tcorpus-id\tscore\n${grades}`);
  }
  const words = [...topics, ...frequent, ...topics.flatMap((_, i) => [`um${i}`, `er${i}`])];
  // Eight axes, so that most words have nothing to do with each other.
  const axis = (i: number): string =>
    Array.from({ length: 8 }, (_, d) => (d === i % 8 ? 1 : 0)).join(" ");
  writeFileSync(at(`${name}.txt`), `${words.map((word, i) => `${word} ${axis(i)}`).join("\n")}\n`);
}

const perform = (id: string, settings: string): ReturnType<typeof type> =>
  type(
    ...["experiment", id, "--collection", at("toy"), "--size", "full", "--out", at(id)],
    ...["--set", `vectors=${at("vectors.txt")}; models=bm25; stop=none; epochs=3; ${settings}`],
  );

describe("termwise experiment", () => {
  test("X1-tab2 compares learned weights with plain models on unseen queries", async () => {
    const { code, out } = await perform("X1-tab2", "rate=0.1; neural=; paper=1");
    expect(code).toBe(0);
    expect(out).toContain("nDCG@5: ");
    expect(out).toMatch(/bm25 +0\.\d{4} +0\.\d{4} +0\.\d{4} +1\.0000 /);
    const { results, configuration, made, data } = JSON.parse(
      readFileSync(at("X1-tab2/report.json"), "utf8"),
    );
    expect(configuration).toMatchObject({ size: "full", models: "bm25", seed: "1" });
    expect(made).toMatchObject({ version: VERSION, seconds: expect.any(Number) });
    expect(data[at("toy")]).toMatch(/^[0-9a-f]{32}$/);
    const [{ models }] = results.filter((each: object) => "models" in each);
    expect(models[0].perQuery["bm25-tdv"].queries).toHaveLength(TOPICS.length);
    expect(readdirSync(at("X1-tab2/runs"))).toContain("bm25-tdv-none.run.gz");
  });

  test("X1-sparsity sweeps over lambda and draws what is left against nDCG@5", async () => {
    const settings = "rate=0.1; lambdas=0 0.01 auto";
    const { code, out } = await perform("X1-sparsity", settings);
    expect(code).toBe(0);
    expect(out.match(/^bm25 /gm)).toHaveLength(3);
    expect(out).toMatch(/^bm25 +auto: 0\.\d+ /m);
    expect(readFileSync(at("X1-sparsity/kept.svg"), "utf8")).toContain("<svg");
    expect(readFileSync(at("X1-sparsity/report.html"), "utf8")).toContain("postings kept");
  });

  test("X1-tab3 sets a stop list and static pruning beside learned weights", async () => {
    const { code, out } = await perform("X1-tab3", "rate=0.1; lambdas=0.01");
    expect(code).toBe(0);
    expect(out).toMatch(/^stop list alone +/m);
    expect(out).toMatch(/^static pruning to the same share +/m);
  });

  test("tdv-speed, an alias, times the full and the pruned index", async () => {
    const { code, out } = await perform("tdv-speed", "rate=0.1; rounds=1; neural=drmm");
    expect(code).toBe(0);
    expect(out).toMatch(/exhaustive full +pruned +faster +exact full/);
    expect(out).toMatch(/^drmm +\d+$/m);
  });

  test("list shows every experiment, its options and its collections", async () => {
    const { code, out } = await type("experiment", "list");
    expect(code).toBe(0);
    expect(out.match(/^\S+: /gm)).toEqual(EXPERIMENTS.map(({ id }) => `${id}: `));
    expect(out).toContain("  collections: cranfield, cisi, vaswani, nfcorpus:test");
    expect(out).toMatch(/^ {4}seeds +random seeds 1 to this number \(5; quick 1\)$/m);
    const experimentList = JSON.parse((await type("experiment", "list", "--json")).out);
    expect(experimentList[0]).toMatchObject({
      id: "X0-fig1",
      source: "Figure 1 of the salience paper",
    });
  });

  test.each([
    ...["X0-fig1", "X1-fig1", "X2-fig2", "X4-bm25curves"],
    ...["X4-kernels", "X4-index", "X4-eval", "X4-loss"],
  ])("%s gives the same bytes again, the time aside", async (id) => {
    const once = async (name: string): Promise<Map<string, string>> => {
      const { code } = await type("experiment", id.toLowerCase(), "--out", at(name));
      expect(code).toBe(0);
      const files = readdirSync(at(name)).filter((file) => file !== "report.json");
      const { made, ...rest } = JSON.parse(readFileSync(at(`${name}/report.json`), "utf8"));
      expect(made.seconds).toBeGreaterThanOrEqual(0);
      const texts = files.map(
        (file) => [file, readFileSync(at(`${name}/${file}`), "utf8")] as const,
      );
      return new Map([...texts, ["report.json", JSON.stringify(rest)]]);
    };
    const first = await once(`${id}-first`);
    expect(first.size).toBeGreaterThan(2);
    expect(await once(`${id}-second`)).toEqual(first);
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

  test("hybrid and its kin learn from training queries and report on others, one row for each system", async () => {
    writeToyCollection("apart", 60);
    const [head, ...grades] = readFileSync(at("apart/qrels/test.tsv"), "utf8").trim().split("\n");
    const part = (from: number, to: number): string =>
      `${[head, ...grades.slice(from, to)].join("\n")}\n`;
    writeFileSync(at("apart/qrels/train.tsv"), part(0, 40));
    writeFileSync(at("apart/qrels/test.tsv"), part(40, 60));
    const made = (name: string): ReturnType<typeof type> =>
      type(
        ...["experiment", "hybrid", "--size", "quick", "--collection", at(name)],
        ...["--out", at(`hybrid-${name}`), "--set", `keep=${at("hybrid-kept")}`],
      );
    const learned = await made("apart");
    expect(learned).toMatchObject({ code: 0 });
    expect(learned.out).toContain("learned from 40 training queries");
    expect(learned.out).toContain(": 20 queries, 120 documents");
    // Answer and rival have one rare word of the query each; the answer, which is longer, is second: 1 / log2(3).
    expect(learned.out).toMatch(/^bm25, tuned +\.6309 /m);
    expect(learned.out).toMatch(/^learned weights +(?:\.\d{4}|1\.0000) /m);
    expect(learned.out).toMatch(/^hybrid, then S-KNRM +(?:\.\d{4}|1\.0000) /m);
    // Training and test queries are the same here, so halves of them stand for both.
    writeToyCollection();
    const halves = await made("whole");
    expect(halves).toMatchObject({ code: 0 });
    expect(halves.out).toMatch(/^learned weights +20 queries, 30 are needed/m);
    expect(halves.out).toMatch(/^hybrid, then S-KNRM +no training queries/m);
    mkdirSync(at("bert"));
    for (const [name, bytes] of Object.entries(createTinyBertFiles())) {
      writeFileSync(at(`bert/${name}`), bytes);
    }
    const crossed = (bert: string): ReturnType<typeof type> =>
      type(
        ...["experiment", "cross-encoder", "--collection", at("apart"), "--set"],
        `keep=${at("hybrid-kept")}; bertExamples=8; depth=5; bert=${bert}`,
      );
    const { code, out } = await crossed(at("bert"));
    expect(code).toBe(0);
    // Compared with hybrid, which comes first, on the same queries.
    expect(out).toContain(": 20 queries, 120 documents");
    expect(out).toMatch(/^hybrid +(?:\.\d{4}|1\.0000) {3,}/m);
    expect(out).toMatch(/^bm25, tuned +\.6309 +[+−]/m);
    expect(out).toMatch(/^hybrid, then cross-encoder +(?:\.\d{4}|1\.0000) +[+−]/m);
    const encoded = await type(
      ...["experiment", "word-encoder", "--collection", at("apart"), "--set"],
      `keep=${at("hybrid-kept")}`,
    );
    expect(encoded.out).toMatch(/^bm25 +\.6309 {3,}/m);
    expect(encoded.out).toMatch(/^word vectors before training, dense +(?:\.\d{4}|1\.0000) +[+−]/m);
    expect(encoded.out).toMatch(/^word vectors, hybrid +(?:\.\d{4}|1\.0000) +[+−]/m);
    const without = await crossed("none");
    expect(without.out).toMatch(/^hybrid, then cross-encoder +not trained: --set bert=@/m);
  });

  test("X0-tab1 trains once per seed, keeps the outcomes and reports them again", async () => {
    const settings = (more: string): string[] => [
      ...[
        "experiment",
        "X0-tab1",
        "--collection",
        at("split"),
        "--out",
        at("X0-tab1"),
        "--seeds",
        "2",
      ],
      ...[
        "--set",
        `models=knrm s-knrm; vectors=${at("vectors.txt")}; threads=1; keep=${at("kept")}${more}`,
      ],
    ];
    const first = await type(...settings(""));
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/10 train, 10 dev and 10 test queries/);
    // Of quick size: what was measured, without a verdict.
    expect(first.out).toContain("Claims: a smoke test, no verdict");
    expect(first.out).toMatch(/^S0\.1 \(.+\): nDCG@10 of S-KNRM − KNRM: /m);
    const cellFolder = join(at("kept/cells"), readdirSync(at("kept/cells"))[0] ?? "");
    const readCells = (): Record<string, unknown>[] =>
      readdirSync(cellFolder).map((name) => {
        const { made: _, ...cell } = JSON.parse(readFileSync(join(cellFolder, name), "utf8"));
        return { name, ...cell };
      });
    const readReport = (): object => {
      const { made: _, ...report } = JSON.parse(readFileSync(at("X0-tab1/report.json"), "utf8"));
      return report;
    };
    const [cells, report] = [readCells(), readReport()];
    // Two models, two seeds, and γ of one of the models.
    expect(cells).toHaveLength(6);
    const { results } = JSON.parse(readFileSync(at("X0-tab1/report.json"), "utf8"));
    const [bm25] = results.filter(({ name }: { name: string }) => name === "first stage");
    // By hand: log2(3) below the rival, which is first.
    expect(bm25.test["nDCG@10"][0]).toBeCloseTo(1 / Math.log2(3), 12);
    expect((await type(...settings(""))).out).toBe(first.out);
    expect(readCells()).toEqual(cells);
    // As if the run had been interrupted before the last two trainings.
    for (const { name } of cells.filter(({ seed }) => seed === 2)) {
      rmSync(join(cellFolder, String(name)));
    }
    expect((await type(...settings(""))).out).toBe(first.out);
    expect(readCells()).toEqual(cells);
    expect(readReport()).toEqual(report);
    // Another setting never meets an old outcome: two models of two seeds are trained anew.
    await type(...settings("; examples=50"));
    expect(readCells()).toHaveLength(12);
    const status = await type("experiment", "status", "--set", `keep=${at("kept")}`);
    // Trainings of quick size on a toy do not count as full ones.
    expect(status.out).toMatch(/^X0-tab1 +msmarco-mini +S-KNRM +.+ of 3 +\S+/m);
    expect(status.out).not.toContain(at("split"));
    expect(status.out).toMatch(/^collection +stored +missing +time left/m);
    expect(status.out).toMatch(/^msmarco-mini +\d+ +\d+ /m);
  });

  test("all writes every report, tells what took how long, and gives the same bytes again, times aside", async () => {
    writeToyCollection();
    const small = "epochs=1; rounds=1; threads=1; train=10; dev=5; test=10; top=5; examples=8";
    // Another folder of kept outcomes, so that everything is drawn, trained and measured anew.
    const perform = (name: string): ReturnType<typeof type> =>
      type(
        ...["experiment", "all", "--collection", at("whole"), "--out", at(name), "--set"],
        `vectors=${at("whole.txt")}; encoder=hashed-words; keep=${at(`${name}-kept`)}; lambdas=0; alphas=1; ${small}`,
      );
    const { code, out } = await perform("all");
    expect(out).not.toContain("failed");
    expect(code).toBe(0);
    expect((await perform("again")).code).toBe(0);
    for (const { id } of EXPERIMENTS) {
      expect(out).toMatch(new RegExp(`^${id} +\\d+\\.\\d +\\d+\\.\\d$`, "m"));
      const [first, second] = ["all", "again"].map((name) =>
        stripTimes(readFileSync(at(`${name}/${id}/report.json`), "utf8")),
      );
      expect(first).toContain(`"experiment":"${id}"`);
      expect(second, id).toBe(first);
    }
  }, 900_000);

  test.each([
    [["X1-tab9"], 'unknown experiment "X1-tab9"; did you mean X1-tab1?'],
    [[], "an experiment, list, all or status is needed"],
    [["X1-tab1", "--collection", "x", "--set", "pace=1"], 'has no option "pace"'],
    [["X4-loss", "--collection", "x"], "X4-loss needs no collection"],
    [["X4-loss", "--seeds", "3"], 'has no option "seeds"'],
    [["X4-loss", "--device", "gpu"], 'has no option "device"'],
    [["X0-tab1", "--device", "auto"], "--device must be one of cpu, gpu"],
    [["X0-tab1", "--collection", at("toy")], "X0-tab1 needs the splits train, dev and test"],
    [["X1-corr", "--collection", "no-such"], "no-such"],
    [["all", "--set", "pace=1"], 'no experiment has an option "pace"'],
    [["all", "--collection", at("toy")], "X0-tab1 needs the splits train, dev and test"],
  ])("refuses %j", async (argv, message) => {
    const { code, note } = await type("experiment", ...argv);
    expect(code).toBe(2);
    expect(note).toContain(message);
  });
});
