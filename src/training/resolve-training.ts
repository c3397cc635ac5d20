/**
 * What a training works with: what the caller said, and for the rest what is
 * recommended for the kind of model (models/recommended-training.ts).
 */

import { findModelKind, type ModelOptions } from "../models/index.ts";
import type { SamplingOptions } from "./sampled-examples.ts";
import type { TrainingSettings } from "./training-settings.ts";

/** What a person chose of a training; the rest is recommended by the model. */
export interface TrainingChoices {
  readonly options?: ModelOptions;
  readonly sampling?: SamplingOptions;
  readonly settings?: TrainingSettings;
  readonly queryLength?: number;
  readonly documentLength?: number;
}

/** The choices of a caller, completed for the model called `model`. */
export function resolveTraining(
  model: string,
  { options = {}, sampling = {}, settings = {}, ...lengths }: TrainingChoices = {},
): Required<TrainingChoices> {
  const { recommended } = findModelKind(model);
  const { options: better, queryLength, documentLength, hardNegatives, ...rest } = recommended;
  const networkRate = settings.networkRate ?? rest.networkRate;
  return {
    options: { ...better, ...options },
    sampling: { hard: hardNegatives, ...sampling },
    settings: { embeddingRate: networkRate, ...rest, ...settings },
    queryLength,
    documentLength,
    ...lengths,
  };
}
