/**
 * Recommended training of a kind of model: settings that worked on the dev splits of
 * several collections (docs/training.md). They are the defaults in the library and
 * on the command line.
 */

import type { ModelOptions } from "./neural-model.ts";

/** The settings that train a model well. */
export interface RecommendedTraining {
  /** Options of the model that work better than the defaults of its paper. */
  readonly options: ModelOptions;
  /** Tokens of a query and of a document that are read, up to the maximum of the model. */
  readonly queryLength: number;
  readonly documentLength: number;
  readonly loss: "hinge" | "softmax";
  /** Documents of a lower grade for each relevant one, sampled from the candidates. */
  readonly hardNegatives: number;
  readonly batchSize: number;
  readonly networkRate: number;
  readonly salienceRate: number;
  /** Default: the rate of the network. */
  readonly embeddingRate?: number;
  /** Default: by the number of examples. */
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
