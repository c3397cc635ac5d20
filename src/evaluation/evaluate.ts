/**
 * Evaluates a run against judgements.
 *
 * Queries that count: `complete` (default) uses every judged query, and a query that the run does
 * not rank scores 0, as with trec_eval -c; `intersect` uses the judged queries that the run ranks,
 * the default of trec_eval. Queries without judgements never count. A query whose judgements
 * include no relevant document counts.
 */

import { computeRankingOrder, type RankingOrderOptions } from "../collection/ranking-order.ts";
import type { Judgements, Ranking, Run } from "../collection/run.ts";
import { compareBytes } from "../common/bytes/index.ts";
import { badArgument, quote } from "../common/errors.ts";
import { type MeasureSetting, parseMeasure } from "./measure-name.ts";
import { gradeRanking, prepareQueryGrades, type RankingGrades } from "./ranking-grades.ts";

/** Which queries count, and the order in which rankings are read. */
export interface EvaluationOptions extends RankingOrderOptions {
  /** Which queries count; a list contains judged queries, of which missing ones score 0. */
  queries?: "complete" | "intersect" | readonly string[];
}

/** The values of a run, for each measure and query. */
export interface Evaluation {
  /** The name of the run. */
  readonly run: string;
  /** The queries that count, in byte order. */
  readonly queries: readonly string[];
  /** The number of these queries that the run does not rank. */
  readonly missing: number;
  /** One entry per measure, in the given order. */
  readonly measures: readonly MeasureValues[];
}

/** The values of one measure. */
export interface MeasureValues {
  readonly measure: MeasureSetting;
  /** One value per query, parallel to `queries`. */
  readonly perQuery: Float64Array;
  /** The mean over queries or, for counts such as NumRet, the sum. */
  readonly overall: number;
}

const EMPTY_RANKING: Ranking = { documents: [], scores: new Float64Array(0) };

/**
 * Evaluates a run. Measures are names or parsed measures.
 *
 * Fails with `BAD_ARGUMENT` if there is no measure, judgement or ranking, if run and judgements
 * share no query, and for a ranking with a duplicate document.
 */
export function evaluate(
  run: Run,
  judgements: Judgements,
  measures: readonly (string | MeasureSetting)[],
  { queries: rule = "complete", ...order }: EvaluationOptions = {},
): Evaluation {
  const settings = measures.map((m) => (typeof m === "string" ? parseMeasure(m) : m));
  if (settings.length === 0) throw badArgument("evaluation needs at least one measure, got none");
  const queries = selectQueries(run, judgements, rule);
  const columns = settings.map(() => new Float64Array(queries.length));
  let missing = 0;

  for (const [row, query] of queries.entries()) {
    const ranking = run.rankings.get(query);
    if (ranking === undefined) missing++;
    const rankingGrades = gradeQuery(run.name, query, ranking ?? EMPTY_RANKING, judgements, order);
    for (const [i, { measure, settings: measureSettings }] of settings.entries()) {
      (columns[i] as Float64Array)[row] = measure.score(rankingGrades, measureSettings);
    }
  }
  return {
    run: run.name,
    queries,
    missing,
    measures: settings.map((measure, i) => {
      const perQuery = columns[i] as Float64Array;
      const sum = perQuery.reduce((a, b) => a + b, 0);
      const overall = measure.measure.overall === "sum" ? sum : sum / queries.length;
      return { measure, perQuery, overall };
    }),
  };
}

function selectQueries(
  run: Run,
  judgements: Judgements,
  rule: "complete" | "intersect" | readonly string[],
): string[] {
  const name = quote(run.name);
  if (judgements.size === 0) throw badArgument("there are no judgements to evaluate with");
  if (run.rankings.size === 0) throw badArgument(`the run ${name} is empty: it ranks no query`);
  const judged = [...judgements.keys()];
  if (!judged.some((query) => run.rankings.has(query))) {
    const [ranked] = run.rankings.keys();
    throw badArgument(
      `the run ${name} and the judgements have no query in common: ${run.rankings.size} queries are ranked, such as ${quote(String(ranked))}, and ${judged.length} are judged, such as ${quote(String(judged[0]))}`,
    );
  }
  if (rule === "complete") return judged.sort(compareBytes);
  if (rule === "intersect") {
    return judged.filter((query) => run.rankings.has(query)).sort(compareBytes);
  }
  if (typeof rule === "string") {
    throw badArgument(`queries must be complete, intersect or a list, got ${quote(rule)}`);
  }
  const strange = rule.find((query) => !judgements.has(query));
  if (strange !== undefined) throw badArgument(`the query ${quote(strange)} has no judgements`);
  if (rule.length === 0) throw badArgument("the list of queries to evaluate is empty");
  return [...new Set(rule)].sort(compareBytes);
}

function gradeQuery(
  run: string,
  query: string,
  ranking: Ranking,
  judgements: Judgements,
  order: RankingOrderOptions,
): RankingGrades {
  const { documents } = ranking;
  if (new Set(documents).size < documents.length) throw createDuplicateError(run, query, documents);
  const queryGrades = prepareQueryGrades(query, judgements.get(query) ?? new Map());
  return gradeRanking(queryGrades, documents, computeRankingOrder(ranking, order));
}

function createDuplicateError(run: string, query: string, documents: readonly string[]): Error {
  const first = new Map<string, number>();
  const again = documents.findIndex((id, i) => first.has(id) || !first.set(id, i));
  const id = documents[again] as string;
  return badArgument(
    `a ranking must not contain a document twice: ${quote(id)} is number ${Number(first.get(id)) + 1} and ${again + 1} for query ${quote(query)} of run ${quote(run)}`,
  );
}
