/**
 * Compares our values with those stored by test/reference/trec-eval-values.py.
 *
 * Runs are "query document score", judgements "query 0 document grade", values "measure query
 * value" lines.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import type { Judgements, Run } from "../../../src/collection/run.ts";
import { evaluate } from "../../../src/evaluation/index.ts";

/** Tighter than the four decimals that trec_eval prints; the stored values have seven. */
const TOLERANCE = 2e-7;

/** Means over the two sets of queries, in the column of the query. */
const QUERY_SETS = ["complete", "intersect"] as const;

export function readLines(name: string): string[][] {
  const bytes = readFileSync(join(import.meta.dirname, name));
  const text = (name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("# "))
    .map((line) => line.split(" "));
}

export function readRun(name: string): Run {
  const rankingsByQuery = new Map<string, { documents: string[]; scores: number[] }>();
  for (const [query = "", document = "", score] of readLines(name)) {
    const ranking = rankingsByQuery.get(query) ?? { documents: [], scores: [] };
    rankingsByQuery.set(query, ranking);
    ranking.documents.push(document);
    ranking.scores.push(Number(score));
  }
  const rankings = [...rankingsByQuery].map(
    ([query, { documents, scores }]) =>
      [query, { documents, scores: Float64Array.from(scores) }] as const,
  );
  return { name, rankings: new Map(rankings) };
}

export function toJudgements(rows: Iterable<readonly [string, string, number]>): Judgements {
  const judgements = new Map<string, Map<string, number>>();
  for (const [query, document, grade] of rows) {
    const grades = judgements.get(query) ?? new Map<string, number>();
    judgements.set(query, grades.set(document, grade));
  }
  return judgements;
}

/** Checks every stored value, per query and mean; returns how many measures and values there were. */
export function expectTrecEvalValues(
  run: Run,
  judgements: Judgements,
  values: string,
): { measures: number; values: number } {
  const expected = readLines(values);
  const names = [...new Set(expected.map(([name = ""]) => name))];
  const ours = new Map<string, number>();
  for (const queries of QUERY_SETS) {
    const evaluation = evaluate(run, judgements, names, { queries });
    for (const { measure, perQuery, overall } of evaluation.measures) {
      ours.set(`${measure.name} ${queries}`, overall);
      for (const [i, query] of evaluation.queries.entries()) {
        ours.set(`${measure.name} ${query}`, perQuery[i] as number);
      }
    }
  }
  const wrong = expected.filter(([name, query, value]) => {
    const actual = ours.get(`${name} ${query}`) ?? NaN;
    return !(Math.abs(actual - Number(value)) <= TOLERANCE);
  });
  expect(wrong.map((row) => `${row.join(" ")} but got ${ours.get(`${row[0]} ${row[1]}`)}`)).toEqual(
    [],
  );
  return { measures: names.length, values: expected.length };
}
