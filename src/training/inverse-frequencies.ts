/** How rare the words of a vocabulary are, for the models that weigh words by it. */

import type { TermStatistics } from "../index/index.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** ln(N / df) for each id; 0 for padding and unknown, which models do not read. */
export function inverseDocumentFrequencies(
  vocabulary: Vocabulary,
  statistics: ReadonlyMap<string, TermStatistics>,
  documentCount: number,
): Float32Array {
  const values = vocabulary.words.map((word) => {
    const { documentFrequency = 1 } = statistics.get(word) ?? {};
    return Math.log(documentCount / documentFrequency);
  });
  return Float32Array.from([0, 0, ...values]);
}
