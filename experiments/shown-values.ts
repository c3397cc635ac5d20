/** Numbers as the tables of experiments show them. */

/** A p value: `p < .001`, `p = .023`. */
export function shownP(p: number): string {
  return p < 0.001 ? "p < .001" : `p = ${p.toFixed(3).replace("0.", ".")}`;
}

/** A mean of a measure, as papers write it: `.1704`. */
export function shownMean(value: number): string {
  return value.toFixed(4).replace(/^0/, "");
}

export function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}
