/** Many queries, a first stage and a model: a run. */

import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { type Progress, silent } from "../common/progress.ts";
import type { IndexView } from "../index/index.ts";
import { findExcludedDocuments } from "../ranking/candidates.ts";
import {
  type Candidates,
  DocumentIdCache,
  type Hits,
  type Ranker,
  type Searcher,
} from "../ranking/index.ts";
import type { HitReranker, RerankOptions } from "./reranker.ts";

/** How a set of queries is ranked and re-ranked. */
export interface RerankQueriesOptions extends RerankOptions {
  /** The first stage. */
  readonly ranker?: string | Ranker;
  /** Documents a query at most. */
  readonly top?: number;
  /** The run's name; by default the model's. */
  readonly name?: string;
  readonly progress?: Progress;
}

/** Ranks documents for each query, then re-ranks the first of them. */
export async function rerankQueries(
  searcher: Searcher,
  reranker: HitReranker,
  queries: readonly Query[],
  { ranker = "bm25", top = 1000, ...options }: RerankQueriesOptions = {},
): Promise<Run> {
  const { view } = searcher;
  return createRerankedRun(view, reranker, queries, options, (query) =>
    searcher.rank(query.text, { ranker, top, exclude: findExcludedDocuments(view, query) }),
  );
}

/** Re-ranks candidates that were found before. */
export async function rerankCandidates(
  view: IndexView,
  reranker: HitReranker,
  candidates: readonly Candidates[],
  options: Omit<RerankQueriesOptions, "ranker" | "top"> = {},
): Promise<Run> {
  const candidatesByQuery = new Map(candidates.map((each) => [each.query, each]));
  const queries = candidates.map(({ query }) => query);
  return createRerankedRun(view, reranker, queries, options, async (query) => ({
    ...(candidatesByQuery.get(query) as Candidates),
    isPartial: false,
  }));
}

/** Candidates in the first stage's order. */
export function toCandidateRun(
  view: IndexView,
  candidates: readonly Candidates[],
  name: string,
): Run {
  const ids = new DocumentIdCache(view);
  const rankings = candidates.map(
    ({ query, documents, scores }) =>
      [query.id, { documents: ids.getIds({ documents }), scores }] as const,
  );
  return { name, rankings: new Map(rankings) };
}

async function createRerankedRun(
  view: IndexView,
  reranker: HitReranker,
  queries: readonly Query[],
  { name, progress = silent, ...options }: RerankQueriesOptions,
  firstStage: (query: Query) => Promise<Hits>,
): Promise<Run> {
  const model = reranker.name;
  const ids = new DocumentIdCache(view);
  const rankings = new Map<string, Ranking>();
  for (const query of queries) {
    const hits = await reranker.rerank(query.text, await firstStage(query), options);
    rankings.set(query.id, { documents: ids.getIds(hits), scores: hits.scores });
    const done = rankings.size;
    if (done % 16 === 0 || done === queries.length) {
      const labels = { task: `re-ranking with ${model}`, unit: "queries", total: queries.length };
      progress({ ...labels, done, finished: done === queries.length });
    }
  }
  return { name: name ?? model, rankings };
}
