/** Dropout as a model applies it: in the graph of a training, and not where pairs are scored. */

import { dropout } from "../tensor/dropout.ts";
import type { Tensor } from "../tensor/index.ts";
import type { PairInputs } from "./pair-batch.ts";

/** Drops values of a layer; `name` is different at every place of a model. */
export type DropoutLayer = (x: Tensor, name: string) => Tensor;

/** Leaves values as they are. */
export const noDropout: DropoutLayer = (x) => x;

/** What a model with this share of dropped values does with a batch. */
export function applyDropout({ isTraining = false }: PairInputs, rate: number): DropoutLayer {
  return isTraining ? (x, name) => dropout(x, name, rate) : noDropout;
}
