/**
 * What a model's score of a pair is made of, as far as its kind can say: the
 * features that its last layer weighs, the matches that it keeps, or what each
 * query term adds. Every tensor is a part of the graph that gives the score.
 */

import type { GaussianKernel, Tensor } from "../tensor/index.ts";

/** Soft counts of matches by Gaussian kernels; the score is their sum by the weights. */
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
  /** For models of n-grams: what the kernels read, with the gates of the n-grams if there are any. */
  readonly ngrams?: readonly NgramInsight[];
}

/** Matches of n-grams of two lengths; an n-gram is named by the token that it starts at. */
export interface NgramInsight {
  /** Words of an n-gram of the query, and of one of the document. */
  readonly query: number;
  readonly document: number;
  /** [cells] */
  readonly matches: Tensor;
}

/** For each size of window, the values of all cells, of which every query term keeps the largest. */
export interface WindowInsight {
  readonly kind: "windows";
  /** [cells] for windows of 1, 2, … words. */
  readonly sizes: readonly Tensor[];
  readonly top: number;
  /** For models with salience: what multiplies the kept values, [query tokens, top] for each size. */
  readonly gates?: readonly Tensor[];
  /** What the last network reads, [query tokens, features]: the kept values of each size, then idf if any. */
  readonly features: Tensor;
  /** The score, [pairs], and its slope in each feature: absent where the last network is not piecewise linear. */
  readonly score?: Tensor;
  readonly slopes?: Tensor;
}

/** For models whose score is a sum over query terms. */
export interface TermInsight {
  readonly kind: "terms";
  /** [query tokens] */
  readonly contributions: Tensor;
}

/** What can be seen inside a model while it scores a pair. */
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
