/**
 * Student's t distribution.
 *
 * Its tail is the regularised incomplete beta function, by its continued
 * fraction (Abramowitz and Stegun, 26.5.8), evaluated with the method of Lentz on
 * the side where it converges fast.
 */

import { logBeta } from "./log-gamma.ts";

/** The probability of a value at least as far from 0 as `t`, on either side. */
export function twoSidedT(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return 0;
  const square = t * t;
  return incompleteBeta(
    degrees / 2,
    0.5,
    degrees / (degrees + square),
    square / (degrees + square),
  );
}

/** The t that this share of the values exceeds on either side, by bisection. */
export function computeQuantile(degrees: number, share: number): number {
  let [low, high] = [0, 1000];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (twoSidedT(middle, degrees) > share) low = middle;
    else high = middle;
  }
  return high;
}

/** Keeps a denominator from being 0, without a trace in the result. */
const TINY = 1e-300;

/**
 * I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1. `y` is 1 - x, for callers
 * that have it more precisely than the subtraction.
 */
function incompleteBeta(a: number, b: number, x: number, y: number = 1 - x): number {
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
