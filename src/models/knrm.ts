/**
 * KNRM: soft matches of query and document words, counted by Gaussian kernels.
 *
 * Xiong, Dai, Callan, Liu and Power, "End-to-End Neural Ad-hoc Ranking with Kernel
 * Pooling", SIGIR 2017. As in the authors' code, the last layer has no tanh and no
 * bias; `output=tanh` has both, as in the paper's Eq. 3. Words outside the
 * vocabulary are dropped like padding.
 */

import { badArgument, quote } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import {
  add,
  type GaussianKernel,
  matmul,
  pairDot,
  reshape,
  type Tensor,
  tanh,
  unitRows,
  variable,
} from "../tensor/index.ts";
import { type InitialValues, initialiseEmbeddings, sampleUniform } from "./initial-values.ts";
import { formatKernelNames } from "./insight.ts";
import {
  computeKernelFeatures,
  computeTermFeatures,
  DEFAULT_MEANS,
  parseKernels,
} from "./kernel-features.ts";
import { defineModelKind, type ModelKind, type PretrainedData } from "./neural-model.ts";
import type { PairInputs, UnknownRule } from "./pair-batch.ts";
import { createEmbeddingTable, lookUpWordVectors, type ModelVocabulary } from "./word-inputs.ts";

/** Options of KNRM. */
export type KnrmOptions = {
  readonly dimensions: number;
  /** Width of the kernel for exact matches. */
  readonly exactWidth: number;
};

/** Options of KNRM itself, which its variants lack. */
export type PlainKnrmOptions = KnrmOptions & {
  /** Means of the wide kernels: `0.9,0.7,…`. */
  readonly means: string;
  /** `linear`, or `tanh` of the sum and a bias. */
  readonly output: string;
};

const DEFAULTS: PlainKnrmOptions = {
  dimensions: 300,
  exactWidth: 1e-3,
  means: DEFAULT_MEANS,
  output: "linear",
};

export interface Knrm {
  readonly embeddings: Tensor;
  readonly weights: Tensor;
  /** For the output with tanh. */
  readonly bias?: Tensor;
  readonly kernels: readonly GaussianKernel[];
}

/** How a batch for this model treats words outside the vocabulary. */
export const KNRM_UNKNOWN: UnknownRule = "drop";

export function createKnrm(options: Partial<PlainKnrmOptions> & ModelVocabulary): Knrm {
  const { dimensions, exactWidth, means, output } = { ...DEFAULTS, ...options };
  if (output !== "linear" && output !== "tanh") {
    throw badArgument(`output must be "linear" or "tanh", got ${quote(output)}`);
  }
  const kernels = parseKernels(means, exactWidth);
  return {
    embeddings: createEmbeddingTable(options, dimensions),
    weights: variable("weights", [kernels.length, 1]),
    ...(output === "tanh" ? { bias: variable("bias", [1]) } : {}),
    kernels,
  };
}

/** Scores every pair of the batch, [pairs]. */
export function scoreKnrm(model: Knrm, batch: PairInputs): Tensor {
  const { pairs } = batch;
  const features = computeKernelFeatures(computeSimilarities(model, batch), pairs, model.kernels);
  const sum = matmul(features, model.weights);
  const score = model.bias === undefined ? sum : tanh(add(sum, model.bias));
  return reshape(score, pairs.left.shape);
}

/** Cosines of query words with document words, [cells]. */
function computeSimilarities({ embeddings }: Knrm, batch: PairInputs): Tensor {
  const { query, document, pairs } = batch;
  const rows = unitRows(lookUpWordVectors(embeddings, batch));
  return pairDot({ rows, index: query }, { rows, index: document }, pairs);
}

export function initialiseKnrm(
  { embeddings, weights, bias }: Knrm,
  random: Random,
  pretrained: PretrainedData = {},
): InitialValues {
  return new Map([
    [
      embeddings,
      initialiseEmbeddings(embeddings, random.split("embeddings"), pretrained.embeddings),
    ],
    [weights, sampleUniform(weights, 0.014, random.split("weights"))],
    ...(bias === undefined ? [] : [[bias, new Float32Array(1)] as const]),
  ]);
}

/** KNRM: soft matches counted by Gaussian kernels. */
export const KNRM: ModelKind<PlainKnrmOptions> = defineModelKind(
  "knrm",
  "soft matches counted by kernels (Xiong et al. 2017)",
  DEFAULTS,
  (options) => {
    const model = createKnrm(options);
    const { weights, bias, kernels } = model;
    return {
      embeddings: model.embeddings,
      trained: {
        embeddings: [model.embeddings],
        network: bias === undefined ? [weights] : [weights, bias],
      },
      frozen: [],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: false,
      score: (batch) => scoreKnrm(model, batch),
      insight(batch) {
        const features = computeTermFeatures(
          computeSimilarities(model, batch),
          batch.pairs,
          kernels,
        );
        return { kind: "kernels", features, weights, names: formatKernelNames(kernels) };
      },
      initialValues: (random, pretrained) => initialiseKnrm(model, random, pretrained),
    };
  },
);
