/**
 * Matchers for Vitest and Jest that test what an index finds. They are asynchronous: write `await
 * expect(index).toRankAbove(…)`.
 */

import { runSearches } from "../analysis/relevance/index.ts";
import type { Run } from "../collection/run.ts";
import { evaluate, parseMeasure } from "../evaluation/index.ts";
import {
  type JudgedQuery,
  type RunOptions,
  type SearchOptions,
  toJudgements,
} from "../search/index.ts";

/** The result of a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The part of an index that matchers use; documents may have any type. */
export interface TestedIndex {
  search(
    query: string,
    options?: SearchOptions,
  ): Promise<{ readonly hits: readonly { readonly id: string }[] }>;
  run(queries: readonly JudgedQuery[], options?: RunOptions): Promise<Run>;
}

/** Options of a run; with `search`, the rankings are those of searches with these options. */
export interface ReachOptions extends RunOptions {
  readonly search?: SearchOptions;
}

/** Maximum number of hits that a matcher reads. */
const DEPTH = 1000;

/** `expect.extend(relevanceMatchers)` adds these. */
export const relevanceMatchers: {
  /** A document ranks above another for a query. */
  toRankAbove(
    index: TestedIndex,
    query: string,
    better: string,
    worse: string,
    options?: SearchOptions,
  ): Promise<MatcherResult>;
  /** A document is among the first hits, by default the first ten. */
  toFind(
    index: TestedIndex,
    query: string,
    document: string,
    options?: SearchOptions,
  ): Promise<MatcherResult>;
  /** The mean of a measure over judged queries reaches a threshold. */
  toReach(
    index: TestedIndex,
    measure: string,
    threshold: number,
    queries: readonly JudgedQuery[],
    options?: ReachOptions,
  ): Promise<MatcherResult>;
} = {
  async toRankAbove(index, query, better, worse, options = {}) {
    const ranks = await searchRanks(index, query, { limit: DEPTH, ...options });
    const [first, second] = [ranks(better), ranks(worse)];
    return {
      pass: first < second,
      message: () =>
        `for ${JSON.stringify(query)}, ${better} is ${describeRank(first)} and ${worse} is ${describeRank(second)}`,
    };
  },

  async toFind(index, query, document, options = {}) {
    const { limit = 10 } = options;
    const rank = (await searchRanks(index, query, { ...options, limit: Math.max(limit, DEPTH) }))(
      document,
    );
    return {
      pass: rank <= limit,
      message: () =>
        `for ${JSON.stringify(query)}, ${document} is ${describeRank(rank)}, of the first ${limit}`,
    };
  },

  async toReach(index, measure, threshold, queries, { search, ...options } = {}) {
    const run =
      search === undefined
        ? await index.run(queries, options)
        : await runSearches(
            index,
            queries.map(({ id, text }) => ({ id, query: text, options: search })),
          );
    const evaluation = evaluate(run, toJudgements(queries), [parseMeasure(measure)]);
    const value = evaluation.measures[0]?.overall ?? 0;
    const worst = evaluation.queries
      .map((query, i) => ({ query, value: evaluation.measures[0]?.perQuery[i] ?? 0 }))
      .sort((a, b) => a.value - b.value)
      .slice(0, 3)
      .map((each) => `${JSON.stringify(each.query)} ${each.value.toFixed(4)}`);
    return {
      pass: value >= threshold,
      message: () =>
        `${measure} is ${value.toFixed(4)} over ${queries.length} queries, the threshold is ${threshold}; lowest: ${worst.join(", ")}`,
    };
  },
};

async function searchRanks(
  index: TestedIndex,
  query: string,
  options: SearchOptions,
): Promise<(id: string) => number> {
  const { hits } = await index.search(query, { ...options, total: false });
  const ranks = new Map(hits.map(({ id }, i) => [id, i + 1]));
  return (id) => ranks.get(id) ?? Infinity;
}

function describeRank(rank: number): string {
  return rank === Infinity ? "not found" : `at rank ${rank}`;
}
