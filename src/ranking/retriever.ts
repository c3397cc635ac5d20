/**
 * Who finds the candidates for a query: an index of ours, or an engine on other
 * machines. A re-ranker builds on either in the same way, because a hit brings
 * what a model reads of a document when it is asked for.
 */

/** A query for a retriever. */
export interface RetrieverQuery {
  readonly text: string;
  /** Ids of documents that must not be returned. */
  readonly exclude?: readonly string[] | undefined;
}

/** What to bring beside ids and scores. */
export interface RetrieveOptions {
  /** Of how many of the best hits to bring the surface tokens, which re-rankers read. Default 0. */
  readonly tokens?: number | undefined;
}

/** A document that was found. */
export interface RetrieverHit {
  readonly id: string;
  readonly score: number;
  /** In the order of the text; there if they were asked for. */
  readonly tokens?: readonly string[];
}

/** The hits of one query, best first; equal scores are ordered by id, the larger by bytes first. */
export interface RetrievalResult {
  readonly hits: readonly RetrieverHit[];
  /** A part of the documents could not be searched: there may be better hits. */
  readonly isPartial: boolean;
}

/** Finds the best documents for queries. */
export interface Retriever {
  /** What ranks, for the name of a run. */
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
