/**
 * KNRM: soft matches of query and document words, counted by Gaussian kernels.
 *
 * Xiong, Dai, Callan, Liu and Power, "End-to-End Neural Ad-hoc Ranking with
 * Kernel Pooling", SIGIR 2017. As in the authors' code the last layer has no
 * tanh and no bias; `output=tanh` has both, as the paper's Eq. 3 does. Words
 * outside the vocabulary are dropped like padding.
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
import { firstEmbeddings, type InitialValues, uniform } from "./initial-values.ts";
import { kernelNames } from "./insight.ts";
import { kernelFeatures, kernelsAt, termFeatures, USUAL_MEANS } from "./kernel-features.ts";
import { type KnownWords, type ModelKind, modelKind } from "./neural-model.ts";
import type { PairInputs, UnknownRule } from "./pair-batch.ts";
import { type OverVocabulary, vectorTable, wordVectors } from "./word-inputs.ts";

/** Options of KNRM. */
export type KnrmOptions = {
  readonly dimensions: number;
  /** Width of the kernel for exact matches. */
  readonly exactWidth: number;
};

/** Options of KNRM itself, which its variants do not have. */
export type PlainKnrmOptions = KnrmOptions & {
  /** Means of the wide kernels: `0.9,0.7,…`. */
  readonly means: string;
  /** `linear`, or `tanh` of the sum and a bias. */
  readonly output: string;
};

const DEFAULTS: PlainKnrmOptions = {
  dimensions: 300,
  exactWidth: 1e-3,
  means: USUAL_MEANS,
  output: "linear",
};

export interface Knrm {
  readonly embeddings: Tensor;
  readonly weights: Tensor;
  /** Of the output with tanh. */
  readonly bias?: Tensor;
  readonly kernels: readonly GaussianKernel[];
}

/** How a batch for this model treats words outside the vocabulary. */
export const KNRM_UNKNOWN: UnknownRule = "drop";

export function createKnrm(options: Partial<PlainKnrmOptions> & OverVocabulary): Knrm {
  const { dimensions, exactWidth, means, output } = { ...DEFAULTS, ...options };
  if (output !== "linear" && output !== "tanh") {
    throw badArgument(`output must be "linear" or "tanh", got ${quote(output)}`);
  }
  const kernels = kernelsAt(means, exactWidth);
  return {
    embeddings: vectorTable(options, dimensions),
    weights: variable("weights", [kernels.length, 1]),
    ...(output === "tanh" ? { bias: variable("bias", [1]) } : {}),
    kernels,
  };
}

/** Scores every pair of the batch, [pairs]. */
export function knrm(model: Knrm, batch: PairInputs): Tensor {
  const { pairs } = batch;
  const features = kernelFeatures(similarities(model, batch), pairs, model.kernels);
  const sum = matmul(features, model.weights);
  const score = model.bias === undefined ? sum : tanh(add(sum, model.bias));
  return reshape(score, pairs.left.shape);
}

/** Cosines of query words with document words, [cells]. */
function similarities({ embeddings }: Knrm, batch: PairInputs): Tensor {
  const { query, document, pairs } = batch;
  const rows = unitRows(wordVectors(embeddings, batch));
  return pairDot({ rows, index: query }, { rows, index: document }, pairs);
}

export function initialKnrm(
  { embeddings, weights, bias }: Knrm,
  random: Random,
  known: KnownWords = {},
): InitialValues {
  return new Map([
    [embeddings, firstEmbeddings(embeddings, random.split("embeddings"), known.embeddings)],
    [weights, uniform(weights, 0.014, random.split("weights"))],
    ...(bias === undefined ? [] : [[bias, new Float32Array(1)] as const]),
  ]);
}

/** KNRM: soft matches counted by Gaussian kernels. */
export const KNRM: ModelKind<PlainKnrmOptions> = modelKind(
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
      score: (batch) => knrm(model, batch),
      insight(batch) {
        const features = termFeatures(similarities(model, batch), batch.pairs, kernels);
        return { kind: "kernels", features, weights, names: kernelNames(kernels) };
      },
      initialValues: (random, known) => initialKnrm(model, random, known),
    };
  },
);
