/** Makes a run: the rankings of many queries by one retriever. */

import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { mapAhead } from "../common/map-ahead.ts";
import { type Progress, silent } from "../common/progress.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import { DocumentIdCache } from "./document-id-cache.ts";
import type { Hits } from "./traversal/hits.ts";

/** The ranking of one query. */
export interface RetrievedRanking extends Ranking {
  /** A part of the documents could not be searched. */
  readonly isPartial?: boolean;
}

/** Ranks documents for batches of queries: an index, its threads, a re-ranker, a hybrid search, a cluster. */
export interface BatchRetriever<Q extends { readonly id: string } = Query> {
  /** The default name of a run. */
  readonly name: string;
  /** The label of progress reports. Default: the name of the run. */
  readonly task?: string | undefined;
  /** Queries per call, and between two progress reports. */
  readonly batchSize: number;
  /** The rankings of the `top` best documents, in the order of the queries. */
  retrieve(queries: readonly Q[], top: number): Promise<readonly RetrievedRanking[]>;
}

/** Options of a run. */
export interface QueryRunOptions {
  /** Maximum number of documents per query. Default 1000. */
  readonly top?: number | undefined;
  /** Name of the run. Default: the name of the retriever. */
  readonly name?: string | undefined;
  readonly progress?: Progress | undefined;
}

/** A run, and the queries for which a part of the documents was not searched; absent if there are none. */
export interface QueryRun extends Run {
  readonly partial?: readonly string[];
}

/**
 * Ranks documents for each query, in the order of the queries. A query without
 * hits has an empty ranking. Documents that a query excludes are not returned.
 */
export async function runQueries<Q extends { readonly id: string }>(
  retriever: BatchRetriever<Q>,
  queries: readonly Q[],
  { top = 1000, name = retriever.name, progress = silent }: QueryRunOptions = {},
): Promise<QueryRun> {
  const { batchSize, task = name } = retriever;
  const rankings = new Map<string, Ranking>();
  const partial: string[] = [];
  const total = queries.length;
  for (let from = 0; from < total; from += batchSize) {
    const batch = queries.slice(from, from + batchSize);
    const results = await retriever.retrieve(batch, top);
    for (const [i, { id }] of batch.entries()) {
      const { documents, scores, isPartial } = results[i] as RetrievedRanking;
      if (isPartial) partial.push(id);
      rankings.set(id, { documents, scores });
    }
    const done = from + batch.length;
    progress({ task, unit: "queries", done, total, finished: done === total });
  }
  return { name, rankings, ...(partial.length === 0 ? {} : { partial }) };
}

/** Documents of an index by number, best first, with their scores. */
export type RankedHits = Pick<Hits, "documents" | "scores"> & Partial<Pick<Hits, "isPartial">>;

/** The labels of a retriever over an index, and its queries per call. */
export interface HitsRetrieverOptions extends Pick<BatchRetriever, "name" | "task"> {
  readonly batchSize?: number;
  /** Queries ranked at a time. Default 1. */
  readonly concurrency?: number;
}

/** A retriever that ranks the queries of a batch over an index. */
export function createHitsRetriever<Q extends { readonly id: string } = Query>(
  view: IndexView,
  rank: (query: Q, top: number) => Promise<RankedHits>,
  { batchSize = 16, concurrency = 1, ...labels }: HitsRetrieverOptions,
): BatchRetriever<Q> {
  const ids = new DocumentIdCache(view);
  return {
    ...labels,
    batchSize,
    async retrieve(queries, top) {
      const rankings: RetrievedRanking[] = [];
      const ranked = mapAhead(queries, concurrency, (query) => rank(query, top));
      for await (const hits of ranked) rankings.push(toRanking(ids, hits));
      return rankings;
    },
  };
}

/** Hits with the ids of their documents. */
export function toRanking(
  ids: DocumentIdCache,
  { documents, scores, isPartial = false }: RankedHits,
): RetrievedRanking {
  return { documents: ids.getIds({ documents }), scores, isPartial };
}
