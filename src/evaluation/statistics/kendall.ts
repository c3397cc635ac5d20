/**
 * Kendall's tau-b, which allows for ties in both inputs (Biometrika 1945).
 *
 * Discordant pairs are counted by merge sort in n log n (Knight, JASA 1966).
 * p is exact up to 33 values without ties, otherwise from the normal
 * approximation with the variance corrected for ties: scipy.stats.kendalltau
 * with method "exact" and "asymptotic".
 */

import { type Correlation, checkCorrelationInputs } from "./correlation.ts";
import { normalUpperTail } from "./normal-distribution.ts";

const MAX_EXACT_VALUES = 33;

/** Kendall's tau-b of two lists of values. */
export function kendall(x: ArrayLike<number>, y: ArrayLike<number>): Correlation {
  const [a, b] = checkCorrelationInputs("Kendall's correlation", x, y);
  const count = a.length;
  const order = Uint32Array.from(a, (_, i) => i).sort(
    (i, j) => (a[i] as number) - (a[j] as number) || (b[i] as number) - (b[j] as number),
  );
  const byA = Array.from(order, (i) => a[i] as number);
  const byB = Float64Array.from(order, (i) => b[i] as number);
  const tiedBoth = countTieSizes(count, (i, j) => byA[i] === byA[j] && byB[i] === byB[j]);
  const tiedA = countTieSizes(count, (i, j) => byA[i] === byA[j]);
  const discordant = sortAndCountInversions(byB);
  const tiedB = countTieSizes(count, (i, j) => byB[i] === byB[j]);

  const pairs = (count * (count - 1)) / 2;
  const free = [tiedA, tiedB].map((ties) => pairs - countTiedPairs(ties)) as [number, number];
  const balance = free[0] + free[1] - pairs + countTiedPairs(tiedBoth) - 2 * discordant;
  const coefficient = Math.max(-1, Math.min(1, balance / Math.sqrt(free[0]) / Math.sqrt(free[1])));
  const untied = tiedA.length === count && tiedB.length === count;
  const p =
    untied && count <= MAX_EXACT_VALUES
      ? computeExactP(Math.min(discordant, pairs - discordant), count)
      : computeNormalP(balance, count, tiedA, tiedB);
  return { coefficient, p };
}

/** Lengths of the runs of neighbours for which `same` holds. */
function countTieSizes(count: number, same: (i: number, j: number) => boolean): number[] {
  const sizes: number[] = [];
  for (let start = 0; start < count; ) {
    let end = start + 1;
    while (end < count && same(end - 1, end)) end++;
    sizes.push(end - start);
    start = end;
  }
  return sizes;
}

function countTiedPairs(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

/** Sorts in place; returns the number of pairs that were in descending order. */
function sortAndCountInversions(values: Float64Array): number {
  if (values.length < 2) return 0;
  const left = values.slice(0, values.length >> 1);
  const right = values.slice(values.length >> 1);
  let inversions = sortAndCountInversions(left) + sortAndCountInversions(right);
  for (let i = 0, l = 0, r = 0; i < values.length; i++) {
    if (r < right.length && (l === left.length || (right[r] as number) < (left[l] as number))) {
      inversions += left.length - l;
      values[i] = right[r++] as number;
    } else values[i] = left[l++] as number;
  }
  return inversions;
}

/**
 * Twice the share of the permutations of `count` values with at most `maxInversions` inversions.
 */
function computeExactP(maxInversions: number, count: number): number {
  let shares = new Float64Array(maxInversions + 1);
  shares[0] = 1;
  for (let size = 2; size <= count; size++) {
    // The largest of `size` values adds 0 to size - 1 inversions, each equally likely.
    const next = new Float64Array(maxInversions + 1);
    for (let total = 0; total <= maxInversions; total++) {
      for (let added = 0; added < Math.min(size, total + 1); added++) {
        (next[total] as number) += (shares[total - added] as number) / size;
      }
    }
    shares = next;
  }
  return Math.min(1, 2 * shares.reduce((a, b) => a + b, 0));
}

function computeNormalP(
  balance: number,
  count: number,
  tiedA: readonly number[],
  tiedB: readonly number[],
): number {
  const ordered = count * (count - 1);
  const sum = (ties: readonly number[], term: (size: number) => number): number =>
    ties.reduce((total, size) => total + size * (size - 1) * term(size), 0);
  const both = (term: (size: number) => number): number => sum(tiedA, term) * sum(tiedB, term);
  const linear = (size: number): number => 2 * size + 5;
  const variance =
    (ordered * linear(count) - sum(tiedA, linear) - sum(tiedB, linear)) / 18 +
    both(() => 1) / (2 * ordered) +
    both((size) => size - 2) / (9 * ordered * (count - 2));
  return Math.min(1, 2 * normalUpperTail(Math.abs(balance) / Math.sqrt(variance)));
}
