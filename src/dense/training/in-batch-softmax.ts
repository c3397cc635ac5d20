/**
 * The in-batch softmax: each query's own document against those of all other
 * queries of its batch, by cosine.
 *
 * Henderson et al., "Efficient Natural Language Response Suggestion for Smart
 * Reply", 2017. Cosines lie between -1 and 1; they are multiplied by a scale
 * before the softmax, 20 as in Sentence-BERT's code. Other documents of the
 * batch that are relevant to a query as well are left out.
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

/** The smallest share whose logarithm float32 can still be steered by. */
const MIN_PROBABILITY = 1e-30;

/** What cosines are multiplied by. */
export const COSINE_SCALE = 20;

/** A query and the document that answers it, by their places in the examples. */
export interface RelevantPair {
  readonly query: number;
  readonly document: number;
}

/** -log of the own document's share, mean over the queries. Reads the inputs that `createPairMasks` makes. */
export function inBatchSoftmax(queries: Tensor, documents: Tensor): Tensor {
  const shape = ["queries", "documents"] as const;
  const cosines = matmul(queries, documents, { transposeB: true });
  const shares = softmax(scale(cosines, COSINE_SCALE), input("rivals", shape));
  const own = sum(multiply(shares, input("own", shape)), -1);
  return scale(mean(log(clampMin(own, MIN_PROBABILITY))), -1);
}

/** Which document is each query's own, and which count as its rivals, itself among them. */
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
