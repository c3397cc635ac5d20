/** Ranks of values; tied values share the mean of their ranks. */

export interface AverageRanks {
  /** Rank of each value, from 1 for the smallest. */
  readonly ranks: Float64Array;
  /** Sizes of the groups of equal values, including those of one value. */
  readonly groups: readonly number[];
}

/** Values that are at most `tolerance` above the one before them are tied with it. */
export function computeAverageRanks(values: Float64Array, tolerance: number = 0): AverageRanks {
  const order = Uint32Array.from(values, (_, i) => i).sort(
    (a, b) => (values[a] as number) - (values[b] as number),
  );
  const value = (position: number): number => values[order[position] as number] as number;
  const ranks = new Float64Array(values.length);
  const groups: number[] = [];
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && value(end) - value(end - 1) <= tolerance) end++;
    for (let i = start; i < end; i++) ranks[order[i] as number] = (start + 1 + end) / 2;
    groups.push(end - start);
    start = end;
  }
  return { ranks, groups };
}
