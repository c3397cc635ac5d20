/** Queries and judged queries, as callers give them. */

/** A query. Without an id, its text is its id. */
export interface QueryInput {
  readonly text: string;
  readonly id?: string | undefined;
  /** Ids of documents that never count as results. */
  readonly exclude?: readonly string[] | undefined;
}

/** A query with known relevant documents. */
export interface JudgedQuery extends QueryInput {
  /** Ids of relevant documents, or grades by id: above 0 relevant, 0 not relevant. */
  readonly relevant: readonly string[] | Readonly<Record<string, number>>;
}
