/** One query over one snapshot: what ranking, counting, sorting and paging need of it. */

import type { IndexSnapshot } from "../index/index.ts";
import type { DocumentSet } from "./document-set.ts";
import type { Explanation } from "./explanation.ts";
import type { RankOptions } from "./searcher.ts";
import type { Hits, TimeLimit } from "./traversal/index.ts";

/** A query over a snapshot. What one method computes, the others reuse. */
export interface QueryExecution {
  readonly snapshot: IndexSnapshot;
  /** The clock of the search. Loops over documents, values or texts count on it. */
  readonly limit: TimeLimit;
  /** True once any method has run out of time. */
  readonly isPartial: boolean;
  /** The number of documents that match, once it is known. */
  readonly total: number | undefined;
  /** The `top` best documents, restricted to `within` if it is given. */
  rank(top: number, options?: Pick<RankOptions, "total" | "within">): Promise<Hits>;
  /** All documents that match. Callers must not change the set. */
  matches(): Promise<DocumentSet>;
  /** The scores of matching documents, in the order of `documents`. `OutOfTime` when time is up. */
  score(documents: ArrayLike<number>): Promise<Float64Array>;
  /** How the score of a document is made up. `OutOfTime` when time is up. */
  explain(document: number): Promise<Explanation>;
  /** Puts pinned documents before all others, in hits that a model has ordered. */
  pinFirst?(hits: Hits): Hits;
  /** The passage of a document nearest to the query vector, counted from 0. Dense and hybrid search only. */
  nearestPassage?(document: number): number | undefined;
}
