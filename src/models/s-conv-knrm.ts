/**
 * S-ConvKNRM: ConvKNRM with matches gated by the learned salience of the n-grams.
 *
 * As in S-KNRM, but the salience is that of n-gram vectors; one net serves all
 * lengths and both sides ("Neural Estimation of Term Saliency for Information
 * Retrieval", Eq. 11-13). A single word has the salience of its 1-gram.
 *
 * There is no variant with idf in place of salience: idf exists for words, not for
 * n-grams.
 */

import {
  add,
  concat,
  matmul,
  multiply,
  relu,
  reshape,
  type Tensor,
  tanh,
  unitRows,
} from "../tensor/index.ts";
import {
  CONV_KNRM_DEFAULTS,
  CONV_KNRM_UNKNOWN,
  type ConvKnrmOptions,
  type Convolution,
  composeNgrams,
  computeCrossMatches,
  createConvKnrm,
  initialiseConvKnrm,
  listConvKnrmParameters,
} from "./conv-knrm.ts";
import { formatKernelNames, type NgramInsight } from "./insight.ts";
import { poolPairs, poolTerms, scoreFeatures } from "./kernel-head.ts";
import { defineModelKind, type ModelBody, type ModelKind } from "./neural-model.ts";
import type { PairInputs } from "./pair-batch.ts";
import { type RecommendedTraining, WORD_TRAINING } from "./recommended-training.ts";
import {
  computeGamma,
  computeSalience,
  createSalience,
  initialiseSalience,
  listSalienceParameters,
  SALIENCE_DEFAULTS,
  type SalienceOptions,
} from "./salience.ts";
import { lookUpWordVectors } from "./word-inputs.ts";

/** Options of S-ConvKNRM. */
export type SalientConvKnrmOptions = ConvKnrmOptions &
  SalienceOptions & {
    /** Whether tanh is applied to gated matches. */
    readonly tanh: boolean;
  };

/**
 * Its network reads every n-gram, not every word: a narrow one takes a fraction of
 * the time and learns as well.
 */
const NARROW_SALIENCE: RecommendedTraining = {
  ...WORD_TRAINING,
  options: { salienceUnits: 32 },
  salienceRate: 0.001,
};

/** S-ConvKNRM: ConvKNRM with each match gated by the learned salience of its two n-grams. */
export const S_CONV_KNRM: ModelKind<SalientConvKnrmOptions> = defineModelKind(
  "s-conv-knrm",
  "conv-knrm with learned salience of n-grams",
  { ...CONV_KNRM_DEFAULTS, scale: "learned", tanh: true, ...SALIENCE_DEFAULTS },
  (options): ModelBody => {
    const model = createConvKnrm(options);
    const net = createSalience(options.filters, options);
    const [embeddings, ...network] = listConvKnrmParameters(model) as [Tensor, ...Tensor[]];
    const computeGatedMatches = (batch: PairInputs): readonly NgramInsight[] => {
      const applyGate = (vectors: Tensor): Tensor =>
        multiply(unitRows(vectors), computeSalience(net, vectors));
      const lengths = composeNgrams(model, batch).map(({ query, document }) => ({
        query: applyGate(query),
        document: applyGate(document),
      }));
      return computeCrossMatches(lengths, batch.pairs);
    };
    const squashed = (matches: Tensor): Tensor => (options.tanh ? tanh(matches) : matches);
    return {
      embeddings,
      trained: {
        embeddings: [embeddings],
        network: [...network, ...listSalienceParameters(net)],
        salience: listSalienceParameters(net),
      },
      frozen: [],
      needs: { unknown: CONV_KNRM_UNKNOWN },
      usesIdf: false,
      score(batch) {
        const features = computeGatedMatches(batch).map(({ matches }) =>
          poolPairs(model, squashed(matches), batch.pairs),
        );
        return scoreFeatures(model, concat(features), batch.pairs);
      },
      insight(batch) {
        const ngrams = computeGatedMatches(batch);
        const features = ngrams.map(({ matches }) =>
          poolTerms(model, squashed(matches), batch.pairs),
        );
        return {
          kind: "kernels",
          features: concat(features),
          weights: model.weights,
          names: formatKernelNames(model.kernels, options.longest),
          ngrams,
        };
      },
      salience(batch) {
        const { weights, bias } = model.convolutions[0] as Convolution;
        const unigrams = relu(add(matmul(lookUpWordVectors(embeddings, batch), weights), bias));
        return reshape(computeGamma(net, unigrams), batch.words.shape);
      },
      initialValues: (random, pretrained) =>
        new Map([
          ...initialiseConvKnrm(model, random, pretrained),
          ...initialiseSalience(net, random),
        ]),
    };
  },
  NARROW_SALIENCE,
);
