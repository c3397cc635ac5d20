/**
 * S-PACRR: PACRR whose features pass the learned salience of their words.
 *
 * The salience of the document's words, filtered in windows of 1, 2 … words
 * and reduced to its k largest values like the matches, gates the features of
 * its document; the salience of a query term gates that term's features
 * ("Neural Estimation of Term Saliency for Information Retrieval", Eq. 14-16).
 * There is no idf. A word outside the vocabulary has salience 0.
 *
 * `gating=matrix` multiplies the cosines themselves by the salience of their
 * two words, before any window: what section 3.2.3 of the paper tried first.
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
  denseParameters,
  initialDense,
} from "./dense-layer.ts";
import { firstEmbeddings, uniform } from "./initial-values.ts";
import { type ModelBody, type ModelKind, modelKind } from "./neural-model.ts";
import {
  createWindowFilters,
  matchFeatures,
  PACRR_DEFAULTS,
  type PacrrOptions,
  pacrrNeeds,
  windowMatches,
} from "./pacrr.ts";
import type { PairInputs } from "./pair-batch.ts";
import { combinationInsight, createCombination } from "./query-combination.ts";
import {
  createSalience,
  gamma,
  initialSalience,
  SALIENCE_DEFAULTS,
  type SalienceOptions,
  salc,
  salienceParameters,
} from "./salience.ts";
import { vectorTable, wordVectors } from "./word-inputs.ts";

/** Options of S-PACRR. */
export type SalientPacrrOptions = PacrrOptions &
  SalienceOptions & {
    /** What salience multiplies: `features`, or the `matrix` of cosines. */
    readonly gating: string;
  };

/** S-PACRR: PACRR with its features gated by the learned salience of their words. */
export const S_PACRR: ModelKind<SalientPacrrOptions> = modelKind(
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
    const gate = (vectors: Tensor): Tensor => salc(net, vectors);
    const embeddings = vectorTable(options, dimensions);
    const matchFilters = createWindowFilters(options);
    const salienceFilters = Array.from({ length: longest }, (_, i) =>
      createDense(`salience.window${i + 1}`, i + 1, filters),
    );
    const combination = createCombination(longest * top, options);
    const layers = isMatrix ? matchFilters : [...matchFilters, ...salienceFilters];
    const rowsOf = (batch: PairInputs): Tensor => {
      if (isMatrix) return concat(matchFeatures(embeddings, matchFilters, top, batch, gate));
      const salience = salc(net, wordVectors(embeddings, batch));
      const ofDocument = documentGates(salience, salienceFilters, top, batch);
      const matches = matchFeatures(embeddings, matchFilters, top, batch);
      const gated = matches.map((match, i) => multiply(match, ofDocument[i] as Tensor));
      return multiply(concat(gated), gather(salience, batch.query));
    };
    return {
      embeddings,
      trained: {
        embeddings: [embeddings],
        network: [
          ...layers.flatMap(denseParameters),
          ...salienceParameters(net),
          ...combination.parameters,
        ],
        salience: salienceParameters(net),
      },
      frozen: [],
      needs: pacrrNeeds(options),
      usesIdf: false,
      score: (batch) => combination.score(rowsOf(batch), batch.pairs.left),
      insight(batch) {
        if (isMatrix) {
          return {
            kind: "windows",
            sizes: windowMatches(embeddings, matchFilters, batch, gate),
            top,
            ...combinationInsight(combination, rowsOf(batch), batch.pairs.left),
          };
        }
        const salience = salc(net, wordVectors(embeddings, batch));
        const gates = documentGates(salience, salienceFilters, top, batch);
        return {
          kind: "windows",
          sizes: windowMatches(embeddings, matchFilters, batch),
          top,
          gates: gates.map((gate) => multiply(gate, gather(salience, batch.query))),
          ...combinationInsight(combination, rowsOf(batch), batch.pairs.left),
        };
      },
      salience: (batch) => reshape(gamma(net, wordVectors(embeddings, batch)), batch.words.shape),
      initialValues: (random, known = {}) =>
        new Map([
          [embeddings, firstEmbeddings(embeddings, random.split("embeddings"), known.embeddings)],
          ...matchFilters.flatMap((layer) => initialDense(layer, random)),
          ...(isMatrix ? [] : salienceFilters.flatMap((layer) => initialGate(layer, random))),
          ...initialSalience(net, random),
          ...combination.initialValues(random),
        ]),
    };
  },
);

/** For each size of window, the largest salience of the document of every query term. */
function documentGates(
  salience: Tensor,
  filters: readonly DenseLayer[],
  top: number,
  { document, pairs }: PairInputs,
): readonly Tensor[] {
  const ofTokens = gather(salience, document);
  return filters.map((layer, i) => {
    const filtered = max(relu(applyDense(layer, windows(ofTokens, pairs.right, i + 1))), 1);
    return segmentSpread(segmentTop(filtered, pairs.right, top), pairs.left);
  });
}

/** Weights from 0 to 1 / width and no bias: a gate that starts closed would learn nothing. */
function initialGate(
  { name, weights, bias }: DenseLayer,
  random: Random,
): readonly (readonly [Tensor, Float32Array])[] {
  const half = 0.5 / (weights.shape[0] as number);
  const values = uniform(weights, half, random.split(name)).map((value) => value + half);
  return bias === undefined
    ? [[weights, values]]
    : [
        [weights, values],
        [bias, new Float32Array(bias.shape[0] as number)],
      ];
}
