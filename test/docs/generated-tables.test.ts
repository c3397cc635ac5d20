import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  PAPER_CLAIMS,
  renderBlocks,
  renderDocuments,
  replaceBlock,
  type StoredOutcome,
  selectStrongestOutcomes,
  toOutcomeFile,
} from "../../experiments/documents/index.ts";
import { EXPERIMENTS } from "../../experiments/index.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "experiments/outcomes");
const readContents = (of: string): (readonly [string, unknown])[] =>
  readdirSync(of)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, JSON.parse(readFileSync(join(of, name), "utf8"))]);
const outcomes = readContents(folder).map(([, outcome]) => outcome as StoredOutcome);
const benchmarks = new Map(readContents(join(root, "bench/results")));

test.each([...renderDocuments(EXPERIMENTS, outcomes)])(
  "%s is what the stored outcomes give; npm run docs:tables makes it anew",
  (path, text) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  },
);

test.each(renderBlocks(EXPERIMENTS, outcomes, benchmarks))(
  "$name in $path is what the stored outcomes give",
  ({ path, name, text }) => {
    const document = readFileSync(join(root, path), "utf8");
    expect(replaceBlock(document, name, text)).toBe(document);
  },
);

test("a block is what stands between its marks", () => {
  const document = "a\n<!-- x: made -->\nold\n<!-- /x -->\nb\n";
  expect(replaceBlock(document, "x", "new")).toBe("a\n<!-- x: made -->\nnew\n<!-- /x -->\nb\n");
  expect(() => replaceBlock(document, "y", "new")).toThrow('no block "y"');
});

describe("outcomes of one experiment", () => {
  const outcome = (collections: string, seeds: string): StoredOutcome => ({
    ...{ experiment: "X0-tab1", title: "", data: {}, made: { version: "1", platform: "" } },
    configuration: { size: "quick", collections, seeds },
    tables: collections.split(" ").map((name) => ({ name: `${name}: t`, header: [], rows: [] })),
    findings: collections.split(" ").map((name) => ({
      claim: "x",
      collection: name,
      measured: seeds,
      verdict: "holds" as const,
    })),
  });

  test("of more seeds speak alone on their collections, and stand in a file of their own", () => {
    const [five, one, ...rest] = selectStrongestOutcomes([outcome("a", "5"), outcome("a b", "1")]);
    expect(rest).toEqual([]);
    expect(five).toEqual(outcome("a", "5"));
    expect(one).toEqual(outcome("b", "1"));
    expect([outcome("a", "5"), outcome("a", "1")].map(toOutcomeFile)).toEqual([
      ...["X0-tab1.5-seeds.json", "X0-tab1.json"],
    ]);
  });

  test("of full size on one collection stand in files of their own, if they are of a paper", () => {
    const full = (experiment: string, collections: string): StoredOutcome => ({
      ...outcome(collections, "1"),
      experiment,
      configuration: { size: "full", collections },
    });
    const files = [full("X1-tab3", "a"), full("X1-tab3", "a b"), full("passages", "a")];
    expect(files.map(toOutcomeFile)).toEqual([
      ...["X1-tab3.full.a.json", "X1-tab3.json", "passages.json"],
    ]);
  });

  test("of fewer seeds go where every collection is settled", () => {
    expect(selectStrongestOutcomes([outcome("a", "1"), outcome("a b", "5")])).toHaveLength(1);
  });
});

test("speed is that of the same run: a peer's mean over ours above it", () => {
  const search = [
    { engine: "termwise", documents: 1000, k: 10, mean: 100 },
    { engine: "pisa", documents: 1000, k: 10, mean: 250 },
    { engine: "termwise", documents: 1000, k: 10, mean: 200 },
    { engine: "tantivy", documents: 1000, k: 10, mean: 240 },
    { engine: "pisa", documents: 10, k: 10, mean: 1 },
  ];
  const older = [{ engine: "pisa", documents: 9, k: 10, mean: 1 }];
  const files = new Map<string, unknown>([
    ["search-2026-01-02.json", search],
    ["search-2026-01-01.json", older],
    ["search-2026-01-03.json", [search[0]]],
  ]);
  const [readme] = renderBlocks(EXPERIMENTS, [], files);
  expect(readme?.text).toContain(
    "finds the best 10 of 1,000 documents in 0.15 ms on average on one thread. Measured in the same runs, Tantivy takes 1.2 times as long, PISA 2.5 times |",
  );
});

test("the README has at most 100 lines", () => {
  expect(readFileSync(join(root, "README.md"), "utf8").split("\n").length).toBeLessThanOrEqual(101);
});

test("links of generated blocks to replication.md meet a heading", () => {
  const page = readFileSync(join(root, "docs/replication.md"), "utf8");
  const anchors = [...page.matchAll(/^### (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 _-]/g, "")
      .replaceAll(" ", "-"),
  );
  const links = renderBlocks(EXPERIMENTS, outcomes, benchmarks).flatMap(({ text }) =>
    [...text.matchAll(/replication\.md#([^)]+)\)/g)].map(([, anchor = ""]) => anchor),
  );
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

test("every claim names an experiment that there is, and no two have one id", () => {
  const claims = PAPER_CLAIMS.flatMap((each) => each.claims);
  const ids = EXPERIMENTS.map(({ id }) => id);
  expect(
    claims.filter(({ experiment }) => experiment !== undefined && !ids.includes(experiment)),
  ).toEqual([]);
  expect(new Set(claims.map(({ id }) => id)).size).toBe(claims.length);
});

test("every finding of a stored outcome speaks to a claim of its experiment", () => {
  const claims = PAPER_CLAIMS.flatMap((each) => each.claims);
  const strange = outcomes.flatMap(({ experiment, findings }) =>
    findings
      .filter(({ claim }) => claims.find(({ id }) => id === claim)?.experiment !== experiment)
      .map(({ claim }) => `${experiment}: ${claim}`),
  );
  expect(strange).toEqual([]);
});
