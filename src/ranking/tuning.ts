/**
 * Tunes the options of a ranker by a grid search on one set of queries.
 *
 * The value on that set is biased upwards: report results on another set.
 */

import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import { compareBytes } from "../common/bytes/index.ts";
import { badArgument } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { evaluate, type MeasureSetting, parseMeasure } from "../evaluation/index.ts";
import { prepareQueryGrades } from "../evaluation/ranking-grades.ts";
import { findExcludedDocuments, mapGrades } from "./candidates.ts";
import { createIndexRetriever } from "./index-retriever.ts";
import type { SalienceTables } from "./naming/declaration.ts";
import type { RankerSetting } from "./naming/ranker-name.ts";
import { ranker } from "./naming/ranker-name.ts";
import { PostingsPool } from "./postings-pool.ts";
import type { Ranker } from "./ranker.ts";
import { runQueries } from "./run-queries.ts";
import type { Searcher } from "./searcher.ts";
import { readQuery } from "./syntax/read-query.ts";
import { TimeLimit } from "./traversal/time-limit.ts";

/** The measure to maximise, and the settings to try. */
export interface TuningOptions {
  /** The measure to maximise. */
  readonly measure: string | MeasureSetting;
  /** Documents per query. Default 1000. */
  readonly top?: number;
  /** The tables that the settings name; see `ranker`. */
  readonly tables?: SalienceTables;
  readonly progress?: Progress;
}

/** One setting with its value. */
export interface Trial {
  /** The ranker's canonical name. */
  readonly ranker: string;
  readonly value: number;
}

/** Tries every setting. Returns the trials, best first, ties in the order of the settings. */
export async function tune(
  searcher: Searcher,
  queries: readonly Query[],
  judgements: Judgements,
  settings: readonly RankerSetting[],
  { measure, top = 1000, tables = new Map(), progress = silent }: TuningOptions,
): Promise<readonly Trial[]> {
  if (settings.length === 0) throw badArgument("tuning needs at least one setting, got none");
  const parsed = typeof measure === "string" ? parseMeasure(measure) : measure;
  // A measure with a cutoff ignores documents beyond it.
  const depth = Math.min(top, parsed.settings.cutoff);
  const judged = queries.filter(({ id }) => judgements.has(id));
  if (judged.length === 0) throw badArgument("tuning needs judged queries, got none");
  const rankers = settings.map((setting) => ranker(setting, { tables }));
  const isBag = settings.every(({ declaration }) => declaration.kind === "bag");
  const compute = isBag ? computeTogether : computeOneByOne;
  const input = { searcher, queries: judged, judgements, rankers, measure: parsed, depth };
  const values = await compute({ ...input, progress });
  const trials = settings.map(({ name }, i) => ({ ranker: name, value: values[i] as number }));
  return trials.sort((a, b) => b.value - a.value);
}

interface TuningInput {
  readonly searcher: Searcher;
  readonly queries: readonly Query[];
  readonly judgements: Judgements;
  readonly rankers: readonly Ranker[];
  readonly measure: MeasureSetting;
  readonly depth: number;
  readonly progress: Progress;
}

/** The value of each ranker, by one run after the other. */
async function computeOneByOne(input: TuningInput): Promise<ArrayLike<number>> {
  const { searcher, queries, judgements, rankers, measure, depth, progress } = input;
  const values: number[] = [];
  for (const each of rankers) {
    const retriever = createIndexRetriever(searcher, { ranker: each });
    const run = await runQueries(retriever, queries, { top: depth });
    values.push(evaluate(run, judgements, [measure]).measures[0]?.overall ?? 0);
    const [done, total] = [values.length, rankers.length];
    const note = `best ${Math.max(...values).toFixed(4)}`;
    progress({ task: "tuning", unit: "settings", note, done, total, finished: done === total });
  }
  return values;
}

/**
 * The same values for rankers that score single terms: the postings of a query are read once and
 * scored under all of them.
 */
async function computeTogether(input: TuningInput): Promise<ArrayLike<number>> {
  const { searcher, queries, judgements, rankers, measure, progress } = input;
  const queryById = new Map(queries.map((query) => [query.id, query]));
  const sums = new Float64Array(rankers.length);
  // The order in which an evaluation adds up.
  const ids = [...judgements.keys()].sort(compareBytes);
  for (const [i, id] of ids.entries()) {
    const judged = judgements.get(id) ?? new Map<string, number>();
    const { ideal } = prepareQueryGrades(id, judged);
    const query = queryById.get(id);
    const rankings = query === undefined ? [] : await gradeRankings(searcher, query, judged, input);
    for (let setting = 0; setting < rankers.length; setting++) {
      const grades = rankings[setting] ?? new Int32Array(0);
      const value = measure.measure.score({ grades, ideal }, measure.settings);
      sums[setting] = (sums[setting] as number) + value;
    }
    const [done, total] = [i + 1, ids.length];
    if (done % 16 === 0 || done === total) {
      progress({ task: "tuning", unit: "queries", done, total, finished: done === total });
    }
  }
  return measure.measure.overall === "sum" ? sums : sums.map((sum) => sum / ids.length);
}

/** The grades at each rank of a query under every ranker. */
async function gradeRankings(
  searcher: Searcher,
  query: Query,
  judged: ReadonlyMap<string, number>,
  { rankers, depth }: Pick<TuningInput, "rankers" | "depth">,
): Promise<Int32Array[]> {
  const { view, terms } = await readQuery(query.text, searcher.selectView(), {}, TimeLimit.none());
  view.needLists?.(terms);
  const prepared = await Promise.all(rankers.map((each) => each.prepare(view, terms)));
  const excluded = findExcludedDocuments(view, query);
  const grades = mapGrades(view, query, judged);
  // A ranker may drop terms, such as those of weight 0.
  const pools = new Map<string, PostingsPool>();
  return prepared.map((each) => {
    const key = each.clauses.map(({ label }) => label).join(" ");
    const pool = pools.get(key) ?? new PostingsPool(view, each.clauses, grades, excluded);
    pools.set(key, pool);
    return pool.gradeRanking(each, depth);
  });
}
