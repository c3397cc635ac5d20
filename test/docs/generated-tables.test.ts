import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  generatedBlocks,
  generatedDocuments,
  overallVerdict,
  PAPER_CLAIMS,
  type StoredOutcome,
  withBlock,
} from "../../experiments/documents/index.ts";
import { EXPERIMENTS } from "../../experiments/index.ts";
import type { Finding } from "../../src/analysis/finding.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "experiments/outcomes");
const outcomes = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as StoredOutcome);

test.each([...generatedDocuments(EXPERIMENTS, outcomes)])(
  "%s is what the stored outcomes give; npm run docs:tables makes it anew",
  (path, text) => {
    expect(readFileSync(join(root, path), "utf8")).toBe(text);
  },
);

test.each(generatedBlocks(EXPERIMENTS, outcomes))(
  "$name in $path is what the stored outcomes give",
  ({ path, name, text }) => {
    const document = readFileSync(join(root, path), "utf8");
    expect(withBlock(document, name, text)).toBe(document);
  },
);

test("a block is what stands between its marks", () => {
  const document = "a\n<!-- x: made -->\nold\n<!-- /x -->\nb\n";
  expect(withBlock(document, "x", "new")).toBe("a\n<!-- x: made -->\nnew\n<!-- /x -->\nb\n");
  expect(() => withBlock(document, "y", "new")).toThrow('no block "y"');
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
  const links = generatedBlocks(EXPERIMENTS, outcomes).flatMap(({ text }) =>
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

describe("the verdict on a claim", () => {
  const of = (...verdicts: Finding["verdict"][]): string =>
    overallVerdict(verdicts.map((verdict) => ({ claim: "x", measured: "", verdict })));

  test.each([
    [["holds", "not shown"], "holds"],
    [["fails", "not shown"], "fails"],
    [["holds", "fails"], "mixed"],
    [["not shown", "cannot be tested here"], "not shown"],
    [[], "cannot be tested here"],
  ] as const)("of %j is %s", (verdicts, expected) => {
    expect(of(...verdicts)).toBe(expected);
  });
});
