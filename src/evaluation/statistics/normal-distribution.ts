/**
 * The normal distribution, with high relative precision far into the tail.
 *
 * Near the middle, the power series of erf with positive terms only (Abramowitz and Stegun, 7.1.6);
 * further out, the continued fraction of erfc (7.1.14).
 */

/** Here series and fraction both have 13 digits and take about equally long. */
const MIDDLE = 2.5;

/** The probability of a standard normal value above `z`. */
export function normalUpperTail(z: number): number {
  if (z < 0) return 1 - normalUpperTail(-z);
  return z < MIDDLE
    ? 0.5 - normalDensity(z) * erfSeries(z)
    : normalDensity(z) / erfcContinuedFraction(z);
}

/** The probability of a standard normal value of at most `z`. */
export function normalCdf(z: number): number {
  return normalUpperTail(-z);
}

/** The density at `z`. */
export function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/** z + z³/3 + z⁵/(3·5) + … */
function erfSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

/** z + 1/(z + 2/(z + 3/(z + …))), from the inside out. */
function erfcContinuedFraction(z: number): number {
  let value = z;
  for (let n = Math.ceil(12 + 400 / (z * z)); n > 0; n--) value = z + n / value;
  return value;
}
