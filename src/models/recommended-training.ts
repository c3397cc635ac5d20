/**
 * Recommended training of a kind of model: settings that worked on the dev
 * splits of several collections (docs/training.md). Whoever trains a model and
 * says nothing else gets these, in a program as on the command line.
 */

import type { ModelOptions } from "./neural-model.ts";

/** The settings that a model was found to train well with. */
export interface RecommendedTraining {
  /** Options of the model that work better than the defaults of its paper. */
  readonly options: ModelOptions;
  /** Tokens of a query and of a document that are read, if the model has places for them. */
  readonly queryLength: number;
  readonly documentLength: number;
  readonly loss: "hinge" | "softmax";
  /** Documents of a lower grade for each relevant one, drawn from the candidates. */
  readonly hardNegatives: number;
  readonly batchSize: number;
  readonly networkRate: number;
  readonly salienceRate: number;
  /** As the network when absent. */
  readonly embeddingRate?: number;
  /** Chosen by the number of examples when absent. */
  readonly epochs?: number;
  readonly warmUp?: number;
  readonly weightDecay?: number;
  readonly clip?: number;
}

/** For models that read words. */
export const WORD_TRAINING: RecommendedTraining = {
  options: {},
  queryLength: 30,
  documentLength: 180,
  loss: "hinge",
  hardNegatives: 4,
  batchSize: 64,
  networkRate: 0.003,
  salienceRate: 0.0003,
  embeddingRate: 0.003,
};

/** For a cross-encoder that starts from a pre-trained language model (Devlin et al. 2019). */
export const CROSS_ENCODER_TRAINING: RecommendedTraining = {
  options: {},
  queryLength: 66,
  documentLength: 190,
  loss: "softmax",
  hardNegatives: 7,
  batchSize: 4,
  epochs: 2,
  networkRate: 0.00003,
  salienceRate: 0.0003,
  warmUp: 0.1,
  weightDecay: 0.01,
  clip: 1,
};
