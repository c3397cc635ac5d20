/**
 * Completes the choices of a caller with the recommended settings of the model
 * (models/recommended-training.ts).
 */

import { findModelKind, type ModelOptions } from "../models/index.ts";
import type { SamplingOptions } from "./sampled-examples.ts";
import type { TrainingSettings } from "./training-settings.ts";

/** The choices of a caller; the model recommends the rest. */
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
