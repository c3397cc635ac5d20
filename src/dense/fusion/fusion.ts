/**
 * Fusion of a lexical and a dense score.
 *
 * `hybrid` standardises both over the candidates (mean 0, deviation 1) and adds
 * them. `rrf` is reciprocal rank fusion (Cormack, Clarke and Büttcher,
 * "Reciprocal rank fusion outperforms Condorcet and individual rank learning
 * methods", SIGIR 2009); a list without the document adds 0.
 */

/** Mean and standard deviation of scores. */
export interface ScoreSpread {
  readonly mean: number;
  /** Of the population; 0 where all scores are equal. */
  readonly deviation: number;
}

/** The mean and deviation of scores; 0 and 0 for no scores. */
export function computeSpread(scores: Float64Array): ScoreSpread {
  if (scores.length === 0) return { mean: 0, deviation: 0 };
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / scores.length) };
}

/** The z-score; 0 where all scores are equal. */
export function standardise(score: number, { mean, deviation }: ScoreSpread): number {
  return deviation === 0 ? 0 : (score - mean) / deviation;
}

/** The RRF score of a rank, from 1 on; 0 for no rank. */
export function computeReciprocalRank(rank: number | undefined, k: number): number {
  return rank === undefined ? 0 : 1 / (k + rank);
}
