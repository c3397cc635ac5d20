/** Re-ranks a first stage for many queries and returns a run. */

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

/** Options for ranking and re-ranking a set of queries. */
export interface RerankQueriesOptions extends RerankOptions {
  /** The first stage. */
  readonly ranker?: string | Ranker;
  /** Maximum number of documents per query. */
  readonly top?: number;
  /** The run's name; by default the model's. */
  readonly name?: string;
  readonly progress?: Progress;
}

/** Ranks documents for each query, then re-ranks the head. */
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

/** Re-ranks candidates that were retrieved before. */
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

/** Candidates as a run in the first stage's order. */
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
