/** Parameter groups of a model with their learning rates and schedule. */

import { badArgument } from "../common/errors.ts";
import type { NeuralModel } from "../models/index.ts";
import type { ParameterGroup, Schedule } from "../tensor/index.ts";
import { constantRate, createLinearDecay, createWarmUp } from "../tensor/optimisers/index.ts";
import type { ExampleSource } from "./examples.ts";
import type { CompleteSettings } from "./training-settings.ts";

/** The groups of a model; without embeddings if their rate is 0. */
export function createParameterGroups(
  { trained: { embeddings, network, salience = [] } }: NeuralModel,
  source: ExampleSource,
  settings: CompleteSettings,
): readonly ParameterGroup[] {
  const { networkRate, salienceRate, embeddingRate, weightDecay = 0 } = settings;
  const others = network.filter((variable) => !salience.includes(variable));
  const schedule = createSchedule(source, settings);
  const isMatrix = ({ shape }: (typeof network)[number]): boolean => shape.length > 1;
  const plain = { rate: networkRate, schedule };
  const decayed = { ...plain, rule: "adamw", weightDecay } as const;
  const groups: readonly ParameterGroup[] =
    weightDecay === 0
      ? [{ variables: others, ...plain }]
      : [
          { variables: others.filter(isMatrix), ...decayed },
          { variables: others.filter((variable) => !isMatrix(variable)), ...plain },
        ];
  const table = { variables: embeddingRate === 0 ? [] : embeddings, rate: embeddingRate, schedule };
  const gates = { variables: salience, rate: salienceRate, schedule };
  return [...groups, gates, table].filter(({ variables }) => variables.length > 0);
}

function createSchedule({ size }: ExampleSource, settings: CompleteSettings): Schedule {
  const { warmUp: share, epochs, batchSize, maxExamples } = settings;
  if (share === undefined) return constantRate;
  const epoch = size === undefined ? Infinity : Math.ceil(size / batchSize);
  const steps = Math.min(epoch * epochs, Math.ceil(maxExamples / batchSize));
  if (!Number.isFinite(steps)) {
    throw badArgument("a learning-rate schedule needs a known number of examples: set maxExamples");
  }
  const rising = Math.round(share * steps);
  const falling = createLinearDecay(Math.max(1, steps - rising + 1));
  return rising === 0 ? falling : createWarmUp(rising, falling);
}
