/**
 * Wilson's interval of a proportion ("Probable inference, the law of succession, and statistical
 * inference", 1927): it stays within 0 and 1 and is not empty if all or none of the trials succeed.
 */

import { badArgument } from "../../common/errors.ts";

/** The 0.975 quantile of the normal distribution. */
const Z_95 = 1.959963984540054;

/** The 95 % interval of the probability behind `successes` of `trials`. From 0 to 1 without trials. */
export function wilsonInterval(successes: number, trials: number): readonly [number, number] {
  if (!(successes >= 0 && successes <= trials)) {
    throw badArgument(`successes must be from 0 to the ${trials} trials, got ${successes}`);
  }
  if (trials === 0) return [0, 1];
  const share = successes / trials;
  const spread = Z_95 ** 2 / trials;
  const centre = (share + spread / 2) / (1 + spread);
  const half =
    (Z_95 / (1 + spread)) * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
