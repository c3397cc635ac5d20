/**
 * The in-batch softmax loss: the relevant document of each query against the
 * documents of the other queries of the batch, by cosine.
 *
 * Henderson et al., "Efficient Natural Language Response Suggestion for Smart
 * Reply", 2017. Cosines are multiplied by a scale before the softmax, 20 as in
 * the code of Sentence-BERT. Other relevant documents of a query in the batch
 * are left out.
 */

import {
  type Batch,
  clampMin,
  input,
  log,
  matmul,
  mean,
  multiply,
  scale,
  softmax,
  sum,
  type Tensor,
} from "../../tensor/index.ts";

/** The smallest probability whose logarithm still has a usable gradient in float32. */
const MIN_PROBABILITY = 1e-30;

/** The scale of cosines. */
export const COSINE_SCALE = 20;

/** A query and a relevant document, by their indexes in the examples. */
export interface RelevantPair {
  readonly query: number;
  readonly document: number;
}

/** Mean over the queries of -log of the relevant document's probability. Its inputs come from `createPairMasks`. */
export function inBatchSoftmax(queries: Tensor, documents: Tensor): Tensor {
  const shape = ["queries", "documents"] as const;
  const cosines = matmul(queries, documents, { transposeB: true });
  const shares = softmax(scale(cosines, COSINE_SCALE), input("rivals", shape));
  const own = sum(multiply(shares, input("own", shape)), -1);
  return scale(mean(log(clampMin(own, MIN_PROBABILITY))), -1);
}

/** Masks of the relevant document of each query, and of the documents that it competes with, itself included. */
export function createPairMasks(
  pairs: readonly RelevantPair[],
  isRelevant: (query: number, document: number) => boolean,
): Batch {
  const count = pairs.length;
  const [own, rivals] = [new Float32Array(count * count), new Float32Array(count * count)];
  for (const [i, { query }] of pairs.entries()) {
    own[i * count + i] = 1;
    for (const [j, { document }] of pairs.entries()) {
      rivals[i * count + j] = i === j || !isRelevant(query, document) ? 1 : 0;
    }
  }
  return { own, rivals };
}
