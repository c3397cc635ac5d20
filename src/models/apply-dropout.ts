/** Dropout in models: applied in the graph of a training, not when pairs are scored. */

import { dropout } from "../tensor/dropout.ts";
import type { Tensor } from "../tensor/index.ts";
import type { PairInputs } from "./pair-batch.ts";

/** Drops values of a layer; `name` is unique within a model. */
export type DropoutLayer = (x: Tensor, name: string) => Tensor;

/** Leaves values unchanged. */
export const noDropout: DropoutLayer = (x) => x;

/** The dropout of a model with this share for a batch. */
export function applyDropout({ isTraining = false }: PairInputs, rate: number): DropoutLayer {
  return isTraining ? (x, name) => dropout(x, name, rate) : noDropout;
}
