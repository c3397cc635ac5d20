/**
 * Learns term weights from some queries of an index and measures them on others, without writing an
 * index.
 */

import { TermwiseError } from "../../src/common/errors.ts";
import { silent } from "../../src/common/progress.ts";
import { measureDeliveredGain } from "../../src/discrimination/delivered-gain.ts";
import { ExhaustiveRanker } from "../../src/discrimination/exhaustive-ranking.ts";
import {
  createLearningData,
  type LearningData,
  type LearningSource,
} from "../../src/discrimination/learning-data.ts";
import {
  fitFinalPoints,
  openFitters,
  validateFits,
} from "../../src/discrimination/learning-fits.ts";
import type { TrainingQuery } from "../../src/discrimination/training-queries.ts";
import type { TunedBaseline } from "../../src/discrimination/tune-model.ts";
import {
  createTunedWeights,
  createWeightedSettings,
  type WeightedSetting,
} from "../../src/discrimination/weight-table.ts";
import { computeMeasures, WeightedRanker } from "../../src/discrimination/weighted-ranker.ts";

/** The outcome of one learning. */
export interface WeightTrial {
  /** Mean gain in cross-validation and its standard error: the input of the rule of fallback. */
  readonly gain: number;
  readonly error: number;
  /** nDCG@10 of each test query, by the tuned model and by learned weights without a fallback. */
  readonly tuned: readonly number[];
  readonly learned: readonly number[];
}

/**
 * Learns from `training`, starting from a model tuned on it, and measures on `test`. Queries that
 * nothing can be learned from, such as those without a relevant document in any pool, gain 0.
 */
export async function tryWeights(
  source: LearningSource,
  training: readonly TrainingQuery[],
  test: readonly TrainingQuery[],
  start: TunedBaseline,
  seed: number,
): Promise<WeightTrial> {
  const { stopTerms } = source;
  const matrix = source.matrix.withoutStopWords(stopTerms.get(start.setting.stopList) ?? new Set());
  const ranking = new ExhaustiveRanker(matrix);
  const measure = (model: WeightedSetting): number[] => {
    const ranker = new WeightedRanker(matrix, model, ranking);
    return test.map((query) => roundValue(computeMeasures(query, ranker.rank(query)).ndcg));
  };
  const tuned = measure(createTunedWeights({ matrix, start, stopTerms }));
  const data = createData(source, training, start);
  if (data === undefined) return { gain: 0, error: 0, tuned, learned: tuned };
  const workers = await openFitters(1);
  try {
    const validation = await validateFits(data, seed, workers, silent);
    const { gain, error } = measureDeliveredGain(data, validation);
    const points = await fitFinalPoints(data.fit, validation, workers);
    const terms = new Set(test.flatMap((query) => [...query.terms]));
    const [learned] = createWeightedSettings(data, [points], terms);
    return { gain, error, tuned, learned: measure(learned as WeightedSetting) };
  } finally {
    await workers.close();
  }
}

/** Undefined if nothing can be learned from the queries. */
function createData(
  source: LearningSource,
  training: readonly TrainingQuery[],
  start: TunedBaseline,
): LearningData | undefined {
  try {
    return createLearningData(source, training, start, "kept");
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "BAD_ARGUMENT") return undefined;
    throw error;
  }
}

/** Five digits: outcomes hold many values. */
export function roundValue(value: number): number {
  return Number(value.toFixed(5));
}
