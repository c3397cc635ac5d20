/** The contribution of each query word to the difference of two scores of one model. */

import type { ScoreDifference } from "../../../../src/client/index.ts";
import type { PairExplanation } from "../../../../src/reranking/explanation.ts";

type Parts = Pick<PairExplanation, "query" | "contributions" | "rest">;

/**
 * The largest difference first; all add up to the difference of the scores.
 * Undefined for a model whose score has no parts.
 */
export function computeNeuralDifferences(
  first: Parts | undefined,
  second: Parts | undefined,
): readonly ScoreDifference[] | undefined {
  const [a, b] = [first?.contributions, second?.contributions];
  if (first === undefined || second === undefined || a === undefined || b === undefined) {
    return undefined;
  }
  const parts = first.query.map(({ word = "(unknown)" }, i) => ({
    label: word,
    first: a[i] ?? 0,
    second: b[i] ?? 0,
  }));
  if (first.rest !== undefined && second.rest !== undefined) {
    parts.push({ label: "biases of the network", first: first.rest, second: second.rest });
  }
  return parts
    .map((part) => ({ ...part, difference: part.first - part.second }))
    .sort((x, y) => Math.abs(y.difference) - Math.abs(x.difference));
}
