/**
 * Reciprocal rank fusion, RRF: a document scores the sum of 1 / (k + rank) over the
 * ranked lists. A list without the document adds 0.
 *
 * Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and
 * individual rank learning methods", SIGIR 2009.
 */

/** The RRF score of a rank, from 1 on; 0 for no rank. */
export function computeReciprocalRank(rank: number | undefined, k: number): number {
  return rank === undefined ? 0 : 1 / (k + rank);
}
