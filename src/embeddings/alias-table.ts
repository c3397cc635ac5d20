/**
 * Samples from a fixed distribution in constant time, by the alias method (Walker
 * 1977; built as in Vose, "A linear algorithm for generating random numbers with a
 * given distribution", 1991).
 *
 * Slot `i` of `n` is selected with probability 1/n. It returns `i` below
 * `thresholds[i]` and `aliases[i]` above.
 */

import type { Random } from "../common/random.ts";
import { createShareableDoubles, createShareableInts } from "./shareable-numbers.ts";

/** In shareable memory, so that all threads sample from one table. */
export interface AliasTable {
  readonly thresholds: Float64Array;
  readonly aliases: Int32Array;
}

/** A table that samples item `i` with a probability proportional to `weights[i]`. */
export function createAliasTable(weights: Float64Array): AliasTable {
  const count = weights.length;
  const thresholds = createShareableDoubles(count);
  const aliases = createShareableInts(count);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < count; i++) {
    thresholds[i] = ((weights[i] as number) * count) / sum;
    aliases[i] = i;
    ((thresholds[i] as number) < 1 ? small : large).push(i);
  }
  while (small.length > 0 && large.length > 0) {
    const low = small.pop() as number;
    const high = large.at(-1) as number;
    aliases[low] = high;
    thresholds[high] = (thresholds[high] as number) - (1 - (thresholds[low] as number));
    if ((thresholds[high] as number) < 1) small.push(large.pop() as number);
  }
  // The rest is 1 except for rounding.
  for (const i of [...small, ...large]) thresholds[i] = 1;
  return { thresholds, aliases };
}

/** Samples one item by its weight. */
export function sampleAlias({ thresholds, aliases }: AliasTable, random: Random): number {
  const scaled = random.uniform() * thresholds.length;
  const item = Math.floor(scaled);
  return scaled - item < (thresholds[item] as number) ? item : (aliases[item] as number);
}
