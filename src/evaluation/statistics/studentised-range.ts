/**
 * The studentised range: the spread of the means of k equal groups in units of
 * their standard error. The distribution behind Tukey's test.
 *
 * Both integrals of its definition run over smooth functions that fall off
 * like a Gaussian, where the plain trapezoid rule converges faster than any
 * power of its step. The upper tail is integrated as such, not as 1 - cdf, so
 * that small p values keep their digits.
 */

import { logGamma } from "./log-gamma.ts";
import { normalCdf, normalDensity } from "./normal-distribution.ts";

const NORMAL_STEP = 1 / 8;

/** A normal density this many standard deviations out is below 1e-17 of its peak. */
const MAX_DEVIATIONS = 9;

/** The probability that the range of `groups` ≥ 2 means is at least `q` ≥ 0, with `degrees` of freedom of the error. */
export function studentisedRangeTail(q: number, groups: number, degrees: number): number {
  if (q <= 0) return 1;
  if (!Number.isFinite(q)) return 0;
  const half = degrees / 2;
  const scale = Math.LN2 + half * Math.log(half) - logGamma(half);
  // Over u = ln s, where s is the estimated standard error over the true one.
  const term = (u: number): number =>
    Math.exp(scale + degrees * u - half * Math.exp(2 * u)) * rangeTail(q * Math.exp(u), groups);
  const peak = 0.5 * Math.log(degrees / (degrees + (q * q) / 2));
  const step = Math.min(0.075, 0.5 / Math.sqrt(2 * degrees));
  return Math.min(
    1,
    step * (integrateOutward(term, peak, step) + integrateOutward(term, peak - step, -step)),
  );
}

/** Sums terms from `start` on until they no longer matter; a few may precede the highest. */
function integrateOutward(term: (u: number) => number, start: number, step: number): number {
  let sum = 0;
  for (let i = 0; ; i++) {
    const value = term(start + i * step);
    sum += value;
    if (i > 8 && !(value > sum * 1e-17)) return sum;
  }
}

/** The probability that the range of `groups` standard normal values is at least `width`. */
function rangeTail(width: number, groups: number): number {
  const others = groups - 1;
  let sum = 0;
  const start = Math.max(-MAX_DEVIATIONS, width / 2 - MAX_DEVIATIONS);
  for (let z = start; z < width / 2 + MAX_DEVIATIONS; z += NORMAL_STEP) {
    const below = normalCdf(z); // the highest value is z, all others below it …
    const lowerCdf = normalCdf(z - width); // … and not all of them within `width`
    sum +=
      normalDensity(z) *
      below ** others *
      -Math.expm1(others * Math.log1p(-Math.min(1, lowerCdf / below)));
  }
  return groups * sum * NORMAL_STEP;
}
