/** Converts the results of fits to a weight of every term of the index. */

import { TermWeights } from "../index/weights/index.ts";
import type { LearningData } from "./learning-data.ts";
import { createPoolModel } from "./pool-model.ts";
import { DOCUMENT_RANGE, QUERY_RANGE } from "./weight-objective.ts";
import { type ModelSetting, roundSetting } from "./weighted-model.ts";

/**
 * Document weights come in steps of a sixteenth on a natural logarithmic scale, so that terms of
 * equal weight share the precomputed match function of the search kernels.
 */
const STEPS = 16;

/** A model with a weight of every term, by number: u in queries, w in documents. */
export interface WeightedSetting {
  readonly setting: ModelSetting;
  /** 0 for the terms of the stop list. */
  readonly queryWeights: Float64Array;
  readonly documentWeights: Float64Array;
}

/** The tuned model: every weight is 1. */
export function createTunedWeights({
  matrix,
  start,
  stopTerms,
}: Pick<LearningData, "matrix" | "start" | "stopTerms">): WeightedSetting {
  const queryWeights = new Float64Array(matrix.termCount).fill(1);
  for (const term of stopTerms.get(start.setting.stopList) ?? []) queryWeights[term] = 0;
  const documentWeights = new Float64Array(matrix.termCount).fill(1);
  return { setting: start.setting, queryWeights, documentWeights };
}

/** Each model is the mean of some points: of log u, log w and the parameters. */
export function createWeightedSettings(
  data: LearningData,
  models: readonly (readonly Float64Array[])[],
): WeightedSetting[] {
  const { matrix, features, start, stopTerms, fit } = data;
  const { size } = features;
  const settings = models.map((points): WeightedSetting => {
    const model = createPoolModel(fit.pools, start.setting, fit.statistics);
    const offsets = computeMean(points.map((point) => point.subarray(2 * size + 1)));
    return {
      setting: roundSetting(model.settingAt(offsets)),
      queryWeights: new Float64Array(matrix.termCount),
      documentWeights: new Float64Array(matrix.termCount),
    };
  });
  const row = new Float64Array(size);
  for (let term = 0; term < matrix.termCount; term++) {
    features.write(term, row, 0);
    for (const [i, points] of models.entries()) {
      const { queryWeights, documentWeights } = settings[i] as WeightedSetting;
      let [u, w] = [0, 0];
      for (const point of points) {
        u += clamp(dotProduct(row, point, 0), QUERY_RANGE);
        w += clamp(dotProduct(row, point, size), DOCUMENT_RANGE);
      }
      queryWeights[term] = Math.exp(u / points.length);
      documentWeights[term] = Math.exp(Math.round((STEPS * w) / points.length) / STEPS);
    }
  }
  for (const { queryWeights } of settings) {
    for (const term of stopTerms.get(start.setting.stopList) ?? []) queryWeights[term] = 0;
  }
  return settings;
}

/**
 * The weights as an index stores them. A term added later gets the weight of the typical rare one.
 */
export function toTermWeights(
  { matrix }: LearningData,
  { queryWeights, documentWeights }: WeightedSetting,
): TermWeights {
  const rare: number[] = [];
  for (let term = 0; term < matrix.termCount; term++) {
    if (matrix.documentFrequency(term) <= 1) rare.push(queryWeights[term] as number);
  }
  const entries = matrix.terms.map(
    (term, number) =>
      [term, documentWeights[number] as number, queryWeights[number] as number] as const,
  );
  const middle = rare.sort((a, b) => a - b)[rare.length >> 1] ?? 1;
  return new TermWeights(entries, 1, middle);
}

function computeMean(all: readonly Float64Array[]): Float64Array {
  return (all[0] as Float64Array).map(
    (_, i) => all.reduce((sum, each) => sum + (each[i] as number), 0) / all.length,
  );
}

function dotProduct(row: Float64Array, point: Float64Array, from: number): number {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += (row[i] as number) * (point[from + i] as number);
  return sum;
}

function clamp(value: number, [minimum, maximum]: readonly [number, number]): number {
  return Math.max(minimum, Math.min(maximum, value));
}
