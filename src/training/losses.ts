/**
 * Losses by name: the error of the scores of a batch, as one number.
 *
 * f and f' are the scores of a document and of a worse one of the same query. Pairwise losses are
 * means over all such pairs, listwise ones over lists.
 */

import { badArgument, quote } from "../common/errors.ts";
import {
  affine,
  clampMin,
  gather,
  log,
  mean,
  multiply,
  relu,
  scale,
  segmentSoftmax,
  segmentSum,
  softplus,
  square,
  subtract,
  sum,
  type Tensor,
} from "../tensor/index.ts";
import type { LossInputs } from "./example-batch.ts";

/** A loss function: a graph over the scores of a batch. */
export type Loss = (scores: Tensor, inputs: LossInputs) => Tensor;

/** The smallest share of a list whose logarithm still has a useful gradient in float32. */
const MIN_PROBABILITY = 1e-30;
/** Keeps ListNet's logarithms finite. */
const LIST_NET_TERM = 1e-6;

/** The losses, by name. */
export const LOSS_NAMES = [
  "hinge",
  "ranknet",
  "softmax",
  "cross-entropy",
  "mse",
  "listnet",
  "lambdarank",
] as const;
/** A loss by name. */
export type LossName = (typeof LOSS_NAMES)[number];

const LOSSES: Readonly<Record<LossName, Loss>> = {
  /** max(0, 1 - (f - f')) */
  hinge: pairwiseHinge,
  /** log(1 + e^-(f - f')): Burges et al., "Learning to Rank using Gradient Descent", ICML 2005. */
  ranknet: (scores, { better, worse }) =>
    mean(softplus(subtract(gather(scores, worse), gather(scores, better)))),
  /** -log of the first document's share of e^f in its list. */
  softmax: (scores, { lists, first }) =>
    scale(mean(log(clampMin(gather(segmentSoftmax(scores, lists), first), MIN_PROBABILITY))), -1),
  /** Cross-entropy of sigmoid(f) with being relevant, document by document. */
  "cross-entropy": (scores, { labels }) =>
    mean(subtract(softplus(scores), multiply(scores, labels))),
  /** (f - grade)² */
  mse: (scores, { grades }) => mean(square(subtract(scores, grades))),
  /** Cross-entropy of the list's shares by grade with those by score: Cao et al., ICML 2007. */
  listnet: (scores, { lists, shares }) => {
    const logs = log(affine(segmentSoftmax(scores, lists), 1, LIST_NET_TERM));
    return scale(mean(segmentSum(multiply(logs, shares), lists)), -1);
  },
  /** RankNet's pairs, weighted by the change of nDCG when they swap; see lambda-weights.ts. */
  lambdarank: (scores, { better, worse, weights }) =>
    sum(multiply(weights, softplus(subtract(gather(scores, worse), gather(scores, better))))),
};

/** mean of max(0, 1 - (f - f')) over the pairs. */
export function pairwiseHinge(
  scores: Tensor,
  { better, worse }: Pick<LossInputs, "better" | "worse">,
): Tensor {
  const lead = subtract(gather(scores, better), gather(scores, worse));
  return mean(relu(affine(lead, -1, 1)));
}

/** True for a loss whose weights come from the scores before the step. */
export function isWeighted(name: LossName): boolean {
  return name === "lambdarank";
}

/** The loss of that name. `BAD_ARGUMENT` lists the known names. */
export function findLoss(name: string): Loss {
  const lossName = LOSS_NAMES.find((loss) => loss === name);
  if (lossName !== undefined) return LOSSES[lossName];
  throw badArgument(`a loss is one of ${LOSS_NAMES.join(", ")}, got ${quote(name)}`);
}
