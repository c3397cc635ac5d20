/**
 * Logarithms of the gamma and beta functions, to about 15 digits.
 *
 * Stirling's series, after the recurrence Γ(x+1) = x·Γ(x) has moved x to where
 * seven terms are exact in doubles (Abramowitz and Stegun, 6.1.40).
 */

/** From here on the series below is exact in doubles. */
const LARGE = 15;

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  let product = 1;
  for (; x < LARGE; x++) product *= x;
  return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirling(x) - Math.log(product);
}

/** ln B(a, b) for a, b > 0, without the loss that subtracting large values of ln Γ would bring. */
export function logBeta(a: number, b: number): number {
  if (a < b) return logBeta(b, a);
  if (a < LARGE) return logGamma(a) + logGamma(b) - logGamma(a + b);
  // ln Γ(a) - ln Γ(a + b), with the large parts of the two series cancelled by hand.
  const ratio = -(a - 0.5) * Math.log1p(b / a) - b * Math.log(a + b) + b;
  return logGamma(b) + ratio + stirling(a) - stirling(a + b);
}

/** What Stirling's formula leaves out, for x ≥ LARGE. */
function stirling(x: number): number {
  const y = 1 / (x * x);
  const tail = 1 / 1680 - y * (1 / 1188 - y * (691 / 360360 - y / 156));
  return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * tail))) / x;
}
