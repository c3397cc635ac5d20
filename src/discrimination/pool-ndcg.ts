/** nDCG@10 of pools ordered by score. */

import type { QueryPools } from "./query-pools.ts";
import { CUTOFF } from "./training-queries.ts";

/** Sorts the rows of query `q` by score, ties by document, and returns its nDCG@10. */
export function computePoolNdcg(
  { rowStarts, rowGrades, idealGains }: QueryPools,
  q: number,
  scores: Float64Array,
): number {
  const ideal = idealGains[q] as number;
  if (ideal === 0) return 0;
  const [start, end] = [rowStarts[q] as number, rowStarts[q + 1] as number];
  const best = new Int32Array(CUTOFF).fill(-1);
  for (let row = start; row < end; row++) {
    const score = scores[row] as number;
    let position = CUTOFF;
    while (position > 0) {
      const other = best[position - 1] as number;
      if (other >= 0 && (scores[other] as number) >= score) break;
      position--;
    }
    if (position === CUTOFF) continue;
    best.copyWithin(position + 1, position, CUTOFF - 1);
    best[position] = row;
  }
  let gain = 0;
  for (let rank = 0; rank < CUTOFF; rank++) {
    const row = best[rank] as number;
    if (row >= 0) gain += (rowGrades[row] as number) / Math.log2(rank + 2);
  }
  return gain / ideal;
}
