/** Converts the results of fits to a weight of every term of the index. */

import { roundWeight, TermWeights } from "../index/weights/index.ts";
import type { LearningData } from "./learning-data.ts";
import { createPoolModel } from "./pool-model.ts";
import { computeLogScale } from "./posting-scorer.ts";
import { DOCUMENT_RANGE, QUERY_RANGE } from "./weight-objective.ts";
import { hasRoundedScores, type ModelSetting, roundSetting } from "./weighted-model.ts";

/**
 * Document weights come in steps of a sixteenth on a natural logarithmic scale, so that terms of
 * equal weight share the precomputed match function of the search kernels. Query weights make up for
 * the rounding.
 */
const STEPS = 16;

/** A model with a weight of every term, by number: u in queries, w in documents. */
export interface WeightedSetting {
  readonly setting: ModelSetting;
  /** 0 for the terms of the stop list. */
  readonly queryWeights: Float64Array;
  readonly documentWeights: Float64Array;
  /** Whether scores are rounded as those of the delivered ranker are. */
  readonly isRounded: boolean;
}

/** The tuned model: every weight is 1, and scores are exact. */
export function createTunedWeights({
  matrix,
  start,
  stopTerms,
}: Pick<LearningData, "matrix" | "start" | "stopTerms">): WeightedSetting {
  const queryWeights = new Float64Array(matrix.termCount).fill(1);
  for (const term of stopTerms.get(start.setting.stopList) ?? []) queryWeights[term] = 0;
  const documentWeights = new Float64Array(matrix.termCount).fill(1);
  return { setting: start.setting, queryWeights, documentWeights, isRounded: false };
}

/** The tuned model as it is delivered if there is no gain. */
export function createDeliveredTuned(data: LearningData): WeightedSetting {
  const tuned = createTunedWeights(data);
  return {
    ...tuned,
    setting: roundSetting(tuned.setting),
    isRounded: hasRoundedScores(tuned.setting),
  };
}

/**
 * Each model is the mean of some points: of log u, log w and the parameters. Numbers have the
 * precision that an index stores, so a model ranks as an index with its weights does. `terms` are
 * those that need weights, by default all; the weights of others stay 0.
 */
export function createWeightedSettings(
  data: LearningData,
  models: readonly (readonly Float64Array[])[],
  terms: Iterable<number> = data.matrix.terms.keys(),
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
      isRounded: hasRoundedScores(start.setting),
    };
  });
  const row = new Float64Array(size);
  for (const term of terms) {
    features.write(term, row, 0);
    for (const [i, points] of models.entries()) {
      const { setting, queryWeights, documentWeights } = settings[i] as WeightedSetting;
      let [u, w] = [0, 0];
      for (const point of points) {
        u += clamp(dotProduct(row, point, 0), QUERY_RANGE);
        w += clamp(dotProduct(row, point, size), DOCUMENT_RANGE);
      }
      const step = Math.round((STEPS * w) / points.length);
      const rounded = roundWeight(Math.exp(step / STEPS));
      // One occurrence in a document of mean length scores as before the rounding of w.
      const [exact, stored] = [Math.exp(w / points.length), rounded].map((weight) =>
        computeTypicalMatch(data, setting, term, weight),
      ) as [number, number];
      const correction = exact / stored;
      queryWeights[term] = roundWeight(Math.exp(u / points.length) * correction);
      documentWeights[term] = rounded;
    }
  }
  for (const { queryWeights } of settings) {
    for (const term of stopTerms.get(start.setting.stopList) ?? []) queryWeights[term] = 0;
  }
  return settings;
}

/** The match of one occurrence in a document of mean length. */
function computeTypicalMatch(
  { matrix: { collectionFrequencies, totalLength } }: LearningData,
  setting: ModelSetting,
  term: number,
  weight: number,
): number {
  if (setting.model === "bm25") return weight / (weight + setting.k1);
  const frequency = collectionFrequencies[term] as number;
  return Math.log1p(weight * computeLogScale(setting, frequency, totalLength));
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
