/** Number formats of the tables. */

/** A p value: `p < .001`, `p = .023`. */
export function formatP(p: number): string {
  return p < 0.001 ? "p < .001" : `p = ${p.toFixed(3).replace("0.", ".")}`;
}

/** A mean of a measure, as papers write it: `.1704`. */
export function formatMean(value: number): string {
  return value.toFixed(4).replace(/^0/, "");
}

/** The arithmetic mean. */
export function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** A difference with its interval: `+.0120 (+.0031 to +.0209)`. */
export function formatInterval([middle, low, high]: readonly [number, number, number]): string {
  return `${formatSigned(middle)} (${formatSigned(low)} to ${formatSigned(high)})`;
}

/** A number with its sign: `+.0120`, `−.0031`. */
export function formatSigned(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4).replace(/^0/, "")}`;
}

/** The smallest and the largest mean of several seeds: `.1704–.1731`; empty for one. */
export function formatSpread(means: readonly number[]): string {
  if (means.length < 2) return "";
  return `${formatMean(Math.min(...means))}–${formatMean(Math.max(...means))}`;
}
