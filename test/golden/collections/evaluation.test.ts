/** Real runs on real judgements, which are read from the folder that TERMWISE_COLLECTIONS names. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectTrecEvalValues, readRun, toJudgements } from "../evaluation/golden-case.ts";

const collections = process.env.TERMWISE_COLLECTIONS ?? "";

const JUDGEMENTS = {
  cranfield: "cranfield/beir/qrels/test.tsv",
  vaswani: "vaswani/beir/qrels/test.tsv",
  nfcorpus: "nfcorpus/qrels/test.tsv",
};

/** Runs made with bm25s 0.3.16; the scores of `coarse` have one decimal, so most of it is tied. */
const CASES = Object.entries(JUDGEMENTS).flatMap(([collection, file]) =>
  ["bm25", "coarse"].map((run) => ({ name: `${collection}-${run}`, file })),
);

test.each(CASES)("$name: every value equals trec_eval 9.0.8's", ({ name, file }) => {
  const rows = readFileSync(join(collections, file), "utf8").trim().split("\n").slice(1);
  const judgements = toJudgements(
    rows.map((row) => row.split("\t")).map(([q = "", d = "", grade]) => [q, d, Number(grade)]),
  );
  const counts = expectTrecEvalValues(readRun(`${name}.run.gz`), judgements, `${name}.values.gz`);
  expect(counts.measures).toBe(58);
  expect(counts.values).toBe(58 * (judgements.size + 2));
});
