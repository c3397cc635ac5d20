/** Dense layers with their variables: naming, application, listing and initialisation. */

import type { Random } from "../common/random.ts";
import { add, convolve, dense, type Pairs, relu, type Tensor, variable } from "../tensor/index.ts";
import { sampleUniform } from "./initial-values.ts";

export interface DenseLayer {
  readonly name: string;
  /** [inputs, outputs] */
  readonly weights: Tensor;
  /** [outputs], if the layer has one. */
  readonly bias: Tensor | undefined;
  /** The number of inputs of an output, if that is not the number of rows of the weights. */
  readonly inputs?: number;
}

export function createDense(
  name: string,
  inputs: number,
  outputs: number,
  { bias = true }: { readonly bias?: boolean } = {},
): DenseLayer {
  return {
    name,
    weights: variable(`${name}.weights`, [inputs, outputs]),
    bias: bias ? variable(`${name}.bias`, [outputs]) : undefined,
  };
}

export function applyDense({ weights, bias }: DenseLayer, x: Tensor): Tensor {
  return dense(x, weights, bias);
}

/** Applies the layer as filters over height × width cells, which are its inputs. */
export function applyFilters(
  { weights, bias }: DenseLayer,
  x: Tensor,
  pairs: Pairs,
  height: number,
  width: number,
): Tensor {
  const filtered = convolve(x, weights, pairs, height, width);
  return bias === undefined ? filtered : add(filtered, bias);
}

export function listDenseParameters({ weights, bias }: DenseLayer): readonly Tensor[] {
  return bias === undefined ? [weights] : [weights, bias];
}

/** Weights and bias uniform within 1 / √inputs, like PyTorch's layers. */
export function initialiseDense(
  layer: DenseLayer,
  random: Random,
): readonly (readonly [Tensor, Float32Array])[] {
  const limit = 1 / Math.sqrt(layer.inputs ?? (layer.weights.shape[0] as number));
  const stream = random.split(layer.name);
  return listDenseParameters(layer).map((part) => [part, sampleUniform(part, limit, stream)]);
}

/** Dense layers from `sizes[0]` inputs over hidden sizes to one number; the last has no bias. */
export function createPerceptron(name: string, sizes: readonly number[]): readonly DenseLayer[] {
  return sizes.map((inputs, i) => {
    const outputs = sizes[i + 1];
    return outputs === undefined
      ? createDense(`${name}${i + 1}`, inputs, 1, { bias: false })
      : createDense(`${name}${i + 1}`, inputs, outputs);
  });
}

/** The layers one after the other, with ReLU between them. */
export function applyPerceptron(layers: readonly DenseLayer[], x: Tensor): Tensor {
  return layers.reduce((below, layer, i) => applyDense(layer, i === 0 ? below : relu(below)), x);
}
