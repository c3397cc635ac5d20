/**
 * Dropout: in training a random share of values, sampled at each step, counts as 0
 * and the rest is scaled up, so that sums keep their expected size.
 *
 * Srivastava, Hinton, Krizhevsky, Sutskever and Salakhutdinov, "Dropout: A Simple
 * Way to Prevent Neural Networks from Overfitting", JMLR 2014. The mask is an input
 * that the batch provides only as a seed, `dropoutSeed`: the same seed and the same
 * name give the same mask on every backend, so that gradients can be checked and a
 * resumed training ends with the same bytes.
 */

import { badArgument } from "../common/errors.ts";
import { Random } from "../common/random.ts";
import { multiply } from "./elementwise.ts";
import { input, type Node, type Tensor } from "./node.ts";

/** The entry of a batch that seeds the masks: one whole number. */
export const DROPOUT_SEED = "dropoutSeed";

/**
 * x with a share `rate` of its values dropped; `name` distinguishes this mask from
 * the others of a graph.
 */
export function dropout(x: Tensor, name: string, rate: number): Tensor {
  if (!(rate >= 0 && rate < 1)) {
    throw badArgument(`dropout must be a share from 0 to below 1, got ${rate}`);
  }
  if (rate === 0) return x;
  const mask = input(`dropout of ${name}`, x.shape);
  return multiply(x, { ...mask, attributes: { ...mask.attributes, dropout: rate } });
}

/** The share that a mask drops; undefined for every other node. */
export function getDropoutRate({ attributes }: Node): number | undefined {
  return attributes.dropout as number | undefined;
}

/** A mask: 0 with probability `rate`, else 1 / (1 - rate). */
export function sampleDropoutMask(
  size: number,
  name: string,
  rate: number,
  seed: number,
): Float32Array {
  const random = new Random(seed).split(name);
  const limit = rate * 2 ** 32;
  const keptScale = 1 / (1 - rate);
  const mask = new Float32Array(size);
  for (let i = 0; i < size; i++) mask[i] = random.bits() < limit ? 0 : keptScale;
  return mask;
}
