/** The options of a ranking. */

import type { FieldChoice } from "../index/schema/index.ts";
import type { DocumentBoost } from "./boost-score.ts";
import type { DocumentSet } from "./document-set.ts";
import type { Ranker } from "./ranker.ts";
import type { QueryReadingOptions } from "./syntax/read-query.ts";
import type { DocumentFilter } from "./traversal/hits.ts";

/** How a query is read and scored. */
export interface QueryOptions extends QueryReadingOptions {
  /**
   * The text fields to search, optionally with weights. Default: all, with the
   * weights of the index.
   */
  readonly fields?: FieldChoice;
  /** A name such as `bm25(k1=0.6)`, or a ranker. */
  readonly ranker?: string | Ranker;
  /**
   * Documents in which one of these fields is the query rank first, by `bm25` or `bm25f`.
   */
  readonly exactFields?: readonly string[];
  /** Boosts of all documents. */
  readonly boost?: DocumentBoost;
}

/** Which documents are returned, and how many. */
export interface RankOptions extends QueryOptions {
  /** Maximum number of documents to return. */
  readonly top?: number;
  /** Minimum number of distinct query terms in a document. */
  readonly minMatch?: number;
  /** The only documents that may be returned. */
  readonly filter?: DocumentFilter;
  /** A few documents that are neither returned nor used for feedback. Cheaper than a filter. */
  readonly exclude?: ReadonlySet<number>;
  /** When to stop, in ms since the epoch. Hits up to then are returned with `isPartial`. */
  readonly deadline?: number;
  /**
   * Whether to count all matching documents, at the cost of reading all lists of the
   * query; or the maximum to count.
   */
  readonly total?: boolean | number;
  /**
   * Restricts the results to these documents. Unlike a filter, it affects nothing
   * else: feedback sees what it would see without it.
   */
  readonly within?: DocumentSet;
}

/** Which documents match. */
export type MatchOptions = Omit<RankOptions, "top" | "exclude" | "total" | "within">;
