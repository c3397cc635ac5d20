import { expect, test } from "vitest";
import { evaluate } from "../../../src/evaluation/index.ts";
import { expectTrecEvalValues, readLines, readRun, toJudgements } from "./golden-case.ts";

const CASES = [
  "ties",
  "float32-ties",
  "magnitudes",
  "missing-queries",
  "unjudged-documents",
  "negative-grades",
  "nothing-relevant",
];

function readJudgements(name: string) {
  return toJudgements(readLines(name).map(([q = "", , d = "", grade]) => [q, d, Number(grade)]));
}

test.each(CASES)("%s: every value equals trec_eval 9.0.8's, per query and mean", (name) => {
  const judgements = readJudgements(`${name}.qrels`);
  const counts = expectTrecEvalValues(readRun(`${name}.run`), judgements, `${name}.values`);
  expect(counts.measures).toBe(58);
  expect(counts.values).toBeGreaterThan(58 * 5);
});

test("a duplicate document in a ranking is an error, like in trec_eval 9.0.8, which exits with code 4", () => {
  const judgements = readJudgements("duplicate.qrels");
  expect(() => evaluate(readRun("duplicate.run"), judgements, ["AP"])).toThrow(
    'a ranking must not contain a document twice: "a" is number 1 and 3 for query "q1" of run "duplicate.run"',
  );
});

test("float32-ties is a case in which doubles would give another order", () => {
  const run = readRun("float32-ties.run");
  const judgements = readJudgements("float32-ties.qrels");
  const [f32, f64] = (["f32", "f64"] as const).map(
    (precision) => evaluate(run, judgements, ["AP"], { precision }).measures[0]?.overall,
  );
  expect(f32).not.toBeCloseTo(Number(f64), 4);
});
