/**
 * The error function to double precision: Taylor's series near 0, the continued
 * fraction of its complement elsewhere.
 */

export function erf(x: number): number {
  const size = Math.abs(x);
  const value = size < 2 ? series(size) : 1 - complement(size);
  return x < 0 ? -value : value;
}

/** 2/√π Σ (-1)^n x^(2n+1) / (n! (2n+1)) */
function series(x: number): number {
  let power = x;
  let total = x;
  for (let n = 1; n < 60; n++) {
    power *= -(x * x) / n;
    total += power / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * total;
}

/** e^-x² / √π · 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + …)))), from the inside out. */
function complement(x: number): number {
  let fraction = x;
  for (let n = 60; n >= 1; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}
