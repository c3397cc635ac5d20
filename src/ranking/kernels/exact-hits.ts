/**
 * From candidates to the result: the kernels order them by their exact scores.
 *
 * Within a segment the kernels compare ids by rank. Ties between documents of
 * different segments are resolved here.
 */

import type { Hits } from "../traversal/hits.ts";
import type { TieOrder } from "./tie-order.ts";

/** The first `top` of `documents`, which are ordered except for ties between segments. */
export function selectExactHits(
  documents: Uint32Array,
  scores: Float64Array,
  ties: TieOrder,
  top: number,
  isPartial: boolean,
): Hits {
  const count = Math.min(top, documents.length);
  if (ties.areSettled) {
    return { documents: documents.slice(0, count), scores: scores.slice(0, count), isPartial };
  }
  const ordered = documents.slice();
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < scores.length && scores[to] === scores[from]) to++;
    if (to - from > 1) ordered.subarray(from, to).sort((a, b) => (ties.wins(a, b) ? -1 : 1));
    from = to;
  }
  return { documents: ordered.slice(0, count), scores: scores.slice(0, count), isPartial };
}
