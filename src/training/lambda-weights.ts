/**
 * LambdaRank's weights: the change of nDCG if the two documents of a pair swapped their ranks
 * (Burges, Ragno and Le, "Learning to Rank with Nonsmooth Cost Functions", NIPS 2006).
 *
 * Gains are 2^grade - 1 over the list's ideal DCG; the discount of a rank from 1 is log2(1 + rank).
 * The weights also convert the loss to logarithms of base 2 and to the mean over lists.
 */

import { type Example, forEachGradedPair } from "./examples.ts";

/** One weight per pair, in the order of `forEachGradedPair`, list by list. */
export function computeLambdaWeights(
  examples: readonly Pick<Example, "grades">[],
  scores: ArrayLike<number>,
): readonly number[] {
  const weights: number[] = [];
  let start = 0;
  for (const { grades } of examples) {
    const list = grades.map((_, i) => scores[start + i] as number);
    const discounts = computeDiscounts(list);
    const ideal = computeDiscounts(grades).reduce(
      (dcg, discount, i) => dcg + computeGain(grades[i]) * discount,
      0,
    );
    forEachGradedPair(grades, (i, j) => {
      const swap = (discounts[i] as number) - (discounts[j] as number);
      const change = Math.abs(((computeGain(grades[i]) - computeGain(grades[j])) / ideal) * swap);
      weights.push(change / (Math.LN2 * examples.length));
    });
    start += grades.length;
  }
  return weights;
}

function computeGain(grade = 0): number {
  return 2 ** grade - 1;
}

/** 1 / log2(1 + rank) of each document when ranked by these values, ties in input order. */
function computeDiscounts(values: readonly number[]): number[] {
  const order = values.map((_, i) => i);
  order.sort((a, b) => (values[b] as number) - (values[a] as number) || a - b);
  const discounts = new Array<number>(values.length);
  for (const [rank, i] of order.entries()) discounts[i] = 1 / Math.log2(2 + rank);
  return discounts;
}
