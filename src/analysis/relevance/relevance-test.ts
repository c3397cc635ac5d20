/**
 * Relevance tests of an index: checks every expectation of a file and every measure, and compares
 * them with the last accepted run.
 */

import { defined } from "../../common/defined.ts";
import { badArgument } from "../../common/errors.ts";
import { type Evaluation, evaluate, pairedT } from "../../evaluation/index.ts";
import { type JudgedQuery, type SearchIndex, toJudgements } from "../../search/index.ts";
import type { RelevanceFile, RelevanceQuery } from "./relevance-file.ts";
import { runSearches, type SearchedIndex } from "./search-run.ts";

/** Maximum number of hits per query. */
const DEPTH = 1000;
/** The number of first hits in which a document must be absent. */
const ABSENT_TOP = 10;

/** Per-query values of an accepted run, by measure. */
export interface AcceptedRun {
  readonly ranker: string;
  readonly measures: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** An expectation that does not hold. */
export interface BrokenExpectation {
  readonly query: string;
  /** A sentence with the actual rank. */
  readonly message: string;
}

/** A measure over all queries. */
export interface MeasuredRelevance {
  readonly measure: string;
  readonly value: number;
  /** The threshold of the file. */
  readonly least?: number;
  readonly isReached: boolean;
  /** The change since the accepted run, over the queries that both have. */
  readonly change?: {
    readonly before: number;
    readonly after: number;
    readonly queries: number;
    /** Of a paired t test; absent with fewer than two queries. */
    readonly p?: number;
    readonly isSignificant: boolean;
    /** The queries with the largest losses, the worst first. */
    readonly worst: readonly {
      readonly query: string;
      readonly before: number;
      readonly after: number;
    }[];
  };
}

/** The result of a test. */
export interface RelevanceReport {
  readonly ranker: string;
  readonly queries: number;
  readonly expectations: number;
  readonly broken: readonly BrokenExpectation[];
  readonly measures: readonly MeasuredRelevance[];
  /** All expectations hold, all thresholds are reached, nothing is significantly worse than before. */
  readonly isPassed: boolean;
  /** The run that `accept` stores. */
  readonly run: AcceptedRun;
}

/** Options of a test. */
export interface RelevanceOptions {
  readonly ranker?: string | undefined;
  readonly accepted?: AcceptedRun | undefined;
  /** A p below this is significant. Default 0.05. */
  readonly alpha?: number | undefined;
}

/** The part of an index that tests use; a published one has it too. */
export type RelevanceTestIndex = SearchedIndex & Pick<SearchIndex, "settings" | "run">;

/** Tests an index. */
export async function testRelevance(
  index: RelevanceTestIndex,
  file: RelevanceFile,
  { ranker = file.ranker, accepted, alpha = 0.05 }: RelevanceOptions = {},
): Promise<RelevanceReport> {
  const rankings = new Map<string, readonly string[]>();
  // Expectations are about what people get, with the boosts and rules of the index.
  const { boost, rules } = await index.settings();
  const options = defined({ ranker, boost, rules });
  const hasOptions = [file, ...file.queries].some(({ search }) => search !== undefined);
  const run = hasOptions
    ? await runSearches(
        index,
        file.queries.map(({ query, search }) => ({
          query,
          options: { ...defined({ ranker }), ...file.search, ...search },
        })),
      )
    : await index.run(
        file.queries.map(({ query }) => ({ text: query })),
        { ...options, limit: DEPTH },
      );
  for (const [query, { documents }] of run.rankings) rankings.set(query, documents);
  const broken = file.queries.flatMap((each) => findBroken(each, rankings.get(each.query) ?? []));
  const expectations = file.queries.reduce(
    (sum, { within, above, absent }) => sum + within.length + above.length + absent.length,
    0,
  );
  const judged: JudgedQuery[] = file.queries
    .filter(({ relevant }) => Object.keys(relevant).length > 0)
    .map(({ query, relevant }) => ({ text: query, relevant }));
  const names = Object.keys(file.measures);
  if (names.length > 0 && judged.length === 0) {
    throw badArgument("measures need queries with relevant documents, and none has any");
  }
  const evaluation = names.length === 0 ? undefined : evaluate(run, toJudgements(judged), names);
  const current: AcceptedRun = { ranker: run.name, measures: computeValues(evaluation, names) };
  const measures = names.map((measure, i): MeasuredRelevance => {
    const value = evaluation?.measures[i]?.overall ?? 0;
    const minimum = file.measures[measure] as number;
    const change = computeChange(
      current.measures[measure] ?? {},
      accepted?.measures[measure],
      alpha,
    );
    return {
      // A threshold is written with few digits.
      ...{ measure, value, least: minimum, isReached: value >= minimum - 1e-9 },
      ...defined({ change }),
    };
  });
  const isWorse = measures.some(
    ({ change }) => change?.isSignificant === true && change.after < change.before,
  );
  const isPassed = broken.length === 0 && measures.every(({ isReached }) => isReached) && !isWorse;
  return {
    ...{ ranker: run.name, queries: file.queries.length, expectations, broken },
    ...{ measures, isPassed, run: current },
  };
}

/** The expectations of a query that its ranking breaks. */
function findBroken(
  { query, within, above, absent }: RelevanceQuery,
  ranking: readonly string[],
): BrokenExpectation[] {
  const rank = (id: string): number => ranking.indexOf(id) + 1 || Infinity;
  const at = (id: string): string =>
    rank(id) === Infinity ? "is not found" : `is at rank ${rank(id)}`;
  return [
    ...within
      .filter(({ document, top }) => rank(document) > top)
      .map(
        ({ document, top }) => `${document} must be among the first ${top}, but ${at(document)}`,
      ),
    ...above
      .filter(([better, worse]) => rank(better) >= rank(worse))
      .map(
        ([better, worse]) =>
          `${better} must rank above ${worse}, but ${at(better)} and ${worse} ${at(worse)}`,
      ),
    ...absent
      .filter((document) => rank(document) <= ABSENT_TOP)
      .map(
        (document) => `${document} must not be among the first ${ABSENT_TOP}, but ${at(document)}`,
      ),
  ].map((message) => ({ query, message }));
}

function computeValues(
  evaluation: Evaluation | undefined,
  names: readonly string[],
): AcceptedRun["measures"] {
  if (evaluation === undefined) return {};
  const { queries, measures } = evaluation;
  return Object.fromEntries(
    names.map((name, i) => [
      name,
      Object.fromEntries(queries.map((query, row) => [query, measures[i]?.perQuery[row] ?? 0])),
    ]),
  );
}

function computeChange(
  now: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>> | undefined,
  alpha: number,
): MeasuredRelevance["change"] | undefined {
  if (before === undefined) return undefined;
  const shared = Object.keys(now).filter((query) => Object.hasOwn(before, query));
  if (shared.length === 0) return undefined;
  const pairs = shared.map((query) => ({
    query,
    before: before[query] as number,
    after: now[query] as number,
  }));
  const mean = (of: "before" | "after"): number =>
    pairs.reduce((sum, pair) => sum + pair[of], 0) / pairs.length;
  const differences = Float64Array.from(pairs, (pair) => pair.after - pair.before);
  const p = pairs.length < 2 ? undefined : pairedT(differences).p;
  const worst = pairs
    .filter((pair) => pair.after < pair.before)
    .sort((a, b) => a.after - a.before - (b.after - b.before))
    .slice(0, 5);
  return {
    ...{ before: mean("before"), after: mean("after"), queries: pairs.length },
    ...defined({ p }),
    isSignificant: p !== undefined && p < alpha,
    worst,
  };
}
