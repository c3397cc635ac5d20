/**
 * Training settings published in papers, by name, to reproduce them. Our own recommendations are
 * with each model.
 */

import type { ModelOptions } from "../models/index.ts";
import type { SamplingOptions } from "./sampled-examples.ts";
import type { TrainingSettings } from "./training-settings.ts";

/** The training of a paper, and its model options where they differ from our defaults. */
export interface PublishedTraining {
  readonly source: string;
  readonly settings: TrainingSettings;
  readonly sampling: SamplingOptions;
  /** Options by model. */
  readonly options: Readonly<Record<string, ModelOptions>>;
}

/** Eleven wide kernels from −1 to 1 in steps of 0.2, beside the one for exact matches. */
const ELEVEN_MEANS = "1,0.8,0.6,0.4,0.2,0,-0.2,-0.4,-0.6,-0.8,-1";

const SOURCE = "Hofstätter, Rekabsaz, Eickhoff and Hanbury, SIGIR 2019";

/**
 * Triples, hinge, Adam at .001, batches of 64, one epoch, early stopping; texts of 30 and 180 words
 * are the default.
 */
const SIGIR19: PublishedTraining = {
  source: SOURCE,
  settings: {
    ...{ loss: "hinge", batchSize: 64, epochs: 1, patience: 20, plateau: 6 },
    ...{ networkRate: 0.001, embeddingRate: 0.001 },
  },
  sampling: { hard: 1 },
  options: { knrm: { means: ELEVEN_MEANS } },
};

/**
 * The settings in the text of the paper, and those in the code of its authors, whose embeddings
 * learn faster and whose KNRM has ten wide kernels.
 */
export const PUBLISHED_TRAINING: Readonly<Record<"sigir19" | "sigir19-code", PublishedTraining>> = {
  sigir19: SIGIR19,
  "sigir19-code": {
    ...SIGIR19,
    source: `the code of ${SOURCE}`,
    settings: { ...SIGIR19.settings, embeddingRate: 0.01 },
    options: { knrm: { exactWidth: 0.0001 } },
  },
};

/** The name of a published training. */
export type PublishedName = keyof typeof PUBLISHED_TRAINING;
