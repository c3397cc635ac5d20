/**
 * KNRM: soft matches of query and document words, counted by Gaussian kernels.
 *
 * Xiong, Dai, Callan, Liu and Power, "End-to-End Neural Ad-hoc Ranking with
 * Kernel Pooling", SIGIR 2017. As in the authors' code the last layer has no
 * tanh and no bias. Words outside the vocabulary are dropped like padding.
 */

import type { Random } from "../common/random.ts";
import {
  gather,
  matmul,
  pairDot,
  reshape,
  type Tensor,
  unitRows,
  variable,
} from "../tensor/index.ts";
import { type InitialValues, randomEmbeddings, uniform } from "./initial-values.ts";
import { kernelFeatures, kernelsOf } from "./kernel-features.ts";
import type { PairInputs, UnknownRule } from "./pair-batch.ts";

export interface KnrmOptions {
  /** Rows of the embedding table, padding and unknown included. */
  readonly vocabulary: number;
  readonly dimensions?: number;
  /** Width of the kernel for exact matches. */
  readonly exactWidth?: number;
}

export interface Knrm {
  readonly embeddings: Tensor;
  readonly weights: Tensor;
  readonly exactWidth: number;
}

/** How a batch for this model treats words outside the vocabulary. */
export const KNRM_UNKNOWN: UnknownRule = "drop";

export function createKnrm({ vocabulary, dimensions = 300, exactWidth = 1e-3 }: KnrmOptions): Knrm {
  return {
    embeddings: variable("embeddings", [vocabulary, dimensions]),
    weights: variable("weights", [kernelsOf(exactWidth).length, 1]),
    exactWidth,
  };
}

/** Scores every pair of the batch, [pairs]. */
export function knrm({ embeddings, weights, exactWidth }: Knrm, batch: PairInputs): Tensor {
  const rows = unitRows(gather(embeddings, batch.words));
  const similarity = pairDot(
    { rows, index: batch.query },
    { rows, index: batch.document },
    batch.pairs,
  );
  const features = kernelFeatures(similarity, batch.pairs, kernelsOf(exactWidth));
  return reshape(matmul(features, weights), batch.pairs.left.shape);
}

export function initialKnrm({ embeddings, weights }: Knrm, random: Random): InitialValues {
  return new Map([
    [embeddings, randomEmbeddings(embeddings, 0.1, random.split("embeddings"))],
    [weights, uniform(weights, 0.014, random.split("weights"))],
  ]);
}
