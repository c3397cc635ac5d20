/**
 * Spearman's rank correlation: Pearson's correlation of average ranks.
 *
 * The shortcut with squared rank differences is wrong for ties and is not used. p is from Student's
 * t, as in scipy.stats.spearmanr.
 */

import { computeAverageRanks } from "./average-ranks.ts";
import { type Correlation, checkCorrelationInputs } from "./correlation.ts";
import { twoSidedT } from "./student-t.ts";

/** Spearman's rank correlation of two lists of values. */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): Correlation {
  const [a, b] = checkCorrelationInputs("Spearman's correlation", x, y).map(
    (v) => computeAverageRanks(v).ranks,
  ) as [Float64Array, Float64Array];
  const count = a.length;
  const middle = (count + 1) / 2; // the mean of any set of average ranks
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const dx = (a[i] as number) - middle;
    const dy = (b[i] as number) - middle;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  const coefficient = Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
  const t = coefficient * Math.sqrt((count - 2) / ((1 - coefficient) * (1 + coefficient)));
  return { coefficient, p: twoSidedT(t, count - 2) };
}
