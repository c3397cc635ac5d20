/**
 * The hits of many queries in a few arrays, for sending between threads: the
 * cost of a message depends on the number of arrays, hardly on their lengths.
 */

import type { Hits } from "./traversal/hits.ts";

export interface PackedHits {
  /** Numbers of the queries. */
  readonly queries: Uint32Array;
  /** Where the hits of each query end. */
  readonly ends: Uint32Array;
  readonly isPartial: Uint8Array;
  /** Number of documents that match each query; -1 where totals were not requested. */
  readonly totals: Int32Array;
  readonly documents: Uint32Array;
  readonly scores: Float64Array;
}

/** Packs the hits of queries by their numbers. */
export function packHits(hits: ReadonlyMap<number, Hits>): PackedHits {
  let total = 0;
  const ends = Uint32Array.from(hits.values(), ({ documents }) => {
    total += documents.length;
    return total;
  });
  const documents = new Uint32Array(total);
  const scores = new Float64Array(total);
  let at = 0;
  for (const each of hits.values()) {
    documents.set(each.documents, at);
    scores.set(each.scores, at);
    at += each.documents.length;
  }
  return {
    queries: Uint32Array.from(hits.keys()),
    ends,
    isPartial: Uint8Array.from(hits.values(), ({ isPartial }) => (isPartial ? 1 : 0)),
    totals: Int32Array.from(hits.values(), ({ total = -1 }) => total),
    documents,
    scores,
  };
}

/** Writes the hits of each query to its index in `out`. They share the packed arrays. */
export function unpackHits(packed: PackedHits, out: Hits[]): void {
  let start = 0;
  for (const [i, query] of packed.queries.entries()) {
    const end = packed.ends[i] as number;
    const total = packed.totals[i] as number;
    out[query] = {
      documents: packed.documents.subarray(start, end),
      scores: packed.scores.subarray(start, end),
      isPartial: packed.isPartial[i] === 1,
      ...(total < 0 ? {} : { total }),
    };
    start = end;
  }
}
