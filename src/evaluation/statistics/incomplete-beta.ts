/**
 * The regularised incomplete beta function, the tail of Student's t.
 *
 * By its continued fraction (Abramowitz and Stegun, 26.5.8), evaluated with the
 * method of Lentz on the side where it converges fast.
 */

import { logBeta } from "./log-gamma.ts";

/** Prevents a denominator of 0, without any effect on the result. */
const TINY = 1e-300;

/**
 * I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1. A caller with a more precise 1 - x than the subtraction
 * passes it as `y`.
 */
export function incompleteBeta(a: number, b: number, x: number, y: number = 1 - x): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(b, a, y, x);
  const logX = x > 0.5 ? Math.log1p(-y) : Math.log(x);
  const logY = y > 0.5 ? Math.log1p(-x) : Math.log(y);
  return (Math.exp(a * logX + b * logY - logBeta(a, b)) / a) * evaluateContinuedFraction(a, b, x);
}

/** 1 / (1 + d1 / (1 + d2 / (1 + …))). Needs about √max(a, b) terms. */
function evaluateContinuedFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / avoidZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; ; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / avoidZero(1 + even * d);
    c = avoidZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / avoidZero(1 + odd * d);
    c = avoidZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 3e-16) return value;
  }
}

function avoidZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}
