/**
 * Corrects p values for the number of comparisons; the results are parallel to the raw values.
 *
 * Both corrections bound the probability of any false positive among all comparisons. A p value
 * corrected by Holm is never larger than by Bonferroni (Scandinavian Journal of Statistics 1979).
 */

/** Every p times their number, at most 1. */
export function bonferroni(ps: readonly number[]): number[] {
  return ps.map((p) => Math.min(1, p * ps.length));
}

/** The smallest p times m, the next times m - 1, …; never below the one before, at most 1. */
export function holm(ps: readonly number[]): number[] {
  const ascending = ps.map((_, i) => i).sort((a, b) => (ps[a] as number) - (ps[b] as number));
  const corrected = new Array<number>(ps.length).fill(0);
  let highest = 0;
  for (const [rank, i] of ascending.entries()) {
    highest = Math.max(highest, Math.min(1, (ps[i] as number) * (ps.length - rank)));
    corrected[i] = highest;
  }
  return corrected;
}
