/**
 * S-PACRR: PACRR with features gated by the learned salience of their words.
 *
 * The salience of the document's words, filtered in windows of 1, 2 … words and
 * reduced to its k largest values like the matches, gates the features of its
 * document; the salience of a query term gates that term's features ("Neural
 * Estimation of Term Saliency for Information Retrieval", Eq. 14-16). There is no
 * idf. A word outside the vocabulary has salience 0.
 *
 * `gating=matrix` multiplies the cosines themselves by the salience of their two
 * words, before any window, which section 3.2.3 of the paper tried first.
 */

import { badArgument, quote } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import {
  concat,
  gather,
  max,
  multiply,
  relu,
  reshape,
  segmentSpread,
  segmentTop,
  type Tensor,
  windows,
} from "../tensor/index.ts";
import {
  applyDense,
  createDense,
  type DenseLayer,
  initialiseDense,
  listDenseParameters,
} from "./dense-layer.ts";
import { initialiseEmbeddings, sampleUniform } from "./initial-values.ts";
import { defineModelKind, type ModelBody, type ModelKind } from "./neural-model.ts";
import {
  computeMatchFeatures,
  computeWindowMatches,
  createWindowFilters,
  getPacrrNeeds,
  PACRR_DEFAULTS,
  type PacrrOptions,
} from "./pacrr.ts";
import type { PairInputs } from "./pair-batch.ts";
import { computeCombinationInsight, createCombination } from "./query-combination.ts";
import {
  computeGamma,
  computeSalience,
  createSalience,
  initialiseSalience,
  listSalienceParameters,
  SALIENCE_DEFAULTS,
  type SalienceOptions,
} from "./salience.ts";
import { createEmbeddingTable, lookUpWordVectors } from "./word-inputs.ts";

/** Options of S-PACRR. */
export type SalientPacrrOptions = PacrrOptions &
  SalienceOptions & {
    /** What salience multiplies: `features`, or the `matrix` of cosines. */
    readonly gating: string;
  };

/** S-PACRR: PACRR with its features gated by the learned salience of their words. */
export const S_PACRR: ModelKind<SalientPacrrOptions> = defineModelKind(
  "s-pacrr",
  "pacrr with learned term salience",
  { ...PACRR_DEFAULTS, ...SALIENCE_DEFAULTS, gating: "features" },
  (options): ModelBody => {
    const { dimensions, longest, filters, top, gating } = options;
    if (gating !== "features" && gating !== "matrix") {
      throw badArgument(`gating must be "features" or "matrix", got ${quote(gating)}`);
    }
    const net = createSalience(dimensions, options);
    const isMatrix = gating === "matrix";
    const gate = (vectors: Tensor): Tensor => computeSalience(net, vectors);
    const embeddings = createEmbeddingTable(options, dimensions);
    const matchFilters = createWindowFilters(options);
    const salienceFilters = Array.from({ length: longest }, (_, i) =>
      createDense(`salience.window${i + 1}`, i + 1, filters),
    );
    const combination = createCombination(longest * top, options);
    const layers = isMatrix ? matchFilters : [...matchFilters, ...salienceFilters];
    const computeRows = (batch: PairInputs): Tensor => {
      if (isMatrix) return concat(computeMatchFeatures(embeddings, matchFilters, top, batch, gate));
      const salience = computeSalience(net, lookUpWordVectors(embeddings, batch));
      const documentGates = computeDocumentGates(salience, salienceFilters, top, batch);
      const matches = computeMatchFeatures(embeddings, matchFilters, top, batch);
      const gatedMatches = matches.map((match, i) => multiply(match, documentGates[i] as Tensor));
      return multiply(concat(gatedMatches), gather(salience, batch.query));
    };
    return {
      embeddings,
      trained: {
        embeddings: [embeddings],
        network: [
          ...layers.flatMap(listDenseParameters),
          ...listSalienceParameters(net),
          ...combination.parameters,
        ],
        salience: listSalienceParameters(net),
      },
      frozen: [],
      needs: getPacrrNeeds(options),
      usesIdf: false,
      score: (batch) => combination.score(computeRows(batch), batch.pairs.left),
      insight(batch) {
        if (isMatrix) {
          return {
            kind: "windows",
            sizes: computeWindowMatches(embeddings, matchFilters, batch, gate),
            top,
            ...computeCombinationInsight(combination, computeRows(batch), batch.pairs.left),
          };
        }
        const salience = computeSalience(net, lookUpWordVectors(embeddings, batch));
        const gates = computeDocumentGates(salience, salienceFilters, top, batch);
        return {
          kind: "windows",
          sizes: computeWindowMatches(embeddings, matchFilters, batch),
          top,
          gates: gates.map((gate) => multiply(gate, gather(salience, batch.query))),
          ...computeCombinationInsight(combination, computeRows(batch), batch.pairs.left),
        };
      },
      salience: (batch) =>
        reshape(computeGamma(net, lookUpWordVectors(embeddings, batch)), batch.words.shape),
      initialValues: (random, pretrained = {}) =>
        new Map([
          [
            embeddings,
            initialiseEmbeddings(embeddings, random.split("embeddings"), pretrained.embeddings),
          ],
          ...matchFilters.flatMap((layer) => initialiseDense(layer, random)),
          ...(isMatrix ? [] : salienceFilters.flatMap((layer) => initialiseGate(layer, random))),
          ...initialiseSalience(net, random),
          ...combination.initialValues(random),
        ]),
    };
  },
);

/** For each size of window, the largest salience of the document of every query term. */
function computeDocumentGates(
  salience: Tensor,
  filters: readonly DenseLayer[],
  top: number,
  { document, pairs }: PairInputs,
): readonly Tensor[] {
  const tokenSalience = gather(salience, document);
  return filters.map((layer, i) => {
    const filtered = max(relu(applyDense(layer, windows(tokenSalience, pairs.right, i + 1))), 1);
    return segmentSpread(segmentTop(filtered, pairs.right, top), pairs.left);
  });
}

/** Weights from 0 to 1 / width and no bias: a gate that starts closed would learn nothing. */
function initialiseGate(
  { name, weights, bias }: DenseLayer,
  random: Random,
): readonly (readonly [Tensor, Float32Array])[] {
  const half = 0.5 / (weights.shape[0] as number);
  const values = sampleUniform(weights, half, random.split(name)).map((value) => value + half);
  return bias === undefined
    ? [[weights, values]]
    : [
        [weights, values],
        [bias, new Float32Array(bias.shape[0] as number)],
      ];
}
