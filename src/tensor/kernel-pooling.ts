/**
 * Kernel pooling: the number of values of a group near each of several points,
 * counted softly by Gaussian kernels.
 *
 * Xiong, Dai, Callan, Liu and Power, "End-to-End Neural Ad-hoc Ranking with Kernel
 * Pooling", SIGIR 2017. One operation, because its intermediate (a value for each
 * cell and kernel) is an order larger than its input: backends recompute the
 * exponentials rather than store them.
 */

import { badArgument } from "../common/errors.ts";
import { createShapeError, type Operation, type Segments, type Tensor, tensor } from "./node.ts";

/** One Gaussian kernel: its centre and its standard deviation. */
export interface GaussianKernel {
  readonly mean: number;
  readonly width: number;
}

const KERNEL_POOL: Operation = {
  name: "kernelPool",
  gradient: ({ inputs: [x, segments], attributes }, upstream) => [
    tensor(
      KERNEL_POOL_GRADIENT,
      [x as Tensor, segments as Segments, upstream],
      (x as Tensor).shape,
      attributes,
    ),
    undefined,
  ],
};

const KERNEL_POOL_GRADIENT: Operation = { name: "kernelPoolGradient" };

/** Σ exp(-(x - mean)² / (2 width²)) over each group, a column for each kernel. */
export function kernelPool(
  x: Tensor,
  segments: Segments,
  kernels: readonly GaussianKernel[],
): Tensor {
  if (x.shape.length !== 1 || x.shape[0] !== segments.over) {
    throw createShapeError("kernelPool", `the segments cut [${segments.over}]`, x);
  }
  if (kernels.length === 0) throw badArgument("kernelPool needs at least one kernel");
  for (const { mean, width } of kernels) {
    if (!Number.isFinite(mean) || !(width > 0 && width < Infinity)) {
      throw badArgument(`a kernel needs a finite mean and a width > 0, got ${mean} and ${width}`);
    }
  }
  return tensor(KERNEL_POOL, [x, segments], [...segments.shape, kernels.length], {
    means: kernels.map(({ mean }) => mean),
    widths: kernels.map(({ width }) => width),
  });
}
