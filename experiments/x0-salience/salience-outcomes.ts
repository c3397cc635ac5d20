/** The learned salience of every word of a collection, beside its idf, by model. */

import { FIRST_WORD } from "../../src/embeddings/index.ts";
import type { NeuralWorkload } from "../neural/neural-workload.ts";
import { tuneAndReadSalience } from "../neural/training-outcome.ts";

/** The models with salience, by their names in the paper. */
export const SALIENT_MODELS: Readonly<Record<string, string>> = {
  "S-KNRM": "s-knrm",
  "S-ConvKNRM": "s-conv-knrm",
  "S-PACRR": "s-pacrr",
};

/** γ by term, and the idf of the same terms. */
export interface TermSaliences {
  readonly terms: readonly string[];
  /** By model, parallel to `terms`. */
  readonly gamma: ReadonlyMap<string, readonly number[]>;
  /** ln(N / df), parallel to `terms`. */
  readonly idf: readonly number[];
}

/** What seed 1 of each model learned; the outcomes are those of Table 1. */
export async function readTermSaliences(workload: NeuralWorkload): Promise<TermSaliences> {
  const gamma = new Map<string, readonly number[]>();
  for (const [name, model] of Object.entries(SALIENT_MODELS)) {
    gamma.set(name, await tuneAndReadSalience(workload, { name, model }, 1));
  }
  const { vocabulary, idf } = await workload.vocabularies.get();
  return {
    terms: vocabulary.words,
    gamma,
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
