/**
 * KNRM with gated matches: a match is weighted by its two words.
 *
 * M*_ij = tanh(M_ij · gate(q_i) · gate(d_j)), then KNRM ("Neural Estimation of Term
 * Saliency for Information Retrieval", Eq. 8-10). In S-KNRM the gate is the learned
 * salience of the word; in KNRM-withIDF, the baseline, it is the idf scaled to [0,
 * 1]. The features are scaled by a learned number.
 *
 * With the tanh no match is above tanh(1) = 0.76, so the kernel at 1 counts nothing.
 * This is how the model is defined.
 */

import type { Random } from "../common/random.ts";
import {
  gather,
  type Index,
  matmul,
  multiply,
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
  createKernels,
  FEATURE_SCALE,
} from "./kernel-features.ts";
import { KNRM_UNKNOWN, type KnrmOptions } from "./knrm.ts";
import {
  defineModelKind,
  type ModelBody,
  type ModelKind,
  type PretrainedData,
} from "./neural-model.ts";
import type { PairInputs } from "./pair-batch.ts";
import {
  computeGamma,
  computeSalience,
  createSalience,
  initialiseSalience,
  listSalienceParameters,
  SALIENCE_DEFAULTS,
  type SalienceOptions,
} from "./salience.ts";
import { checkIdf, normaliseIdf } from "./word-idf.ts";
import { createEmbeddingTable, lookUpWordVectors, type ModelVocabulary } from "./word-inputs.ts";

/** Options of KNRM with gated matches. */
export type GatedKnrmOptions = KnrmOptions & {
  /** Whether tanh is applied to gated matches. */
  readonly tanh: boolean;
};

const GATED_DEFAULTS: GatedKnrmOptions = { dimensions: 300, exactWidth: 1e-3, tanh: true };

/** The gate of each distinct word of a batch, [words, 1], from its position and its vector. */
type Gate = (words: Index, vectors: Tensor) => Tensor;

/** The parts of both variants besides their gate. */
interface GatedKnrm {
  readonly embeddings: Tensor;
  readonly weights: Tensor;
  readonly scale: Tensor;
}

function createGatedKnrm(options: GatedKnrmOptions & ModelVocabulary): GatedKnrm {
  return {
    embeddings: createEmbeddingTable(options, options.dimensions),
    weights: variable("weights", [createKernels(options.exactWidth).length, 1]),
    scale: variable("scale", [1]),
  };
}

/** Cosines times the gates of the two words, [cells]. */
function computeGatedMatches({ embeddings }: GatedKnrm, gate: Gate, batch: PairInputs): Tensor {
  const { words, query, document, pairs } = batch;
  const vectors = lookUpWordVectors(embeddings, batch);
  // Gates on the words instead of on the cells: the dot product multiplies them in.
  const rows = multiply(unitRows(vectors), gate(words, vectors));
  return pairDot({ rows, index: query }, { rows, index: document }, pairs);
}

/** The scoring of both variants. */
function createScoring(
  model: GatedKnrm,
  gate: Gate,
  options: GatedKnrmOptions,
): Pick<Required<ModelBody>, "score" | "insight"> {
  const { weights, scale } = model;
  const kernels = createKernels(options.exactWidth);
  const applyTanh = (matches: Tensor): Tensor => (options.tanh ? tanh(matches) : matches);
  return {
    score(batch) {
      const matches = applyTanh(computeGatedMatches(model, gate, batch));
      const features = computeKernelFeatures(matches, batch.pairs, kernels, scale);
      return reshape(matmul(features, weights), batch.pairs.left.shape);
    },
    insight(batch) {
      const gated = computeGatedMatches(model, gate, batch);
      const features = computeTermFeatures(applyTanh(gated), batch.pairs, kernels, scale);
      return { kind: "kernels", features, weights, names: formatKernelNames(kernels), gated };
    },
  };
}

function initialiseGatedKnrm(
  { embeddings, weights, scale }: GatedKnrm,
  random: Random,
  pretrained: PretrainedData,
): InitialValues {
  return new Map([
    [
      embeddings,
      initialiseEmbeddings(embeddings, random.split("embeddings"), pretrained.embeddings),
    ],
    [weights, sampleUniform(weights, 0.014, random.split("weights"))],
    [scale, Float32Array.of(FEATURE_SCALE)],
  ]);
}

/** S-KNRM: KNRM with each match gated by the learned salience of its two words. */
export const S_KNRM: ModelKind<GatedKnrmOptions & SalienceOptions> = defineModelKind(
  "s-knrm",
  "knrm with learned term salience",
  { ...GATED_DEFAULTS, ...SALIENCE_DEFAULTS },
  (options): ModelBody => {
    const model = createGatedKnrm(options);
    const net = createSalience(options.dimensions, options);
    return {
      embeddings: model.embeddings,
      trained: {
        embeddings: [model.embeddings],
        network: [model.weights, model.scale, ...listSalienceParameters(net)],
        salience: listSalienceParameters(net),
      },
      frozen: [],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: false,
      ...createScoring(model, (_words, vectors) => computeSalience(net, vectors), options),
      salience: (batch) =>
        reshape(computeGamma(net, lookUpWordVectors(model.embeddings, batch)), batch.words.shape),
      initialValues: (random, pretrained = {}) =>
        new Map([
          ...initialiseGatedKnrm(model, random, pretrained),
          ...initialiseSalience(net, random),
        ]),
    };
  },
);

/** KNRM with each match gated by the idf of its two words. */
export const KNRM_IDF: ModelKind<GatedKnrmOptions> = defineModelKind(
  "knrm-idf",
  "knrm with idf in place of learned salience",
  GATED_DEFAULTS,
  (options): ModelBody => {
    const { vocabulary } = options;
    const model = createGatedKnrm(options);
    const idf = variable("idf", [vocabulary, 1]);
    return {
      embeddings: model.embeddings,
      trained: { embeddings: [model.embeddings], network: [model.weights, model.scale] },
      frozen: [idf],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: true,
      ...createScoring(model, (words) => gather(idf, words), options),
      initialValues: (random, pretrained = {}) =>
        new Map([
          ...initialiseGatedKnrm(model, random, pretrained),
          [idf, normaliseIdf(checkIdf("knrm-idf", vocabulary, pretrained.idf))],
        ]),
    };
  },
);
