/** What can be told of how a model came to the score of one pair, as plain data. */

import type { Occlusion } from "./occlusion.ts";

/** What one kernel counts, and its weight in the score. */
export interface KernelFeature {
  /** The similarity that it counts, such as `0.9`; with n-grams their lengths before it. */
  readonly name: string;
  readonly feature: number;
  /** The score is the sum of feature · weight. */
  readonly weight: number;
}

/** A place in the document, from 0, where a window or n-gram begins, and how well it matches there. */
export interface TopMatch {
  readonly place: number;
  readonly value: number;
  /** For models with salience: what the value is multiplied by. */
  readonly gate?: number;
  /** What the kept match adds to the score, where that can be said. */
  readonly contribution?: number;
}

/** The best matches of n-grams of two lengths, for each query token that one starts at. */
export interface NgramMatches {
  readonly query: number;
  readonly document: number;
  readonly rows: readonly (readonly TopMatch[])[];
}

/** What a model computed on the way to a score. */
export interface PairInsight {
  readonly kernels?: readonly KernelFeature[];
  /** What each query token adds to the score; 0 for a token that the model does not read. */
  readonly contributions?: readonly number[];
  /** For models of windows: what the biases of their network add. With it the contributions make the score. */
  readonly rest?: number;
  /** For models of windows with idf: what the idf of each query token adds, within its contribution. */
  readonly idf?: readonly number[];
  /** For models with gates on words: each match times the gates of its two words, before any tanh. */
  readonly gated?: readonly Float64Array[];
  /** For models of n-grams, with the gates of the n-grams if there are any, before any tanh. */
  readonly ngrams?: readonly NgramMatches[];
  /** For windows of 1, 2, … words, a row for each query token with its largest matches first. */
  readonly windows?: readonly (readonly (readonly TopMatch[])[])[];
  /** For models whose score has no parts: what it changes by when a token is left out. It does not add up. */
  readonly occlusion?: Occlusion;
}
