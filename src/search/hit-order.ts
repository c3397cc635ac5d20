/** The orders in which hits are returned: by score, or by fields (field-order.ts). */

import type { Hit } from "../api/search-result.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";

/** Documents in their order, with their scores. */
export interface OrderedHits {
  readonly documents: Uint32Array;
  readonly scores: Float64Array;
  /** The number of matching documents, if ranking has counted them. */
  readonly total?: number;
}

/** An order of all documents that match. */
export interface HitOrder {
  /** The first `top` documents, restricted to `within` if present. */
  take(top: number, within?: DocumentSet): Promise<OrderedHits>;
  /** The given details of documents, with what this order adds; undefined where it adds nothing. */
  describeHits?(
    documents: Uint32Array,
    details?: readonly Pick<Hit, "group">[],
  ): readonly Pick<Hit, "group" | "distance">[] | undefined;
}

/** The best score first; equal scores by the larger id. */
export class ScoreOrder implements HitOrder {
  readonly #execution: QueryExecution;
  readonly #total: boolean | number;

  /** `total` says whether ranking counts all matching documents, or the maximum to count. */
  constructor(execution: QueryExecution, total: boolean | number = false) {
    this.#execution = execution;
    this.#total = total;
  }

  take(top: number, within?: DocumentSet): Promise<OrderedHits> {
    const part = within === undefined ? {} : { within };
    return this.#execution.rank(top, { total: within === undefined && this.#total, ...part });
  }
}
