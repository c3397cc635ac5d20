/** The program as users run it: built, in a process of its own, on real files. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

const CLI = join(import.meta.dirname, "../../dist/apps/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "termwise-cli-"));

const RUN = "q1 Q0 b 1 3.0 x\nq1 Q0 a 2 2.0 x\nq1 Q0 c 3 1.0 x\n";
const QRELS = "q1 0 a 2\nq1 0 b 0\nq1 0 c 1\n";
const LATIN1 = Buffer.from([
  0x71, 0x31, 0x20, 0x51, 0x30, 0x20, 0xe9, 0x20, 0x31, 0x20, 0x31, 0x20, 0x78,
]);

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

function termwise(...args: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
    env: { ...process.env, TERMWISE_COLLECTIONS: "" },
  });
  return { status, out: stdout, err: stderr };
}

const qrels = file("qrels", QRELS);
const run = file("good.run", RUN);

describe("evaluate", () => {
  test("prints a stable array of objects with full precision on --json", () => {
    const { status, out } = termwise(
      "evaluate",
      qrels,
      run,
      "--measures",
      "nDCG@10,AP,RR",
      "--json",
    );
    expect(status).toBe(0);
    // a (grade 2) at rank 2, c (grade 1) at rank 3; ideal: 2 + 1 / log2 3
    const ndcg = (2 / Math.log2(3) + 1 / 2) / (2 + 1 / Math.log2(3));
    expect(JSON.parse(out)).toEqual([
      {
        run: "good.run",
        queries: 1,
        measures: { "nDCG@10": ndcg, AP: (1 / 2 + 2 / 3) / 2, RR: 0.5 },
      },
    ]);
  });

  test("adds the values of each query on --per-query", () => {
    const { out } = termwise("evaluate", qrels, run, "--measures", "RR", "--per-query", "--json");
    expect(JSON.parse(out)[0].perQuery).toEqual({ q1: { RR: 0.5 } });
    const text = termwise("evaluate", qrels, run, "--measures", "RR", "--per-query").out;
    expect(text.split("\n").slice(2)).toEqual([
      "good.run     q1  0.5000",
      "good.run    all  0.5000",
      "",
    ]);
  });

  test("reads gzip as it reads plain files", () => {
    const packed = file("good.run.gz", gzipSync(RUN));
    expect(termwise("evaluate", qrels, packed, "--measures", "AP").out).toContain("0.5833");
  });

  test("names runs of the same file name by their paths", () => {
    const { out } = termwise("evaluate", qrels, run, run, "--json");
    expect(JSON.parse(out).map((e: { run: string }) => e.run)).toEqual([run, run]);
  });

  test("leaves out bad lines on --skip-bad, and counts them", () => {
    const bad = file("bad.run", `${RUN}q1 Q0 d 4 zero x\nq1 Q0\n`);
    const { status, out, err } = termwise("evaluate", qrels, bad, "--measures", "AP", "--skip-bad");
    expect(status).toBe(0);
    expect(out).toContain("0.5833");
    expect(err).toMatch(/^skipped 2 bad lines; the first is .*bad\.run:4: .*"zero"\n$/);
  });
});

describe("bad input ends with one line that says value, rule and place", () => {
  const measure = (...args: string[]) => ["evaluate", qrels, ...args];
  test.each([
    [
      "an unknown measure",
      measure(run, "--measures", "nDGC@10"),
      2,
      /"nDGC@10" \(did you mean nDCG\?\)/,
    ],
    ["an empty run", measure(file("empty.run", "")), 3, /empty\.run:1: there is no line/],
    [
      "empty judgements",
      ["evaluate", file("empty.qrels", ""), run],
      3,
      /empty\.qrels:1: there is no/,
    ],
    [
      "no common query",
      measure(file("other.run", RUN.replaceAll("q1", "q9"))),
      2,
      /no query in common/,
    ],
    [
      "a duplicate",
      measure(file("twice.run", `${RUN}q1 Q0 a 4 1 x\n`)),
      3,
      /twice\.run:4: .*"a".*line 2/,
    ],
    [
      "a score that is no number",
      measure(file("nan.run", "q1 Q0 a 1 high x\n")),
      3,
      /nan\.run:1: .*"high"/,
    ],
    [
      "a grade that is no number",
      ["evaluate", file("g.qrels", "q1 0 a yes\n"), run],
      3,
      /g\.qrels:1: .*"yes"/,
    ],
    [
      "gzip cut off",
      measure(file("cut.run.gz", gzipSync(RUN).subarray(0, 30))),
      3,
      /cut\.run\.gz is damaged/,
    ],
    [
      "wrong encoding",
      measure(file("latin1.run", LATIN1)),
      3,
      /latin1\.run:1: the bytes are not valid UTF-8/,
    ],
    [
      "a missing file",
      measure(join(folder, "nowhere.run")),
      2,
      /there is no file ".*nowhere\.run"/,
    ],
    ["a missing argument", ["evaluate", qrels], 2, /at least 1 run.*usage: termwise evaluate/],
    ["a folder in place of a file", measure(folder), 2, /there is no file/],
    [
      "an unknown test",
      ["compare", qrels, run, run, "--test", "chi2"],
      2,
      /--test must be one of t, /,
    ],
    ["one run against itself", ["compare", qrels, run, run], 2, /different names/],
    [
      "a wrong alpha",
      ["compare", qrels, run, file("b.run", RUN), "--alpha", "5"],
      2,
      /alpha must be/,
    ],
    [
      "a wrong seed",
      ["compare", qrels, run, file("b.run", RUN), "--seed", "x"],
      2,
      /--seed must be/,
    ],
    [
      "an unknown collection",
      ["collection", "stats", "nowhere"],
      2,
      /no collection "nowhere".*wordnet/,
    ],
    [
      "an unknown action",
      ["collection", "burn", "x"],
      2,
      /expected stats, convert or list, got burn/,
    ],
    [
      "a conversion without a target",
      ["collection", "convert", folder, "--to", "beir"],
      2,
      /--out <folder>/,
    ],
    ["an unknown option", ["evaluate", "--fast"], 2, /--fast/],
    ["an unknown command", ["evalute"], 2, /there is no command evalute/],
  ])("%s", (_, args, status, message) => {
    const result = termwise(...args);
    expect(result.err).toMatch(message);
    expect(result.err).toMatch(/^termwise: [^\n]+\n$/);
    expect(result.out).toBe("");
    expect(result.status).toBe(status);
  });
});

describe("compare", () => {
  const baseline = file(
    "base.run",
    "q1 Q0 b 1 2 x\nq2 Q0 b 1 2 x\nq3 Q0 b 1 1 x\nq3 Q0 a 2 .5 x\n",
  );
  const better = file("better.run", "q1 Q0 a 1 2 x\nq2 Q0 b 1 2 x\nq2 Q0 a 2 1 x\nq3 Q0 a 1 1 x\n");
  const three = file("three.qrels", "q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n");

  test("prints means, difference, effect and p, for programs and for people", () => {
    const args = ["compare", three, baseline, better, "--measures", "RR", "--correction", "none"];
    const { out, status } = termwise(...args, "--json");
    expect(status).toBe(0);
    // RR: baseline 0, 0, 1/2; better 1, 1/2, 1. Differences 1, 1/2, 1/2: mean 2/3,
    // sd sqrt(1/12), t = (2/3) / (sqrt(1/12) / sqrt 3) = 4 with 2 degrees of freedom:
    // p = 1 - t / sqrt(t^2 + 2) = 1 - 4 / sqrt 18.
    const [{ rows }] = JSON.parse(out).measures;
    expect(rows[0].overall).toBeCloseTo(1 / 6, 12);
    expect(rows[1].against.difference).toBeCloseTo(2 / 3, 12);
    expect(rows[1].against.effectSize).toBeCloseTo(2 / 3 / Math.sqrt(1 / 12), 12);
    expect(rows[1].against.p).toBeCloseTo(1 - 4 / Math.sqrt(18), 10);
    expect(termwise(...args).out).toMatch(/RR +better\.run +0\.8333 +\+0\.6667/);
    expect(termwise(...args, "--markdown").out).toMatch(/^\| measure \| run/);
    expect(termwise(...args, "--latex").out).toMatch(/^% 3 queries.*\n\\begin\{tabular\}/);
  });

  test("writes letters for runs better than all of a group", () => {
    const args = ["compare", three, baseline, better, "--measures", "RR", "--alpha", "0.1"];
    expect(termwise(...args, "--letters", "a=base.run").out).toMatch(/better\.run +0\.8333\+ a/);
  });
});

describe("collection", () => {
  test("describes, converts and lists", () => {
    const docs = join(folder, "docs.jsonl");
    writeFileSync(docs, '{"id":"1","text":"one two"}\n{"id":"2","text":"three four five six"}\n');
    const { documents, documentLength } = JSON.parse(
      termwise("collection", "stats", docs, "--json").out,
    );
    expect({ documents, documentLength }).toEqual({
      documents: 2,
      documentLength: { mean: 3, deviation: 1 },
    });
    const out = join(folder, "converted");
    expect(termwise("collection", "convert", docs, "--to", "beir", "--out", out).status).toBe(0);
    expect(readdirSync(out)).toContain("corpus.jsonl");
    const again = termwise("collection", "convert", docs, "--to", "beir", "--out", out);
    expect(again).toMatchObject({ status: 2, err: expect.stringContaining("exists already") });
    expect(termwise("collection", "list").out).toBe("wordnet\n");
  });

  test("leaves nothing half-written when a conversion fails", () => {
    const docs = file("broken.jsonl", '{"id":"1","text":"one"}\n{"id":\n');
    const out = join(folder, "never");
    const { status } = termwise("collection", "convert", docs, "--to", "tsv", "--out", out);
    expect(status).toBe(3);
    expect(readdirSync(folder).includes("never") ? readdirSync(out) : []).toEqual([]);
  });
});

test("a reader that closes the pipe early is no failure", () => {
  const script = `node ${CLI} evaluate --help | head -1; exit \${PIPESTATUS[0]}`;
  const { status, stdout } = spawnSync("bash", ["-c", script], { encoding: "utf8" });
  expect(stdout).toMatch(/^Usage: termwise evaluate/);
  expect(status).toBe(0);
});
