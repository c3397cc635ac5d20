/**
 * The components of a model's score of a pair: the features that its last layer
 * weights, the matches that it keeps, or the contribution of each query term. Every
 * tensor is a part of the graph of the score.
 */

import type { GaussianKernel, Tensor } from "../tensor/index.ts";

/** Soft counts of matches by Gaussian kernels; the score is their weighted sum. */
export interface KernelInsight {
  readonly kind: "kernels";
  /** [query tokens, features]; a feature of the pair is the sum over its query tokens. */
  readonly features: Tensor;
  /** A variable, [features, 1]. */
  readonly weights: Tensor;
  /** What each feature counts. */
  readonly names: readonly string[];
  /** For models with gates on words: each match times the gates of its two words, before any tanh, [cells]. */
  readonly gated?: Tensor;
  /**
   * For models of n-grams: the input of the kernels, with the gates of the n-grams
   * if there are any.
   */
  readonly ngrams?: readonly NgramInsight[];
}

/** Matches of n-grams of two lengths; an n-gram is identified by its first token. */
export interface NgramInsight {
  /** Words of an n-gram of the query, and of one of the document. */
  readonly query: number;
  readonly document: number;
  /** [cells] */
  readonly matches: Tensor;
}

/**
 * For each size of window, the values of all cells, of which every query term keeps
 * the largest.
 */
export interface WindowInsight {
  readonly kind: "windows";
  /** [cells] for windows of 1, 2, … words. */
  readonly sizes: readonly Tensor[];
  readonly top: number;
  /**
   * For models with salience: the factors of the kept values, [query tokens, top]
   * for each size.
   */
  readonly gates?: readonly Tensor[];
  /**
   * The input of the last network, [query tokens, features]: the kept values of each
   * size, then idf if any.
   */
  readonly features: Tensor;
  /**
   * The score, [pairs], and its slope in each feature; absent if the last network is
   * not piecewise linear.
   */
  readonly score?: Tensor;
  readonly slopes?: Tensor;
}

/** For models whose score is a sum over query terms. */
export interface TermInsight {
  readonly kind: "terms";
  /** [query tokens] */
  readonly contributions: Tensor;
}

/** The inspectable parts of a model while it scores a pair. */
export type Insight = KernelInsight | WindowInsight | TermInsight;

/** `0.9`, or with several lengths of n-grams `1×2 0.9`; the kernel of exact matches is `exact`. */
export function formatKernelNames(
  kernels: readonly GaussianKernel[],
  longest = 1,
): readonly string[] {
  const names = kernels.map(({ mean }) => (mean === 1 ? "exact" : String(mean)));
  const lengths = Array.from({ length: longest }, (_, i) => i + 1);
  if (longest === 1) return names;
  return lengths.flatMap((query) =>
    lengths.flatMap((document) => names.map((name) => `${query}×${document} ${name}`)),
  );
}
