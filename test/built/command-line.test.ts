/**
 * The program as users run it: built, on real files. It runs in this process, which is much faster;
 * behaviour that needs a separate process is tested at the end, and in standard-streams.test.ts.
 */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";

const CLI = join(import.meta.dirname, "../../dist/apps/cli/main.js");
const folder = createTemporaryFolder("cli");

const RUN = "q1 Q0 b 1 3.0 x\nq1 Q0 a 2 2.0 x\nq1 Q0 c 3 1.0 x\n";
const QRELS = "q1 0 a 2\nq1 0 b 0\nq1 0 c 1\n";
const LATIN1 = Buffer.from([
  0x71, 0x31, 0x20, 0x51, 0x30, 0x20, 0xe9, 0x20, 0x31, 0x20, 0x31, 0x20, 0x78,
]);

function createFile(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** The result of a command line. */
interface Outcome {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const importBuilt = (path: string) => import(new URL(`../../dist/${path}`, import.meta.url).href);
const { runTermwise }: typeof import("../../apps/cli/termwise.ts") =
  await importBuilt("apps/cli/termwise.js");
// Errors are distinguished by their class, so files and packages must come from the build too.
const { findPackage, NodeFiles }: typeof import("../../src/node.ts") =
  await importBuilt("src/node.js");

async function runCommand(...args: string[]): Promise<Outcome> {
  const output = { out: "", err: "" };
  const status = await runTermwise(args, {
    out: (text) => {
      output.out += `${text}\n`;
    },
    note: (text) => {
      output.err += `${text}\n`;
    },
    files: new NodeFiles(),
    progress: () => {},
    hasColor: false,
    findPackage: (name) => findPackage(name),
  });
  return { status, ...output };
}

function spawnCommand(...args: string[]): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
    env: { ...process.env, TERMWISE_COLLECTIONS: "" },
  });
  return { status, out: stdout, err: stderr };
}

const qrels = createFile("qrels", QRELS);
const run = createFile("good.run", RUN);

