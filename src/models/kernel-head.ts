/**
 * The last part of every kernel-pooling model: the kernels, the scale of their features, and the
 * output layer.
 *
 * The authors' code of KNRM scales the logarithms by a fixed number and has no tanh and no bias; the
 * models with salience learn the scale. Each is an option of every model of the family, so that a
 * variant can be compared with its base one change at a time. `output=tanh` has the tanh and the
 * bias of Eq. 3 of Xiong et al. 2017.
 */

import { badArgument, quote } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import {
  add,
  type GaussianKernel,
  matmul,
  type Pairs,
  reshape,
  type Tensor,
  tanh,
  variable,
} from "../tensor/index.ts";
import { sampleUniform } from "./initial-values.ts";
import {
  computeKernelFeatures,
  computeTermFeatures,
  DEFAULT_MEANS,
  FEATURE_SCALE,
  parseKernels,
} from "./kernel-features.ts";

/** Options of the kernels and of the output. */
export type KernelOptions = {
  /** Width of the kernel for exact matches. */
  readonly exactWidth: number;
  /** Means of the wide kernels: `0.9,0.7,…`. */
  readonly means: string;
  /** `linear`, or `tanh` of the sum and a bias. */
  readonly output: string;
  /** The factor of the features: `fixed`, or `learned`. */
  readonly scale: string;
};

export const KERNEL_DEFAULTS: KernelOptions = {
  exactWidth: 1e-3,
  means: DEFAULT_MEANS,
  output: "linear",
  scale: "fixed",
};

export interface KernelHead {
  readonly kernels: readonly GaussianKernel[];
  readonly weights: Tensor;
  /** For the output with tanh. */
  readonly bias?: Tensor;
  /** For the learned scale. */
  readonly scale?: Tensor;
}

/** The head over this many groups of kernel features. */
export function createKernelHead(options: KernelOptions, groups = 1): KernelHead {
  const kernels = parseKernels(options.means, options.exactWidth);
  const output = checkChoice("output", options.output, ["linear", "tanh"]);
  const scale = checkChoice("scale", options.scale, ["fixed", "learned"]);
  return {
    kernels,
    weights: variable("weights", [groups * kernels.length, 1]),
    ...(output === "tanh" ? { bias: variable("bias", [1]) } : {}),
    ...(scale === "learned" ? { scale: variable("scale", [1]) } : {}),
  };
}

function checkChoice(name: string, value: string, choices: readonly [string, string]): string {
  if (choices.includes(value)) return value;
  throw badArgument(`${name} must be "${choices.join('" or "')}", got ${quote(value)}`);
}

/** The features of each pair, [pairs, kernels]. */
export function poolPairs({ kernels, scale }: KernelHead, matches: Tensor, pairs: Pairs): Tensor {
  return computeKernelFeatures(matches, pairs, kernels, scale);
}

/** The features of each query word, [query tokens, kernels]. */
export function poolTerms({ kernels, scale }: KernelHead, matches: Tensor, pairs: Pairs): Tensor {
  return computeTermFeatures(matches, pairs, kernels, scale);
}

/** Scores from the features of all groups, [pairs]. */
export function scoreFeatures(
  { weights, bias }: KernelHead,
  features: Tensor,
  pairs: Pairs,
): Tensor {
  const sum = matmul(features, weights);
  return reshape(bias === undefined ? sum : tanh(add(sum, bias)), pairs.left.shape);
}

/** The trained tensors: the weights, then those of the options. */
export function listHeadParameters({ weights, bias, scale }: KernelHead): readonly Tensor[] {
  return [weights, ...(bias === undefined ? [] : [bias]), ...(scale === undefined ? [] : [scale])];
}

export function initialiseHead(
  { weights, bias, scale }: KernelHead,
  random: Random,
): readonly (readonly [Tensor, Float32Array])[] {
  return [
    [weights, sampleUniform(weights, 0.014, random.split("weights"))],
    ...(bias === undefined ? [] : [[bias, new Float32Array(1)] as const]),
    ...(scale === undefined ? [] : [[scale, Float32Array.of(FEATURE_SCALE)] as const]),
  ];
}
