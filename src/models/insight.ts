/**
 * What a model's score of a pair is made of, as far as its kind can say: the
 * features that its last layer weighs, or the matches that it keeps.
 */

import type { GaussianKernel, Tensor } from "../tensor/index.ts";

/** Soft counts of matches by kernels; the score is their sum by the weights. */
export interface KernelInsight {
  readonly kind: "kernels";
  /** [pairs, features] */
  readonly features: Tensor;
  /** A variable, [features, 1]. */
  readonly weights: Tensor;
  /** What each feature counts. */
  readonly names: readonly string[];
}

/** For each size of window, the values of all cells, of which every query term keeps the largest. */
export interface WindowInsight {
  readonly kind: "windows";
  /** [cells] for windows of 1, 2, … words. */
  readonly sizes: readonly Tensor[];
  readonly top: number;
}

export type Insight = KernelInsight | WindowInsight;

/** `0.9`, or with several lengths of n-grams `1×2 0.9`; the kernel of exact matches is `exact`. */
export function kernelNames(kernels: readonly GaussianKernel[], longest = 1): readonly string[] {
  const names = kernels.map(({ mean }) => (mean === 1 ? "exact" : String(mean)));
  const lengths = Array.from({ length: longest }, (_, i) => i + 1);
  if (longest === 1) return names;
  return lengths.flatMap((query) =>
    lengths.flatMap((document) => names.map((name) => `${query}×${document} ${name}`)),
  );
}
