/**
 * From candidates to the result: the kernels order them by their exact scores.
 *
 * Within a segment they know which of two ids is the larger; where documents of
 * several segments tie, their order is settled here.
 */

import type { Hits } from "../traversal/hits.ts";
import type { TieOrder } from "./tie-order.ts";

/** The `top` first of `documents`, which are ordered but for ties between segments. */
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
  const settled = documents.slice();
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < scores.length && scores[to] === scores[from]) to++;
    if (to - from > 1) settled.subarray(from, to).sort((a, b) => (ties.wins(a, b) ? -1 : 1));
    from = to;
  }
  return { documents: settled.slice(0, count), scores: scores.slice(0, count), isPartial };
}
