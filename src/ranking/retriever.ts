/**
 * The interface of first-stage retrieval: our own index, or an engine on other
 * machines. A reranker builds on either in the same way, because a hit includes the
 * tokens that a model reads, on request.
 */

/** A query for a retriever. */
export interface RetrieverQuery {
  readonly text: string;
  /** Ids of documents that must not be returned. */
  readonly exclude?: readonly string[] | undefined;
}

/** What to return besides ids and scores. */
export interface RetrieveOptions {
  /** Number of the best hits to return with surface tokens, which rerankers read. Default 0. */
  readonly tokens?: number | undefined;
}

/** A hit. */
export interface RetrieverHit {
  readonly id: string;
  readonly score: number;
  /** In the order of the text; present if requested. */
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
  /** Name of the ranking, for the name of a run. */
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
