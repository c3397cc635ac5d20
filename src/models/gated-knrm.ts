/**
 * KNRM whose matches pass a gate: a match counts as much as its two words do.
 *
 * M*_ij = tanh(M_ij · gate(q_i) · gate(d_j)), then KNRM ("Neural Estimation of
 * Term Saliency for Information Retrieval", Eq. 8-10). In S-KNRM the gate is
 * the learned salience of the word; in KNRM-withIDF, the baseline, it is the
 * idf brought to [0, 1]. The features are scaled by a learned number.
 *
 * With the tanh no match is above tanh(1) = 0.76, so the kernel at 1 counts
 * nothing. This is how the model is defined.
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
import { firstEmbeddings, type InitialValues, uniform } from "./initial-values.ts";
import { kernelNames } from "./insight.ts";
import { FEATURE_SCALE, kernelFeatures, kernelsOf } from "./kernel-features.ts";
import { KNRM_UNKNOWN, type KnrmOptions } from "./knrm.ts";
import { type KnownWords, type ModelBody, type ModelKind, modelKind } from "./neural-model.ts";
import type { PairInputs } from "./pair-batch.ts";
import {
  createSalience,
  gamma,
  initialSalience,
  SALIENCE_DEFAULTS,
  type SalienceOptions,
  salc,
  salienceParameters,
} from "./salience.ts";
import { knownIdf, unitIdf } from "./word-idf.ts";
import { type OverVocabulary, vectorTable, wordVectors } from "./word-inputs.ts";

export type GatedKnrmOptions = KnrmOptions & {
  /** Whether gated matches pass a tanh. */
  readonly tanh: boolean;
};

const GATED_DEFAULTS: GatedKnrmOptions = { dimensions: 300, exactWidth: 1e-3, tanh: true };

/** The gate of each distinct word of a batch, [words, 1], from its place and its vector. */
type Gate = (words: Index, vectors: Tensor) => Tensor;

/** What both variants have besides their gate. */
interface GatedKnrm {
  readonly embeddings: Tensor;
  readonly weights: Tensor;
  readonly scale: Tensor;
}

function createGated(options: GatedKnrmOptions & OverVocabulary): GatedKnrm {
  return {
    embeddings: vectorTable(options, options.dimensions),
    weights: variable("weights", [kernelsOf(options.exactWidth).length, 1]),
    scale: variable("scale", [1]),
  };
}

/** [pairs, kernels] */
function gatedFeatures(
  { embeddings, scale }: GatedKnrm,
  gate: Gate,
  options: GatedKnrmOptions,
  batch: PairInputs,
): Tensor {
  const { words, query, document, pairs } = batch;
  const vectors = wordVectors(embeddings, batch);
  // Gates on the words instead of on the cells: the dot product multiplies them in.
  const rows = multiply(unitRows(vectors), gate(words, vectors));
  const matches = pairDot({ rows, index: query }, { rows, index: document }, pairs);
  const gated = options.tanh ? tanh(matches) : matches;
  return kernelFeatures(gated, pairs, kernelsOf(options.exactWidth), scale);
}

/** What both variants do with a batch. */
function reading(
  model: GatedKnrm,
  gate: Gate,
  options: GatedKnrmOptions,
): Pick<Required<ModelBody>, "score" | "insight"> {
  const features = (batch: PairInputs): Tensor => gatedFeatures(model, gate, options, batch);
  const { weights } = model;
  return {
    score: (batch) => reshape(matmul(features(batch), weights), batch.pairs.left.shape),
    insight: (batch) => ({
      kind: "kernels",
      features: features(batch),
      weights,
      names: kernelNames(kernelsOf(options.exactWidth)),
    }),
  };
}

function initialGated(
  { embeddings, weights, scale }: GatedKnrm,
  random: Random,
  known: KnownWords,
): InitialValues {
  return new Map([
    [embeddings, firstEmbeddings(embeddings, random.split("embeddings"), known.embeddings)],
    [weights, uniform(weights, 0.014, random.split("weights"))],
    [scale, Float32Array.of(FEATURE_SCALE)],
  ]);
}

export const S_KNRM: ModelKind<GatedKnrmOptions & SalienceOptions> = modelKind(
  "s-knrm",
  "knrm with learned term salience",
  { ...GATED_DEFAULTS, ...SALIENCE_DEFAULTS },
  (options): ModelBody => {
    const model = createGated(options);
    const net = createSalience(options.dimensions, options);
    return {
      embeddings: model.embeddings,
      trained: {
        embeddings: [model.embeddings],
        network: [model.weights, model.scale, ...salienceParameters(net)],
        salience: salienceParameters(net),
      },
      frozen: [],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: false,
      ...reading(model, (_words, vectors) => salc(net, vectors), options),
      salience: (batch) =>
        reshape(gamma(net, wordVectors(model.embeddings, batch)), batch.words.shape),
      initialValues: (random, known = {}) =>
        new Map([...initialGated(model, random, known), ...initialSalience(net, random)]),
    };
  },
);

export const KNRM_IDF: ModelKind<GatedKnrmOptions> = modelKind(
  "knrm-idf",
  "knrm with idf in the place of learned salience",
  GATED_DEFAULTS,
  (options): ModelBody => {
    const { vocabulary } = options;
    const model = createGated(options);
    const idf = variable("idf", [vocabulary, 1]);
    return {
      embeddings: model.embeddings,
      trained: { embeddings: [model.embeddings], network: [model.weights, model.scale] },
      frozen: [idf],
      needs: { unknown: KNRM_UNKNOWN },
      usesIdf: true,
      ...reading(model, (words) => gather(idf, words), options),
      initialValues: (random, known = {}) =>
        new Map([
          ...initialGated(model, random, known),
          [idf, unitIdf(knownIdf("knrm-idf", vocabulary, known.idf))],
        ]),
    };
  },
);
