/**
 * The gain of learned weights as they are delivered: the mean over the penalties taken, numbers of
 * the precision that an index stores, rounded scores, and all documents instead of candidates. Each
 * query is ranked by the model of its fold, which has not seen it.
 */

import { computeMeanDifference, type InnerValidation } from "./inner-validation.ts";
import type { LearningData } from "./learning-data.ts";
import { createTunedWeights, createWeightedSettings } from "./weight-table.ts";
import { openRankers, rankByFolds } from "./weighted-ranker.ts";

export interface DeliveredGain {
  /** nDCG@10 of each query under the tuned model, and under the weights of its fold. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** The mean of the differences and its standard error. */
  readonly gain: number;
  readonly error: number;
  /** Whether the weights replace the tuned model: docs/protocol.md has the simulation. */
  readonly isGain: boolean;
}

export function measureDeliveredGain(
  data: LearningData,
  { folds, foldPoints }: InnerValidation,
): DeliveredGain {
  const { matrix, queries } = data;
  const terms = new Set(queries.flatMap((query) => [...query.terms]));
  const foldModels = createWeightedSettings(data, foldPoints, terms);
  const [before, after] = [
    rankByFolds(
      queries,
      new Uint8Array(queries.length),
      openRankers(matrix, [createTunedWeights(data)]),
    ),
    rankByFolds(queries, folds, openRankers(matrix, foldModels)),
  ].map((measures) => Float64Array.from(measures, ({ ndcg }) => ndcg)) as [
    Float64Array,
    Float64Array,
  ];
  const { mean, error } = computeMeanDifference(after, before);
  return { before, after, gain: mean, error, isGain: mean > error };
}