describe("evaluate", () => {
  test("prints a stable array of objects with full precision with --json", async () => {
    const { status, out } = await runCommand(
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

  test("adds the values of each query with --per-query", async () => {
    const { out } = await runCommand(
      "evaluate",
      qrels,
      run,
      "--measures",
      "RR",
      "--per-query",
      "--json",
    );
    expect(JSON.parse(out)[0].perQuery).toEqual({ q1: { RR: 0.5 } });
    const text = (await runCommand("evaluate", qrels, run, "--measures", "RR", "--per-query")).out;
    expect(text.split("\n").slice(2)).toEqual([
      "good.run     q1  0.5000",
      "good.run    all  0.5000",
      "",
    ]);
  });

  test("reads gzip as it reads plain files", async () => {
    const packed = createFile("good.run.gz", gzipSync(RUN));
    expect((await runCommand("evaluate", qrels, packed, "--measures", "AP")).out).toContain(
      "0.5833",
    );
  });

  test("names runs of the same file name by their paths", async () => {
    const { out } = await runCommand("evaluate", qrels, run, run, "--json");
    expect(JSON.parse(out).map((e: { run: string }) => e.run)).toEqual([run, run]);
  });

  test("skips and counts bad lines with --skip-bad", async () => {
    const bad = createFile("bad.run", `${RUN}q1 Q0 d 4 zero x\nq1 Q0\n`);
    const { status, out, err } = await runCommand(
      "evaluate",
      qrels,
      bad,
      "--measures",
      "AP",
      "--skip-bad",
    );
    expect(status).toBe(0);
    expect(out).toContain("0.5833");
    expect(err).toMatch(/^skipped 2 bad lines; the first is .*bad\.run:4: .*"zero"\n$/);
  });
});

describe("bad input ends with one line that names value, rule and location", () => {
  const measure = (...args: string[]) => ["evaluate", qrels, ...args];
  test.each([
    [
      "an unknown measure",
      measure(run, "--measures", "nDGC@10"),
      2,
      /"nDGC@10" \(did you mean nDCG\?\)/,
    ],
    ["an empty run", measure(createFile("empty.run", "")), 3, /empty\.run:1: there is no line/],
    [
      "empty judgements",
      ["evaluate", createFile("empty.qrels", ""), run],
      3,
      /empty\.qrels:1: there is no/,
    ],
    [
      "no common query",
      measure(createFile("other.run", RUN.replaceAll("q1", "q9"))),
      2,
      /no query in common/,
    ],
    [
      "a duplicate",
      measure(createFile("twice.run", `${RUN}q1 Q0 a 4 1 x\n`)),
      3,
      /twice\.run:4: .*"a".*line 2/,
    ],
    [
      "a score that is no number",
      measure(createFile("nan.run", "q1 Q0 a 1 high x\n")),
      3,
      /nan\.run:1: .*"high"/,
    ],
    [
      "a grade that is no number",
      ["evaluate", createFile("g.qrels", "q1 0 a yes\n"), run],
      3,
      /g\.qrels:1: .*"yes"/,
    ],
    [
      "gzip cut off",
      measure(createFile("cut.run.gz", gzipSync(RUN).subarray(0, 30))),
      3,
      /cut\.run\.gz is damaged/,
    ],
    [
      "wrong encoding",
      measure(createFile("latin1.run", LATIN1)),
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
      ["compare", qrels, run, createFile("b.run", RUN), "--alpha", "5"],
      2,
      /alpha must be/,
    ],
    [
      "a wrong seed",
      ["compare", qrels, run, createFile("b.run", RUN), "--seed", "x"],
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
    ["an unknown command", ["evalute"], 2, /unknown command "evalute"; did you mean "evaluate"/],
  ])("%s", async (_, args, status, message) => {
    const result = await runCommand(...args);
    expect(result.err).toMatch(message);
    expect(result.err).toMatch(/^termwise: [^\n]+\n$/);
    expect(result.out).toBe("");
    expect(result.status).toBe(status);
  });
});

describe("compare", () => {
  const baseline = createFile(
    "base.run",
    "q1 Q0 b 1 2 x\nq2 Q0 b 1 2 x\nq3 Q0 b 1 1 x\nq3 Q0 a 2 .5 x\n",
  );
  const better = createFile(
    "better.run",
    "q1 Q0 a 1 2 x\nq2 Q0 b 1 2 x\nq2 Q0 a 2 1 x\nq3 Q0 a 1 1 x\n",
  );
  const three = createFile("three.qrels", "q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n");

  test("prints means, difference, effect and p, for programs and for people", async () => {
    const args = ["compare", three, baseline, better, "--measures", "RR", "--correction", "none"];
    const { out, status } = await runCommand(...args, "--json");
    expect(status).toBe(0);
    // RR: baseline 0, 0, 1/2; better 1, 1/2, 1. Differences 1, 1/2, 1/2: mean 2/3,
    // sd sqrt(1/12), t = (2/3) / (sqrt(1/12) / sqrt 3) = 4 with 2 degrees of freedom:
    // p = 1 - t / sqrt(t^2 + 2) = 1 - 4 / sqrt 18.
    const [{ rows }] = JSON.parse(out).measures;
    expect(rows[0].overall).toBeCloseTo(1 / 6, 12);
    expect(rows[1].against.difference).toBeCloseTo(2 / 3, 12);
    expect(rows[1].against.effectSize).toBeCloseTo(2 / 3 / Math.sqrt(1 / 12), 12);
    expect(rows[1].against.p).toBeCloseTo(1 - 4 / Math.sqrt(18), 10);
    expect((await runCommand(...args)).out).toMatch(/RR +better\.run +0\.8333 +\+0\.6667/);
    expect((await runCommand(...args, "--markdown")).out).toMatch(/^\| measure \| run/);
    expect((await runCommand(...args, "--latex")).out).toMatch(
      /^% 3 queries.*\n\\begin\{tabular\}/,
    );
  });

  test("writes letters for runs better than all of a group", async () => {
    const args = ["compare", three, baseline, better, "--measures", "RR", "--alpha", "0.1"];
    expect((await runCommand(...args, "--letters", "a=base.run")).out).toMatch(
      /better\.run +0\.8333\+ a/,
    );
  });
});

describe("collection", () => {
  test("describes, converts and lists", async () => {
    const docs = join(folder, "docs.jsonl");
    writeFileSync(docs, '{"id":"1","text":"one two"}\n{"id":"2","text":"three four five six"}\n');
    const { documents, documentLength } = JSON.parse(
      (await runCommand("collection", "stats", docs, "--json")).out,
    );
    expect({ documents, documentLength }).toEqual({
      documents: 2,
      documentLength: { mean: 3, deviation: 1 },
    });
    const out = join(folder, "converted");
    expect(
      (await runCommand("collection", "convert", docs, "--to", "beir", "--out", out)).status,
    ).toBe(0);
    expect(readdirSync(out)).toContain("corpus.jsonl");
    const again = await runCommand("collection", "convert", docs, "--to", "beir", "--out", out);
    expect(again).toMatchObject({ status: 2, err: expect.stringContaining("exists already") });
    expect((await runCommand("collection", "list")).out).toBe("wordnet\n");
  });

  test("leaves no partial file when a conversion fails", async () => {
    const docs = createFile("broken.jsonl", '{"id":"1","text":"one"}\n{"id":\n');
    const out = join(folder, "never");
    const { status } = await runCommand("collection", "convert", docs, "--to", "tsv", "--out", out);
    expect(status).toBe(3);
    expect(readdirSync(folder).includes("never") ? readdirSync(out) : []).toEqual([]);
  });
});

describe("an index", () => {
  const docs = createFile(
    "wings.jsonl",
    '{"id":"d1","title":"Wings","text":"flutter of a wing"}\n{"id":"d2","text":"heat in wings"}\n',
  );
  const index = join(folder, "index");
  const queries = createFile("queries.tsv", "q1\twing flutter\nq2\tthe of\n");

  test("is created, searched, run, tuned, described and checked", async () => {
    const indexing = await runCommand("index", docs, "--out", index, "--positions", "--json");
    expect(indexing.status).toBe(0);
    expect(JSON.parse(indexing.out)).toMatchObject({ index, documents: 2 });
    const { hits } = JSON.parse(
      (await runCommand("search", index, "Wing", "--json", "--explain")).out,
    );
    // d1 has the term twice (title and text), d2 once.
    expect(hits.map((hit: { id: string }) => hit.id)).toEqual(["d1", "d2"]);
    expect(hits[0].explanation.value).toBe(hits[0].score);
    expect(
      (await runCommand("search", index, '"heat in wings"', "--syntax", "--json")).out,
    ).toContain("d2");
    const out = join(folder, "made.run");
    expect((await runCommand("run", index, "--queries", queries, "--out", out)).status).toBe(0);
    const judged = createFile("wing.qrels", "q1 0 d1 1\n");
    expect((await runCommand("evaluate", judged, out, "--measures", "RR", "--json")).out).toContain(
      '"RR": 1',
    );
    expect(
      JSON.parse((await runCommand("stats", index, "wings", "--json")).out).found,
    ).toMatchObject([{ term: "wing", documentFrequency: 2, collectionFrequency: 3 }]);
    expect((await runCommand("check", index)).out).toMatch(
      /^documents: 2, .*\nno damage found\n$/s,
    );
  });

  test("is not replaced without --force", async () => {
    const again = await runCommand("index", docs, "--out", index);
    expect(again).toMatchObject({
      status: 2,
      err: expect.stringMatching(/there is an index in the folder ".*" already/),
    });
    expect((await runCommand("check", index)).status).toBe(0);
    expect((await runCommand("index", docs, "--out", index, "--force", "--positions")).status).toBe(
      0,
    );
  });

  test("answers queries of stop words, empty queries and arbitrary text", async () => {
    for (const query of ["the of", "", "((", "é/\\{}'?!", "😀", '"', "wing~ +-*"]) {
      for (const options of [[], ["--syntax"]]) {
        const { status, err } = await runCommand("search", index, `${query} `, ...options);
        expect(err).toBe("ranked by bm25\n");
        expect(status).toBe(0);
      }
    }
    // Stop words are in the index, and a query of nothing else searches for them.
    expect((await runCommand("search", index, "the of")).out).toMatch(/^ +1 .* d1 {2}Wings\n/);
  });

  test("that is damaged is reported with file and offset, and its intact part is recovered", async () => {
    const broken = join(folder, "broken");
    expect((await runCommand("index", docs, "--out", broken)).status).toBe(0);
    const postings = readdirSync(broken).find((name) => name.includes("postings")) as string;
    const bytes = readFileSync(join(broken, postings));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    writeFileSync(join(broken, postings), bytes);
    const searched = await runCommand("search", broken, "wing");
    expect(searched.status).toBe(3);
    expect(searched.err).toMatch(/postings.* is damaged at byte \d+/);
    const checked = await runCommand("check", broken, "--recover", join(folder, "saved"), "--json");
    expect(checked.status).toBe(3);
    const report = JSON.parse(checked.out);
    expect(report.damages[0].file).toBe(postings);
    expect(report.recovered.keptDocuments).toBe(0);
  });

  test("refuses a second writer while the first one is open", async () => {
    const unlock = await (await NodeDirectory.open(index)).lock("writer");
    const { status, err } = spawnCommand("index", docs, "--out", index, "--force");
    await unlock();
    expect(status).toBe(1);
    expect(err).toMatch(/the lock "writer" is held by process \d+/);
  });

  test.each([
    ["a missing index", ["search", join(folder, "no-index"), "wing"], 2, /there is no folder/],
    [
      "a folder without an index",
      ["search", folder, "wing"],
      2,
      /there is no index in the folder "/,
    ],
    ["--top 0", ["search", index, "wing", "--top", "0"], 2, /--top must be a whole number ≥ 1/],
    [
      "too many threads",
      ["run", index, "--queries", queries, "--out", "x.run", "--threads", "3000"],
      2,
      /--threads must be a whole number from 1 to \d+, got "3000"/,
    ],
    ["an unknown ranker", ["search", index, "wing", "--ranker", "bm52"], 2, /"bm52".*bm25/],
    ["an unknown option", ["search", index, "wing", "--ranker", "bm25(k9=1)"], 2, /k9.*k1/],
    ["an option out of range", ["search", index, "wing", "--ranker", "bm25(b=2)"], 2, /b/],
    ["a wrong grid", ["tune", index, "--queries", queries, "--grid", "k1=2..1:0"], 2, /range|step/],
    ["queries without judgements", ["tune", index, "--queries", queries], 2, /judged queries/],
    ["a missing collection", ["index", "nowhere", "--out", join(folder, "x")], 2, /no collection/],
    ["a missing --out", ["index", docs], 2, /--out/],
    [
      "a document without id",
      ["index", createFile("no-id.jsonl", '{"text":"x"}\n'), "--out", join(folder, "y")],
      3,
      /no-id\.jsonl:1: .*id/,
    ],
    [
      "an id that comes twice",
      [
        "index",
        createFile("same.jsonl", '{"id":"a","text":"x"}\n{"id":"a","text":"y"}\n'),
        "--out",
        join(folder, "z"),
      ],
      2,
      /"a" .*already/,
    ],
  ])("%s is reported on one line", async (_, args, status, message) => {
    const result = await runCommand(...args, "--quiet");
    expect(result.err).toMatch(message);
    expect(result.err).toMatch(/^termwise: [^\n]+\n$/);
    expect(result.status).toBe(status);
  });

  test("of an empty collection is an index without documents", async () => {
    const empty = createFile("none.jsonl", "\n");
    const { status, out } = await runCommand(
      "index",
      empty,
      "--out",
      join(folder, "empty"),
      "--format",
      "jsonl",
    );
    expect({ status, out }).toMatchObject({
      status: 0,
      out: expect.stringContaining("0 documents"),
    });
    expect((await runCommand("search", join(folder, "empty"), "wing")).out).toBe("nothing found\n");
  });
});

describe("run", () => {
  test("writes the same bytes on any number of threads, whatever the order of documents", async () => {
    const words = (i: number): string => `w${i % 7} w${i % 11} w${(i * i) % 13} w${i % 2}`;
    const lines = (count: number, line: (i: number) => object): string =>
      Array.from({ length: count }, (_, i) => `${JSON.stringify(line(i))}\n`).join("");
    const corpus = createFile(
      "many.jsonl",
      lines(400, (i) => ({ _id: `d${i}`, text: words(i) })),
    );
    const queries = createFile(
      "asked.jsonl",
      lines(40, (i) => ({ _id: `q${i}`, text: words(3 * i), exclude: [`d${i}`] })),
    );
    const runs: string[] = [];
    const ways: [string, string[]][] = [
      ["1", []],
      ["3", []],
      ["2", ["--reorder"]],
    ];
    for (const [i, [threads, options]] of ways.entries()) {
      const index = join(folder, `many-${i}`);
      await runCommand("index", corpus, "--out", index, "--quiet", ...options);
      const out = join(folder, `many-${i}.run`);
      const ranked = ["--queries", queries, "--top", "50", "--threads", threads];
      expect((await runCommand("run", index, ...ranked, "--out", out, "--quiet")).status).toBe(0);
      runs.push(readFileSync(out, "utf8"));
    }
    expect(runs[0]?.split("\n")).toHaveLength(40 * 50 + 1);
    expect(runs[1]).toBe(runs[0]);
    expect(runs[2]).toBe(runs[0]);
  });
});

describe("a process of its own", () => {
  test.each([
    ["done", ["evaluate", qrels, run, "--measures", "AP"], 0, /0\.5833/, /^$/],
    ["wrong use", ["evalute"], 2, /^$/, /^termwise: unknown command "evalute".*\n$/],
    ["damaged data", ["evaluate", createFile("no.run", ""), run], 3, /^$/, /no\.run:1/],
    [
      "wrong use of an option",
      ["compare", qrels, run, run, "--seed", "-1"],
      2,
      /^$/,
      /whole number ≥ 0, got "-1"/,
    ],
  ] as const)("ends with the right code and streams: %s", (_, args, status, out, err) => {
    expect(spawnCommand(...args)).toEqual({
      status,
      out: expect.stringMatching(out),
      err: expect.stringMatching(err),
    });
  });

  test("shows progress on standard error, unless --quiet is given", () => {
    const docs = createFile("few.jsonl", '{"id":"1","text":"one"}\n');
    const index = ["index", docs, "--out", join(folder, "few"), "--force"];
    expect(spawnCommand(...index).err).toMatch(/1 documents/);
    expect(spawnCommand(...index, "-q").err).toBe("");
  });
});
