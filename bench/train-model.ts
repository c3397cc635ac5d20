/** The model of the training benchmark: its graph, its variables and its batcher. */

import {
  createBatcher,
  createInputs,
  createModel,
  listParameters,
  type PairBatcher,
} from "../src/models/index.ts";
import type { Tensor } from "../src/tensor/index.ts";
import { pairwiseHinge } from "../src/training/index.ts";
import { type ModelName, VOCABULARY } from "./train-workload.ts";

export interface TrainModel {
  readonly scores: Tensor;
  readonly loss: Tensor;
  readonly variables: readonly Tensor[];
  readonly batcher: PairBatcher;
}

export function createTrainModel(name: ModelName): TrainModel {
  const model = createModel(name === "knrm" ? "knrm" : "conv-knrm", VOCABULARY);
  const inputs = createInputs(model);
  const scores = model.score(inputs);
  return {
    scores,
    loss: pairwiseHinge(scores, inputs),
    variables: listParameters(model),
    batcher: createBatcher(model),
  };
}
