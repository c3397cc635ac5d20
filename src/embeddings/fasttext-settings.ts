/** The training settings of a fastText model, and the numbers of its binary file. */

import { badArgument } from "../common/errors.ts";
import { checkNgrams, type Ngrams } from "./subwords.ts";

/** The settings of fastText, under its names. */
export interface FastTextSettings {
  readonly dimension: number;
  /** Maximum number of context words on each side of a word. */
  readonly window: number;
  readonly epochs: number;
  /** Words that occur less often have no row of their own. */
  readonly minCount: number;
  /** Negative samples for each positive one. */
  readonly negatives: number;
  /** The initial learning rate; it decreases linearly to 0. */
  readonly rate: number;
  /** Words with a larger share of the text are subsampled. */
  readonly sampling: number;
  readonly ngrams: Ngrams;
}

/** The defaults of `fasttext skipgram`. */
export const FASTTEXT_DEFAULTS: FastTextSettings = {
  dimension: 100,
  window: 5,
  epochs: 5,
  minCount: 5,
  negatives: 5,
  rate: 0.05,
  sampling: 1e-4,
  ngrams: { smallest: 3, largest: 6, buckets: 2_000_000 },
};

/**
 * Trigrams only, in 200 dimensions: Hofstätter et al., "On the effect of
 * low-frequency terms on neural-IR models", SIGIR 2019.
 */
export const TRIGRAM_SETTINGS: FastTextSettings = {
  ...FASTTEXT_DEFAULTS,
  dimension: 200,
  ngrams: { smallest: 3, largest: 3, buckets: 2_000_000 },
};

export function checkSettings(settings: FastTextSettings): void {
  for (const name of ["dimension", "window", "epochs", "minCount", "negatives"] as const) {
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
/** The numbers of losses and models in a file. */
export const NEGATIVE_SAMPLING = 2;
export const SKIP_GRAM = 2;
export const SUPERVISED = 3;
