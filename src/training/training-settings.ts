/** The choices that shape a training, with the values that worked (docs/training.md). */

import { badArgument } from "../common/errors.ts";
import { findLoss, type LossName } from "./losses.ts";

/** What shapes a training, as plain data. */
export interface TrainingSettings {
  readonly loss?: LossName;
  readonly seed?: number;
  readonly batchSize?: number;
  /** By default 3, or as many as 600 steps take. */
  readonly epochs?: number;
  /** Ends the training after so many examples. */
  readonly mostExamples?: number;
  /** Learning rates; embeddings with rate 0 stay as they are. */
  readonly embeddingRate?: number;
  readonly networkRate?: number;
  /** Of what makes the salience. At the pace of the rest, the gates of frequent words shut for good. */
  readonly salienceRate?: number;
  /**
   * The share of all steps over which the rates rise from 0; then they fall in
   * a straight line to 0 at the last. Without it they stay as they are.
   */
  readonly warmUp?: number;
  /** How much matrices shrink at each step, as a share of the rate (AdamW); not the embeddings. */
  readonly weightDecay?: number;
  /** The longest joint gradient; a longer one is scaled down. */
  readonly clip?: number;
  /** Steps between validations; by default 200, or those of an epoch where these are fewer. */
  readonly period?: number;
  /** Ends the training after so many periods without a better validation. */
  readonly patience?: number;
  /** Halves the learning rates after so many periods without a better validation. */
  readonly plateau?: number;
}

export type CompleteSettings = Required<Omit<TrainingSettings, OptionalSetting>> &
  Pick<TrainingSettings, OptionalSetting>;

type OptionalSetting = "warmUp" | "weightDecay" | "clip";

/** Few examples are gone through more often: a model has to take some steps to learn at all. */
const MIN_STEPS = 600;
const MIN_EPOCHS = 3;
const MAX_PERIOD = 200;

/** Settings with nothing left to defaults, checked. `examples` are those of an epoch, where that is known. */
export function completeSettings(
  {
    loss = "hinge",
    seed = 1,
    batchSize = 64,
    mostExamples = Infinity,
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
  if (!(mostExamples >= 1)) {
    throw badArgument(`training: mostExamples must be at least 1, got ${mostExamples}`);
  }
  findLoss(loss);
  const { warmUp = 0 } = optional;
  if (!(warmUp >= 0 && warmUp < 1)) {
    throw badArgument(`training: warmUp must be a share from 0 to below 1, got ${warmUp}`);
  }
  const rates = { embeddingRate, networkRate, salienceRate };
  const ends = { period, patience, plateau };
  return { loss, seed, batchSize, epochs, mostExamples, ...rates, ...ends, ...optional };
}
