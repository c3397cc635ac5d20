/** The rarity of the rarest word of each query, for figures over queries with rare words. */

import { compareBytes } from "../../src/common/bytes/index.ts";
import { readTokenStatistics } from "../../src/scoring/index.ts";
import type { NeuralWorkload } from "../neural/neural-workload.ts";

/**
 * The minimum collection frequency over the words of each test query, in the order of its values; 0
 * for a word in no document.
 */
export async function computeRarestFrequencies({
  test,
  reader: { snapshot, analyzer },
}: NeuralWorkload): Promise<readonly number[]> {
  const statistics = await readTokenStatistics(snapshot, analyzer, "surface");
  const queries = test.map(({ query }) => query).sort((a, b) => compareBytes(a.id, b.id));
  return queries.map(({ text }) => {
    const words = analyzer.tokenise(text).map((token) => token.text);
    const counts = words.map((word) => statistics.get(word)?.collectionFrequency ?? 0);
    return Math.min(...counts, Infinity);
  });
}

/** The mean of the values of queries whose rarest word occurs at most `bound` times. */
export function computeMeanUpTo(
  values: readonly number[],
  rarest: readonly number[],
  bound: number,
): { readonly mean: number; readonly queries: number } {
  const some = values.filter((_, i) => (rarest[i] as number) <= bound);
  const sum = some.reduce((a, b) => a + b, 0);
  return { mean: some.length === 0 ? 0 : sum / some.length, queries: some.length };
}
