/**
 * Logarithms of the gamma and beta functions, to about 15 digits.
 *
 * Stirling's series, after the recurrence Γ(x+1) = x·Γ(x) has moved x to where
 * five terms leave an error below 1e-15 (Abramowitz and Stegun, 6.1.40).
 */

/** From here on the sixth term of the series is below 1e-15. */
const LARGE = 15;

const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  let product = 1;
  for (; x < LARGE; x++) product *= x;
  return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + stirling(x) - Math.log(product);
}

/** ln B(a, b) for a, b > 0, without the loss of precision from subtracting large values of ln Γ. */
export function logBeta(a: number, b: number): number {
  if (a < b) return logBeta(b, a);
  if (a < LARGE) return logGamma(a) + logGamma(b) - logGamma(a + b);
  // ln Γ(a) - ln Γ(a + b), with the large parts of the two series cancelled by hand.
  const ratio = -(a - 0.5) * Math.log1p(b / a) - b * Math.log(a + b) + b;
  return logGamma(b) + ratio + stirling(a) - stirling(a + b);
}

/** The error term of Stirling's formula, for x ≥ LARGE. */
function stirling(x: number): number {
  const y = 1 / (x * x);
  return (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x;
}
