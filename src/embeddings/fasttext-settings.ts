/** What a fastText model was trained with, as its binary file records it. */

import type { Ngrams } from "./subwords.ts";

export interface FastTextSettings {
  readonly dimension: number;
  /** Most words on each side of a word that count as its context. */
  readonly window: number;
  readonly epochs: number;
  /** Words that occur more seldom have no row of their own. */
  readonly leastCount: number;
  /** Words drawn as wrong answers for each right one. */
  readonly negatives: number;
  readonly ngrams: Ngrams;
  /** Tokens between two changes of the learning rate. */
  readonly rateInterval: number;
  /** Words that are more frequent than this share of the text are thinned out. */
  readonly sampling: number;
}

/** Of `fasttext skipgram`. */
export const FASTTEXT_DEFAULTS: FastTextSettings = {
  dimension: 100,
  window: 5,
  epochs: 5,
  leastCount: 5,
  negatives: 5,
  ngrams: { smallest: 3, largest: 6, buckets: 2_000_000 },
  rateInterval: 100,
  sampling: 1e-4,
};

/** The first bytes of a model, as a little-endian number. */
export const MAGIC = 793712314;
export const VERSION = 12;
/** Numbers by which a file names its loss and its model. */
export const NEGATIVE_SAMPLING = 2;
export const SKIP_GRAM = 2;
export const SUPERVISED = 3;
