/** The learned salience of every word of a collection, beside its idf, by model. */

import type { TrainingSummary } from "../../src/analysis/report.ts";
import { FIRST_WORD } from "../../src/embeddings/index.ts";
import type { NeuralWorkload } from "../neural/neural-workload.ts";
import { listTrainings, measureTrainedRows } from "../neural/system-rows.ts";
import { type TrainedSystem, tuneAndReadSalience } from "../neural/training-outcome.ts";

/** The models with salience, by their names in the paper. */
export const SALIENT_MODELS: Readonly<Record<string, string>> = {
  "S-KNRM": "s-knrm",
  "S-ConvKNRM": "s-conv-knrm",
  "S-PACRR": "s-pacrr",
};

/** γ by term, and the idf of the same terms. */
export interface TermSaliences {
  readonly terms: readonly string[];
  /** By model, then by seed, parallel to `terms`. */
  readonly gamma: ReadonlyMap<string, readonly (readonly number[])[]>;
  /** The length of every training. */
  readonly trainings: readonly TrainingSummary[];
  /** ln(N / df), parallel to `terms`. */
  readonly idf: readonly number[];
}

/** The models as systems: their trainings are those of Table 1. */
export const SALIENT_SYSTEMS: readonly TrainedSystem[] = Object.entries(SALIENT_MODELS).map(
  ([name, model]) => ({ name, model }),
);

/** What every seed of each model learned. */
export async function readTermSaliences(
  workload: NeuralWorkload,
  seeds: number,
): Promise<TermSaliences> {
  // First, because a training stores γ beside its outcome.
  const rows = await measureTrainedRows(workload, SALIENT_SYSTEMS, seeds);
  const gamma = new Map<string, (readonly number[])[]>();
  for (const system of SALIENT_SYSTEMS) {
    gamma.set(system.name, []);
    for (let seed = 1; seed <= seeds; seed++) {
      gamma.get(system.name)?.push(await tuneAndReadSalience(workload, system, seed));
    }
  }
  const { vocabulary, idf } = await workload.vocabularies.get();
  return {
    terms: vocabulary.words,
    gamma,
    trainings: listTrainings(workload.collection.name, rows),
    idf: [...idf.subarray(FIRST_WORD, FIRST_WORD + vocabulary.words.length)],
  };
}

/** σ(γ). */
export function computeGate(gamma: number): number {
  return 1 / (1 + Math.exp(-gamma));
}

/** Values brought to [0, 1] by their smallest and largest. */
export function scaleMinMax(values: readonly number[]): readonly number[] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return values.map((value) => (high > low ? (value - low) / (high - low) : 0));
}
