/**
 * KNRM: soft matches of query and document words, counted by Gaussian kernels.
 *
 * Xiong, Dai, Callan, Liu and Power, "End-to-End Neural Ad-hoc Ranking with
 * Kernel Pooling", SIGIR 2017. As in the authors' code the last layer has no
 * tanh and no bias. Words outside the vocabulary are dropped like padding.
 */

import type { Random } from "../common/random.ts";
import { matmul, pairDot, reshape, type Tensor, unitRows, variable } from "../tensor/index.ts";
import { firstEmbeddings, type InitialValues, uniform } from "./initial-values.ts";
import { kernelNames } from "./insight.ts";
import { kernelFeatures, kernelsOf, termFeatures } from "./kernel-features.ts";
import { type KnownWords, type ModelKind, modelKind } from "./neural-model.ts";
import type { PairInputs, UnknownRule } from "./pair-batch.ts";
import { type OverVocabulary, vectorTable, wordVectors } from "./word-inputs.ts";

/** Options of KNRM. */
export type KnrmOptions = {
  readonly dimensions: number;
  /** Width of the kernel for exact matches. */
  readonly exactWidth: number;
};

const DEFAULTS: KnrmOptions = { dimensions: 300, exactWidth: 1e-3 };

export interface Knrm {
  readonly embeddings: Tensor;
  readonly weights: Tensor;
  readonly exactWidth: number;
}

/** How a batch for this model treats words outside the vocabulary. */
export const KNRM_UNKNOWN: UnknownRule = "drop";

export function createKnrm(options: Partial<KnrmOptions> & OverVocabulary): Knrm {
  const { dimensions, exactWidth } = { ...DEFAULTS, ...options };
  return {
    embeddings: vectorTable(options, dimensions),
    weights: variable("weights", [kernelsOf(exactWidth).length, 1]),
    exactWidth,
  };
}

/** Scores every pair of the batch, [pairs]. */
export function knrm(model: Knrm, batch: PairInputs): Tensor {
  const { pairs } = batch;
  const features = kernelFeatures(similarities(model, batch), pairs, kernelsOf(model.exactWidth));
  return reshape(matmul(features, model.weights), pairs.left.shape);
}

/** Cosines of query words with document words, [cells]. */
function similarities({ embeddings }: Knrm, batch: PairInputs): Tensor {
  const { query, document, pairs } = batch;
  const rows = unitRows(wordVectors(embeddings, batch));
  return pairDot({ rows, index: query }, { rows, index: document }, pairs);
}

export function initialKnrm(
  { embeddings, weights }: Knrm,
  random: Random,
  known: KnownWords = {},
): InitialValues {
  return new Map([
    [embeddings, firstEmbeddings(embeddings, random.split("embeddings"), known.embeddings)],
    [weights, uniform(weights, 0.014, random.split("weights"))],
  ]);
}

/** KNRM: soft matches counted by Gaussian kernels. */
export const KNRM: ModelKind<KnrmOptions> = modelKind(
  "knrm",
  "soft matches counted by kernels (Xiong et al. 2017)",
  DEFAULTS,
  (options) => {
    const model = createKnrm(options);
    return {
      embeddings: model.embeddings,
      trained: { embeddings: [model.embeddings], network: [model.weights] },
      frozen: [],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: false,
      score: (batch) => knrm(model, batch),
      insight(batch) {
        const kernels = kernelsOf(options.exactWidth);
        const features = termFeatures(similarities(model, batch), batch.pairs, kernels);
        return { kind: "kernels", features, weights: model.weights, names: kernelNames(kernels) };
      },
      initialValues: (random, known) => initialKnrm(model, random, known),
    };
  },
);
