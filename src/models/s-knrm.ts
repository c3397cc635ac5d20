/**
 * KNRM with gated matches: a match is weighted by its two words.
 *
 * M*_ij = tanh(M_ij · gate(q_i) · gate(d_j)), then KNRM ("Neural Estimation of Term
 * Saliency for Information Retrieval", Eq. 8-10). In S-KNRM the gate is the learned
 * salience of the word; in KNRM-withIDF, the baseline, it is the idf scaled to [0,
 * 1]. The features are scaled by a learned number, or with `scale=fixed` as in KNRM.
 *
 * With the tanh no match is above tanh(1) = 0.76, so the kernel at 1 counts nothing.
 * This is how the model is defined.
 */

import {
  gather,
  type Index,
  multiply,
  pairDot,
  reshape,
  type Tensor,
  tanh,
  unitRows,
  variable,
} from "../tensor/index.ts";
import { formatKernelNames } from "./insight.ts";
import {
  KERNEL_DEFAULTS,
  listHeadParameters,
  poolPairs,
  poolTerms,
  scoreFeatures,
} from "./kernel-head.ts";
import { createKnrm, initialiseKnrm, KNRM_UNKNOWN, type Knrm, type KnrmOptions } from "./knrm.ts";
import { defineModelKind, type ModelBody, type ModelKind } from "./neural-model.ts";
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
import { lookUpWordVectors } from "./word-inputs.ts";

/** Options of KNRM with gated matches. */
export type GatedKnrmOptions = KnrmOptions & {
  /** Whether tanh is applied to gated matches. */
  readonly tanh: boolean;
};

const GATED_DEFAULTS: GatedKnrmOptions = {
  ...{ dimensions: 300, ...KERNEL_DEFAULTS },
  ...{ scale: "learned", tanh: true },
};

/** The gate of each distinct word of a batch, [words, 1], from its position and its vector. */
type Gate = (words: Index, vectors: Tensor) => Tensor;

/** Cosines times the gates of the two words, [cells]. */
function computeGatedMatches({ embeddings }: Knrm, gate: Gate, batch: PairInputs): Tensor {
  const { words, query, document, pairs } = batch;
  const vectors = lookUpWordVectors(embeddings, batch);
  // Gates on the words instead of on the cells: the dot product multiplies them in.
  const rows = multiply(unitRows(vectors), gate(words, vectors));
  return pairDot({ rows, index: query }, { rows, index: document }, pairs);
}

/** The scoring of both variants. */
function createScoring(
  model: Knrm,
  gate: Gate,
  options: GatedKnrmOptions,
): Pick<Required<ModelBody>, "score" | "insight"> {
  const { weights, kernels } = model;
  const applyTanh = (matches: Tensor): Tensor => (options.tanh ? tanh(matches) : matches);
  return {
    score(batch) {
      const matches = applyTanh(computeGatedMatches(model, gate, batch));
      return scoreFeatures(model, poolPairs(model, matches, batch.pairs), batch.pairs);
    },
    insight(batch) {
      const gated = computeGatedMatches(model, gate, batch);
      const features = poolTerms(model, applyTanh(gated), batch.pairs);
      return { kind: "kernels", features, weights, names: formatKernelNames(kernels), gated };
    },
  };
}

/** S-KNRM: KNRM with each match gated by the learned salience of its two words. */
export const S_KNRM: ModelKind<GatedKnrmOptions & SalienceOptions> = defineModelKind(
  "s-knrm",
  "knrm with learned term salience",
  { ...GATED_DEFAULTS, ...SALIENCE_DEFAULTS },
  (options): ModelBody => {
    const model = createKnrm(options);
    const net = createSalience(options.dimensions, options);
    return {
      embeddings: model.embeddings,
      trained: {
        embeddings: [model.embeddings],
        network: [...listHeadParameters(model), ...listSalienceParameters(net)],
        salience: listSalienceParameters(net),
      },
      frozen: [],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: false,
      ...createScoring(model, (_words, vectors) => computeSalience(net, vectors), options),
      salience: (batch) =>
        reshape(computeGamma(net, lookUpWordVectors(model.embeddings, batch)), batch.words.shape),
      initialValues: (random, pretrained = {}) =>
        new Map([...initialiseKnrm(model, random, pretrained), ...initialiseSalience(net, random)]),
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
    const model = createKnrm(options);
    const idf = variable("idf", [vocabulary, 1]);
    return {
      embeddings: model.embeddings,
      trained: { embeddings: [model.embeddings], network: listHeadParameters(model) },
      frozen: [idf],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: true,
      ...createScoring(model, (words) => gather(idf, words), options),
      initialValues: (random, pretrained = {}) =>
        new Map([
          ...initialiseKnrm(model, random, pretrained),
          [idf, normaliseIdf(checkIdf("knrm-idf", vocabulary, pretrained.idf))],
        ]),
    };
  },
);
