/**
 * KNRM: soft matches of query and document words, counted by Gaussian kernels.
 *
 * Xiong, Dai, Callan, Liu and Power, "End-to-End Neural Ad-hoc Ranking with Kernel
 * Pooling", SIGIR 2017. Words outside the vocabulary are dropped like padding.
 */

import type { Random } from "../common/random.ts";
import { pairDot, type Tensor, unitRows } from "../tensor/index.ts";
import { type InitialValues, initialiseEmbeddings } from "./initial-values.ts";
import { formatKernelNames } from "./insight.ts";
import {
  createKernelHead,
  initialiseHead,
  KERNEL_DEFAULTS,
  type KernelHead,
  type KernelOptions,
  listHeadParameters,
  poolPairs,
  poolTerms,
  scoreFeatures,
} from "./kernel-head.ts";
import { defineModelKind, type ModelKind, type PretrainedData } from "./neural-model.ts";
import type { PairInputs, UnknownRule } from "./pair-batch.ts";
import { createEmbeddingTable, lookUpWordVectors, type ModelVocabulary } from "./word-inputs.ts";

/** Options of KNRM. */
export type KnrmOptions = KernelOptions & { readonly dimensions: number };

const DEFAULTS: KnrmOptions = { dimensions: 300, ...KERNEL_DEFAULTS };

export interface Knrm extends KernelHead {
  readonly embeddings: Tensor;
}

/** How a batch for this model treats words outside the vocabulary. */
export const KNRM_UNKNOWN: UnknownRule = "drop";

export function createKnrm(options: Partial<KnrmOptions> & ModelVocabulary): Knrm {
  const complete = { ...DEFAULTS, ...options };
  return {
    embeddings: createEmbeddingTable(options, complete.dimensions),
    ...createKernelHead(complete),
  };
}

/** Scores every pair of the batch, [pairs]. */
export function scoreKnrm(model: Knrm, batch: PairInputs): Tensor {
  const { pairs } = batch;
  return scoreFeatures(model, poolPairs(model, computeSimilarities(model, batch), pairs), pairs);
}

/** Cosines of query words with document words, [cells]. */
function computeSimilarities({ embeddings }: Knrm, batch: PairInputs): Tensor {
  const { query, document, pairs } = batch;
  const rows = unitRows(lookUpWordVectors(embeddings, batch));
  return pairDot({ rows, index: query }, { rows, index: document }, pairs);
}

export function initialiseKnrm(
  model: Knrm,
  random: Random,
  pretrained: PretrainedData = {},
): InitialValues {
  const { embeddings } = model;
  return new Map([
    [
      embeddings,
      initialiseEmbeddings(embeddings, random.split("embeddings"), pretrained.embeddings),
    ],
    ...initialiseHead(model, random),
  ]);
}

/** KNRM: soft matches counted by Gaussian kernels. */
export const KNRM: ModelKind<KnrmOptions> = defineModelKind(
  "knrm",
  "soft matches counted by kernels (Xiong et al. 2017)",
  DEFAULTS,
  (options) => {
    const model = createKnrm(options);
    const { weights, kernels } = model;
    return {
      embeddings: model.embeddings,
      trained: {
        embeddings: [model.embeddings],
        network: listHeadParameters(model),
      },
      frozen: [],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: false,
      score: (batch) => scoreKnrm(model, batch),
      insight(batch) {
        const features = poolTerms(model, computeSimilarities(model, batch), batch.pairs);
        return { kind: "kernels", features, weights, names: formatKernelNames(kernels) };
      },
      initialValues: (random, pretrained) => initialiseKnrm(model, random, pretrained),
    };
  },
);
