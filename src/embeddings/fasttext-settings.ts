/** What a fastText model is trained with, and what its binary file says in numbers. */

import { badArgument } from "../common/errors.ts";
import { checkNgrams, type Ngrams } from "./subwords.ts";

/** The settings of fastText, under its names. */
export interface FastTextSettings {
  readonly dimension: number;
  /** Most words on each side of a word that count as its context. */
  readonly window: number;
  readonly epochs: number;
  /** Words that occur more seldom have no row of their own. */
  readonly leastCount: number;
  /** Words drawn as wrong answers for each right one. */
  readonly negatives: number;
  /** The first learning rate; it falls in a straight line to 0. */
  readonly rate: number;
  /** Words that make up more than this share of the text are thinned out. */
  readonly sampling: number;
  readonly ngrams: Ngrams;
}

/** Those of `fasttext skipgram`. */
export const FASTTEXT_DEFAULTS: FastTextSettings = {
  dimension: 100,
  window: 5,
  epochs: 5,
  leastCount: 5,
  negatives: 5,
  rate: 0.05,
  sampling: 1e-4,
  ngrams: { smallest: 3, largest: 6, buckets: 2_000_000 },
};

/** Trigrams alone, in 200 dimensions: Hofstätter et al., "On the effect of low-frequency terms on neural-IR models", SIGIR 2019. */
export const TRIGRAM_SETTINGS: FastTextSettings = {
  ...FASTTEXT_DEFAULTS,
  dimension: 200,
  ngrams: { smallest: 3, largest: 3, buckets: 2_000_000 },
};

export function checkSettings(settings: FastTextSettings): void {
  for (const name of ["dimension", "window", "epochs", "leastCount", "negatives"] as const) {
    const value = settings[name];
    if (!Number.isInteger(value) || value < 1 || value > 2 ** 31 - 1) {
      throw badArgument(`${name} must be a whole number ≥ 1, got ${value}`);
    }
  }
  for (const name of ["rate", "sampling"] as const) {
    const value = settings[name];
    if (!(value > 0 && value < Infinity)) {
      throw badArgument(`${name} must be finite and > 0, got ${value}`);
    }
  }
  checkNgrams(settings.ngrams);
}

/** The first bytes of a model, as a little-endian number. */
export const MAGIC = 793712314;
export const VERSION = 12;
/** Numbers by which a file names its loss and its model. */
export const NEGATIVE_SAMPLING = 2;
export const SKIP_GRAM = 2;
export const SUPERVISED = 3;
