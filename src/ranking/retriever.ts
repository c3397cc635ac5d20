/**
 * A retriever finds the candidates of a query, in a local index or in a cluster.
 * Re-rankers work on either, because hits carry the tokens of their documents
 * on request.
 */

import type { Query } from "../collection/document.ts";
import type { BatchRetriever } from "./run-queries.ts";

/** A query for a retriever. */
export interface RetrieverQuery {
  readonly text: string;
  /** Ids of documents that must not be returned. */
  readonly exclude?: readonly string[] | undefined;
}

/** What hits carry beside ids and scores. */
export interface RetrieveOptions {
  /** Number of best hits that carry their surface tokens, which re-rankers read. Default 0. */
  readonly tokens?: number | undefined;
  /** Time limit in ms. Hits that are found by then are returned, and `isPartial` is true. Default none. */
  readonly timeout?: number | undefined;
}

/** One hit. */
export interface RetrieverHit {
  readonly id: string;
  readonly score: number;
  /** In the order of the text; present on request. */
  readonly tokens?: readonly string[];
}

/** The hits of one query, best first; equal scores are ordered by id, the larger by bytes first. */
export interface RetrievalResult {
  readonly hits: readonly RetrieverHit[];
  /** True if some documents could not be searched: there may be better hits. */
  readonly isPartial: boolean;
}

/** Finds the best documents for queries. */
export interface Retriever {
  /** The default name of a run. */
  readonly name: string;
  /** The `k` best documents for a query. */
  search(
    query: string | RetrieverQuery,
    k: number,
    options?: RetrieveOptions,
  ): Promise<RetrievalResult>;
  /** The same for many queries, in their order. */
  searchAll(
    queries: readonly RetrieverQuery[],
    k: number,
    options?: RetrieveOptions,
  ): Promise<readonly RetrievalResult[]>;
  close(): Promise<void>;
}

/** Options of `toBatchRetriever`. */
export interface BatchRetrieverOptions extends RetrieveOptions {
  /** Replaces the hits of a query, such as by re-ranking. Default: they stay. */
  readonly change?:
    | ((query: Query, result: RetrievalResult) => Promise<RetrievalResult>)
    | undefined;
}

/** Queries per call. */
const QUERIES_PER_BATCH = 64;

/** A retriever as the source of a run. */
export function toBatchRetriever(
  retriever: Retriever,
  { tokens = 0, change }: BatchRetrieverOptions = {},
): BatchRetriever {
  return {
    name: retriever.name,
    task: "retrieving",
    batchSize: QUERIES_PER_BATCH,
    async retrieve(queries, top) {
      const results = await retriever.searchAll(queries, top, { tokens });
      const rankings = [];
      for (const [i, query] of queries.entries()) {
        const first = results[i] as RetrievalResult;
        const { hits, isPartial } = change === undefined ? first : await change(query, first);
        const documents = hits.map(({ id }) => id);
        const scores = Float64Array.from(hits, ({ score }) => score);
        rankings.push({ documents, scores, isPartial });
      }
      return rankings;
    },
  };
}
