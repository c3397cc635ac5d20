/**
 * The kernels of the kernel-pooling models and their features: for each kernel, the
 * logarithms of the soft counts of all query words, summed.
 */

import { badArgument, quote } from "../common/errors.ts";
import {
  cellRows,
  clampMin,
  type GaussianKernel,
  kernelPool,
  log,
  multiply,
  type Pairs,
  scale,
  segmentSum,
  type Tensor,
} from "../tensor/index.ts";

/** Keeps the logarithm finite if no document word is near a kernel. */
const MIN_COUNT = 1e-10;
/** Scales the features down, as the authors' code does. */
export const FEATURE_SCALE = 0.01;

/** One narrow kernel for exact matches and ten wide ones from 0.9 down to -0.9. */
export function createKernels(exactWidth: number): readonly GaussianKernel[] {
  const wide = Array.from({ length: 10 }, (_, i) => ({ mean: (9 - 2 * i) / 10, width: 0.1 }));
  return [{ mean: 1, width: exactWidth }, ...wide];
}

/** The means of KNRM's wide kernels in the paper's code: 0.9 down to -0.9. */
export const DEFAULT_MEANS = "0.9,0.7,0.5,0.3,0.1,-0.1,-0.3,-0.5,-0.7,-0.9";

/** One narrow kernel for exact matches and wide ones at the means of a list such as `1,0.5,0`. */
export function parseKernels(means: string, exactWidth: number): readonly GaussianKernel[] {
  const wide = means.split(",").map((text) => {
    const mean = Number(text);
    if (text.trim() !== "" && mean >= -1 && mean <= 1) return { mean, width: 0.1 };
    throw badArgument(`means must be numbers from -1 to 1 with commas, got ${quote(means)}`);
  });
  return [{ mean: 1, width: exactWidth }, ...wide];
}

/** Soft counts of a similarity for each pair, [pairs, kernels]; `learned` is a scale of one number. */
export function computeKernelFeatures(
  similarity: Tensor,
  pairs: Pairs,
  kernels: readonly GaussianKernel[],
  learned?: Tensor,
): Tensor {
  return segmentSum(computeTermFeatures(similarity, pairs, kernels, learned), pairs.left);
}

/** The same before the sum over the words of a query, [query tokens, kernels]. */
export function computeTermFeatures(
  similarity: Tensor,
  pairs: Pairs,
  kernels: readonly GaussianKernel[],
  learned?: Tensor,
): Tensor {
  const counts = kernelPool(similarity, cellRows(pairs), kernels);
  const logs = log(clampMin(counts, MIN_COUNT));
  return learned === undefined ? scale(logs, FEATURE_SCALE) : multiply(logs, learned);
}
