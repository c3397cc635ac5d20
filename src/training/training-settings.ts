/** The settings of a training, with defaults that worked (docs/training.md). */

import { badArgument } from "../common/errors.ts";
import { findLoss, type LossName } from "./losses.ts";

/** The settings of a training, as plain data. */
export interface TrainingSettings {
  readonly loss?: LossName;
  readonly seed?: number;
  readonly batchSize?: number;
  /** By default 3, or as many as give 600 steps. */
  readonly epochs?: number;
  /** Ends the training after this many examples. */
  readonly maxExamples?: number;
  /**
   * The former name of `maxExamples`.
   * @deprecated Use `maxExamples`.
   */
  readonly mostExamples?: number;
  /** Learning rates; embeddings with rate 0 are frozen. */
  readonly embeddingRate?: number;
  readonly networkRate?: number;
  /**
   * The rate of the salience layers. At the rate of the rest, the gates of frequent words close for
   * good.
   */
  readonly salienceRate?: number;
  /**
   * The share of all steps during which the rates rise from 0; then they fall linearly to 0 at the
   * last step. Without it they are constant.
   */
  readonly warmUp?: number;
  /** Decay of matrices per step, as a share of the rate (AdamW); not of the embeddings. */
  readonly weightDecay?: number;
  /** The maximum norm of the joint gradient; a larger gradient is scaled down. */
  readonly clip?: number;
  /** Steps between validations; by default 200, or one epoch if that is shorter. */
  readonly period?: number;
  /** Ends the training after this many periods without a better validation. */
  readonly patience?: number;
  /** Halves the learning rates after this many periods without a better validation. */
  readonly plateau?: number;
}

export type CompleteSettings = Required<Omit<TrainingSettings, OptionalSetting | "mostExamples">> &
  Pick<TrainingSettings, OptionalSetting>;

type OptionalSetting = "warmUp" | "weightDecay" | "clip";

/** Few examples get more epochs, because a model needs a minimum number of steps to learn. */
const MIN_STEPS = 600;
const MIN_EPOCHS = 3;
const MAX_PERIOD = 200;

/** Settings with all defaults filled in, checked. `examples` is the number per epoch, if known. */
export function completeSettings(
  {
    loss = "hinge",
    seed = 1,
    batchSize = 64,
    mostExamples = Infinity,
    maxExamples = mostExamples,
    embeddingRate = 0.003,
    networkRate = 0.003,
    salienceRate = 0.0003,
    patience = 20,
    plateau = 6,
    ...overrides
  }: TrainingSettings = {},
  examples: number = Infinity,
): CompleteSettings {
  const steps = Math.max(1, Math.ceil(examples / batchSize));
  const {
    epochs = Math.max(MIN_EPOCHS, Math.ceil(MIN_STEPS / steps)),
    period = Math.min(MAX_PERIOD, steps),
    ...optional
  } = overrides;
  const counts = { batchSize, epochs, period, patience, plateau };
  for (const [name, value] of Object.entries(counts)) {
    if (!Number.isInteger(value) || value < 1) {
      throw badArgument(`training: ${name} must be a whole number ≥ 1, got ${value}`);
    }
  }
  if (!(maxExamples >= 1)) {
    throw badArgument(`training: maxExamples must be at least 1, got ${maxExamples}`);
  }
  findLoss(loss);
  const { warmUp = 0 } = optional;
  if (!(warmUp >= 0 && warmUp < 1)) {
    throw badArgument(`training: warmUp must be a share from 0 to below 1, got ${warmUp}`);
  }
  const rates = { embeddingRate, networkRate, salienceRate };
  const ends = { period, patience, plateau };
  return { loss, seed, batchSize, epochs, maxExamples, ...rates, ...ends, ...optional };
}
