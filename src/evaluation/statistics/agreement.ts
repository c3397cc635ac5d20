/**
 * How far raters agree beyond chance. Kappa is 1 for perfect agreement and 0 for as much as chance
 * gives.
 *
 * Cohen, "A Coefficient of Agreement for Nominal Scales", 1960; with weights for ordered grades
 * "Weighted Kappa", 1968. Fleiss, "Measuring Nominal Scale Agreement among Many Raters", 1971.
 */

import { badArgument } from "../../common/errors.ts";

/** What a difference of grades counts: any the same, its size, or its square. */
export type KappaWeights = "none" | "linear" | "quadratic";

/** The agreement of two raters on the same items. */
export interface Agreement {
  /** NaN where chance alone would give perfect agreement: both raters used one grade. */
  readonly kappa: number;
  /** The share of items with equal grades. */
  readonly equal: number;
  readonly items: number;
}

/** Cohen's kappa of two lists of grades of the same items. */
export function computeCohenKappa(
  first: readonly number[],
  second: readonly number[],
  { weights = "none" }: { readonly weights?: KappaWeights } = {},
): Agreement {
  if (first.length !== second.length) {
    throw badArgument(
      `two raters must grade the same items, got ${first.length} and ${second.length} grades`,
    );
  }
  const items = first.length;
  if (items === 0) throw badArgument("agreement needs at least one item that both raters graded");
  const disagree = (a: number, b: number): number => {
    if (weights === "none") return a === b ? 0 : 1;
    return weights === "linear" ? Math.abs(a - b) : (a - b) ** 2;
  };
  let [observed, expected, equal] = [0, 0, 0];
  for (let i = 0; i < items; i++) {
    const [a, b] = [first[i] as number, second[i] as number];
    observed += disagree(a, b);
    if (a === b) equal++;
  }
  const [firstCounts, secondCounts] = [countGrades(first), countGrades(second)];
  for (const [a, countA] of firstCounts) {
    for (const [b, countB] of secondCounts) expected += (countA * countB * disagree(a, b)) / items;
  }
  return { kappa: 1 - observed / expected, equal: equal / items, items };
}

/**
 * Fleiss' kappa of items with the grades of several raters each. Items may have different numbers
 * of grades, at least two; those with fewer are left out.
 */
export function computeFleissKappa(itemGrades: readonly (readonly number[])[]): Agreement {
  const rated = itemGrades.filter((grades) => grades.length > 1);
  if (rated.length === 0) throw badArgument("agreement needs an item that two raters graded");
  const total = rated.reduce((sum, grades) => sum + grades.length, 0);
  const shares = new Map<number, number>();
  let observed = 0;
  for (const grades of rated) {
    const n = grades.length;
    let pairs = 0;
    for (const [grade, count] of countGrades(grades)) {
      pairs += count * (count - 1);
      shares.set(grade, (shares.get(grade) ?? 0) + count / total);
    }
    observed += pairs / (n * (n - 1)) / rated.length;
  }
  const chance = [...shares.values()].reduce((sum, share) => sum + share ** 2, 0);
  return { kappa: (observed - chance) / (1 - chance), equal: observed, items: rated.length };
}

function countGrades(grades: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const grade of grades) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  return counts;
}
