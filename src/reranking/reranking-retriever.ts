/** Retrieves the rankings of a run in two stages: candidates, then a model. */

import { defined } from "../common/defined.ts";
import type { IndexView } from "../index/index.ts";
import { findExcludedDocuments } from "../ranking/candidates.ts";
import type { Candidates, Hits, Ranker, RankOptions, Searcher } from "../ranking/index.ts";
import { type Retriever, toBatchRetriever } from "../ranking/retriever.ts";
import {
  type BatchRetriever,
  createHitsRetriever,
  type HitsRetrieverOptions,
} from "../ranking/run-queries.ts";
import {
  type RerankRetrievedOptions,
  rerankRetrievedHits,
  resolveDepth,
} from "./rerank-retrieved-hits.ts";
import type { HitReranker, Reranker, RerankOptions } from "./reranker.ts";

/** The first stage, and how its documents are re-ranked. */
export interface RerankingRetrieverOptions extends RerankOptions {
  /** The first stage. Default `bm25`. */
  readonly ranker?: string | Ranker;
  /** Boosts of the first stage. */
  readonly boost?: RankOptions["boost"];
}

/** Ranks documents for each query, then re-ranks the best of them. The run has the name of the model. */
export function createRerankingRetriever(
  searcher: Searcher,
  reranker: HitReranker,
  { ranker = "bm25", boost, ...options }: RerankingRetrieverOptions = {},
): BatchRetriever {
  const { view } = searcher;
  return createHitsRetriever(
    view,
    async (query, top) => {
      const exclude = findExcludedDocuments(view, query);
      const hits = await searcher.rank(query.text, {
        ...{ ranker, top, exclude, ...defined({ boost }) },
      });
      return reranker.rerank(query.text, hits, options);
    },
    labelReranker(reranker),
  );
}

/** Re-ranks the given candidates of each query. */
export function createCandidateReranker(
  view: IndexView,
  candidates: readonly Candidates[],
  reranker: HitReranker,
  options: RerankOptions = {},
): BatchRetriever {
  const findHits = createCandidateLookup(candidates);
  return createHitsRetriever(
    view,
    async (query) => reranker.rerank(query.text, findHits(query.id), options),
    labelReranker(reranker),
  );
}

/** The given candidates in the order of the first stage. */
export function createCandidateRetriever(
  view: IndexView,
  candidates: readonly Candidates[],
): BatchRetriever {
  const findHits = createCandidateLookup(candidates);
  return createHitsRetriever(view, async ({ id }) => findHits(id), { name: "candidates" });
}

function createCandidateLookup(candidates: readonly Candidates[]): (query: string) => Hits {
  const candidatesByQuery = new Map(candidates.map((each) => [each.query.id, each]));
  return (query) => ({ ...(candidatesByQuery.get(query) as Candidates), isPartial: false });
}

function labelReranker({ name, concurrency = 1 }: HitReranker): HitsRetrieverOptions {
  return { name, task: `re-ranking with ${name}`, concurrency };
}

/** Re-ranks the hits of another retriever, such as a cluster. The run has the name of the model. */
export function createRemoteReranker(
  retriever: Retriever,
  reranker: Reranker,
  options: RerankRetrievedOptions = {},
): BatchRetriever {
  const tokens = options.local === undefined ? resolveDepth(reranker, options.depth) : 0;
  return {
    ...toBatchRetriever(retriever, {
      tokens,
      change: ({ text }, result) => rerankRetrievedHits(reranker, text, result, options),
    }),
    name: reranker.name,
  };
}
