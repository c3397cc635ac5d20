/**
 * Pooling: the states of the tokens of a text to one vector, as the mean of all states or the state
 * of `[CLS]`.
 */

import { badArgument } from "../../common/errors.ts";
import { type Encoder, encodeFirst, encodeTokens } from "../../models/bert/index.ts";
import { createTripleInputs } from "../../models/index.ts";
import { segmentSum, type Tensor, unitRows } from "../../tensor/index.ts";

/** Pooling of token states: `mean`, or `first` for the state of `[CLS]`. */
export type Pooling = "mean" | "first";

/** `BAD_ARGUMENT` for another pooling. */
export function checkPooling(pooling: string): void {
  if (pooling !== "mean" && pooling !== "first") {
    throw badArgument(`pooling must be mean or first, got ${String(pooling)}`);
  }
}

/** The vectors of single texts, which are the left sides of pairs. */
export function poolStates(encoder: Encoder, pooling: Pooling): Tensor {
  const inputs = createTripleInputs({ vocabulary: encoder.shape.vocabulary });
  if (pooling === "first") return unitRows(encodeFirst(encoder, inputs));
  const { x, segments } = encodeTokens(encoder, inputs);
  // The sum has the direction of the mean; unitRows removes its length.
  return unitRows(segmentSum(x, segments));
}

/**
 * The sum of the states of each text, or its first state: rows of `width` numbers, those of text `i`
 * from `offsets[i]` to `offsets[i + 1]`. The sum has the direction of the mean.
 */
export function poolRows(
  states: ArrayLike<number>,
  offsets: Int32Array,
  width: number,
  pooling: Pooling,
): Float32Array {
  const vectors = new Float32Array((offsets.length - 1) * width);
  for (let i = 0; i < offsets.length - 1; i++) {
    const first = offsets[i] as number;
    const end = pooling === "first" ? first + 1 : (offsets[i + 1] as number);
    const target = vectors.subarray(i * width, (i + 1) * width);
    for (let row = first; row < end; row++) {
      const start = row * width;
      for (let j = 0; j < width; j++) {
        target[j] = (target[j] as number) + (states[start + j] as number);
      }
    }
  }
  return vectors;
}
