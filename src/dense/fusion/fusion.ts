/**
 * Two scores of a document made one: of words, and of meaning.
 *
 * `hybrid` standardises each over the documents that are looked at, mean 0 and
 * deviation 1, and adds them. `rrf` adds the reciprocals of ranks (Cormack,
 * Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and
 * individual rank learning methods", SIGIR 2009); a document that is not in a
 * list gets nothing for it.
 */

/** Mean and deviation of some scores. */
export interface ScoreSpread {
  readonly mean: number;
  /** Of the population; 0 where all scores are equal. */
  readonly deviation: number;
}

/** The spread of scores; of none, that of a single 0. */
export function computeSpread(scores: Float64Array): ScoreSpread {
  if (scores.length === 0) return { mean: 0, deviation: 0 };
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / scores.length) };
}

/** How many deviations a score is above the mean; 0 where no score differs. */
export function standardise(score: number, { mean, deviation }: ScoreSpread): number {
  return deviation === 0 ? 0 : (score - mean) / deviation;
}

/** What a rank, from 1 on, is worth in `rrf`; 0 for none. */
export function computeReciprocalRank(rank: number | undefined, k: number): number {
  return rank === undefined ? 0 : 1 / (k + rank);
}
