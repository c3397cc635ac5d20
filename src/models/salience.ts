/**
 * Neural term salience: the importance of a term, learned from its vector.
 *
 * γ(v) = w · tanh(W v + b) + c, and σ(γ(v)), called salc, is a gate between 0 and 1
 * on the matches of the term ("Neural Estimation of Term Saliency for Information
 * Retrieval", Eq. 6 and 7). Its equations have no biases b and c, but common code
 * has them; they are an option.
 */

import type { Random } from "../common/random.ts";
import { sigmoid, type Tensor, tanh } from "../tensor/index.ts";
import {
  applyDense,
  createDense,
  type DenseLayer,
  initialiseDense,
  listDenseParameters,
} from "./dense-layer.ts";

/** Options of the network that learns salience. */
export type SalienceOptions = {
  /** Units of the hidden layer. */
  readonly salienceUnits: number;
  readonly salienceBias: boolean;
};

export const SALIENCE_DEFAULTS: SalienceOptions = { salienceUnits: 300, salienceBias: true };

export interface SalienceNet {
  readonly hidden: DenseLayer;
  readonly output: DenseLayer;
}

/** A network for vectors of this many values. */
export function createSalience(
  width: number,
  { salienceUnits, salienceBias }: SalienceOptions,
): SalienceNet {
  const bias = { bias: salienceBias };
  return {
    hidden: createDense("salience.hidden", width, salienceUnits, bias),
    output: createDense("salience.output", salienceUnits, 1, bias),
  };
}

/** γ of every row, [rows, 1]; any real number. */
export function computeGamma({ hidden, output }: SalienceNet, rows: Tensor): Tensor {
  return applyDense(output, tanh(applyDense(hidden, rows)));
}

/** σ(γ) of every row, [rows, 1]; between 0 and 1. */
export function computeSalience(net: SalienceNet, rows: Tensor): Tensor {
  return sigmoid(computeGamma(net, rows));
}

export function listSalienceParameters({ hidden, output }: SalienceNet): readonly Tensor[] {
  return [...listDenseParameters(hidden), ...listDenseParameters(output)];
}

export function initialiseSalience(
  { hidden, output }: SalienceNet,
  random: Random,
): readonly (readonly [Tensor, Float32Array])[] {
  return [...initialiseDense(hidden, random), ...initialiseDense(output, random)];
}
