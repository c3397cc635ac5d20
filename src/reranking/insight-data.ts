/** Intermediate values of a model for one pair, as plain data. */

import type { Occlusion } from "./occlusion.ts";

/** The value of one kernel and its weight in the score. */
export interface KernelFeature {
  /**
   * The similarity that the kernel counts, such as `0.9`; for n-grams prefixed with their lengths.
   */
  readonly name: string;
  readonly feature: number;
  /** The score is the sum of feature · weight. */
  readonly weight: number;
}

/** A position in the document, from 0, where a window or n-gram begins, and how well it matches. */
export interface TopMatch {
  readonly place: number;
  readonly value: number;
  /** For models with salience: the factor of the value. */
  readonly gate?: number;
  /** The contribution of the match to the score, where it is defined. */
  readonly contribution?: number;
}

/** The best matches of n-grams of two lengths, for each query token that starts one. */
export interface NgramMatches {
  readonly query: number;
  readonly document: number;
  readonly rows: readonly (readonly TopMatch[])[];
}

/** The intermediate values of a score. */
export interface PairInsight {
  readonly kernels?: readonly KernelFeature[];
  /** The contribution of each query token to the score; 0 for a token that the model skips. */
  readonly contributions?: readonly number[];
  /**
   * For models of windows: the contribution of the biases. It completes the sum of contributions to
   * the score.
   */
  readonly rest?: number;
  /** For models of windows with idf: the part of each contribution that comes from idf. */
  readonly idf?: readonly number[];
  /** For models with gates on words: each match times the gates of its two words, before any tanh. */
  readonly gated?: readonly Float64Array[];
  /** For models of n-grams, with the gates of the n-grams if there are any, before any tanh. */
  readonly ngrams?: readonly NgramMatches[];
  /** For windows of 1, 2, … words, a row per query token with its largest matches first. */
  readonly windows?: readonly (readonly (readonly TopMatch[])[])[];
  /**
   * For models whose score has no additive parts: the change when a token is left out. The changes
   * do not add up.
   */
  readonly occlusion?: Occlusion;
}
