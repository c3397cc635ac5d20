/**
 * Combines the features of all query terms into one score. Order matters: each term
 * is identified by its position in the query.
 *
 * `mlp` concatenates the features of all positions, padded with zeros, and applies a
 * perceptron. `lstm` reads the terms in order with one unit; its last state is the
 * score. The two forms of Hui, Yates, Berberich and de Melo's PACRR (EMNLP 2017) and
 * Co-PACRR (WSDM 2018).
 */

import { badArgument, quote } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import {
  add,
  affine,
  computeGradients,
  concat,
  type Gradient,
  gather,
  lstmStep,
  multiply,
  relu,
  reshape,
  type Segments,
  scale,
  segmentElement,
  slice,
  subtract,
  sum,
  type Tensor,
  variable,
} from "../tensor/index.ts";
import type { LstmState, LstmWeights } from "../tensor/layers.ts";
import {
  applyPerceptron,
  createPerceptron,
  initialiseDense,
  listDenseParameters,
} from "./dense-layer.ts";
import { sampleUniform } from "./initial-values.ts";
import type { WindowInsight } from "./insight.ts";
import { parseSizes } from "./parse-sizes.ts";

export type CombinationOptions = {
  /** `mlp` or `lstm`. */
  readonly combine: string;
  /** Sizes of the hidden layers of `mlp`: `100,10`. */
  readonly hidden: string;
  /** Maximum number of query terms. */
  readonly queryLength: number;
};

export interface Combination {
  readonly parameters: readonly Tensor[];
  /**
   * Whether the score is piecewise linear in the features, so that the products of
   * features and slopes, and biases, add up to it.
   */
  readonly isPiecewiseLinear: boolean;
  /** The score of each group of rows of features, [groups]. */
  score(rows: Tensor, segments: Segments): Tensor;
  initialValues(random: Random): readonly (readonly [Tensor, Float32Array])[];
}

/** The insight into a combination: see `WindowInsight`. */
export function computeCombinationInsight(
  combination: Combination,
  features: Tensor,
  segments: Segments,
): Pick<WindowInsight, "features" | "score" | "slopes"> {
  if (!combination.isPiecewiseLinear) return { features };
  const score = combination.score(features, segments);
  const [slope] = computeGradients(sum(score), [features]);
  return { features, score, slopes: (slope as Gradient).values };
}

/** Combines terms of this many features each. */
export function createCombination(
  features: number,
  { combine, hidden, queryLength }: CombinationOptions,
): Combination {
  if (combine === "mlp")
    return createMlpCombination(features, queryLength, parseSizes("hidden", hidden));
  if (combine === "lstm") return createLstmCombination(features, queryLength);
  throw badArgument(`combine must be "mlp" or "lstm", got ${quote(combine)}`);
}

function createMlpCombination(
  features: number,
  maxTerms: number,
  hidden: readonly number[],
): Combination {
  const layers = createPerceptron("combine", [features * maxTerms, ...hidden]);
  return {
    parameters: layers.flatMap(listDenseParameters),
    isPiecewiseLinear: true,
    score(rows, segments) {
      const elements = Array.from({ length: maxTerms }, (_, at) => segmentElement(segments, at));
      const padded = concat(elements.map((element) => gather(rows, element)));
      return reshape(applyPerceptron(layers, padded), segments.shape);
    },
    initialValues: (random) => layers.flatMap((layer) => initialiseDense(layer, random)),
  };
}

function createLstmCombination(features: number, maxTerms: number): Combination {
  const weights: LstmWeights = {
    input: variable("combine.input", [features, 4]),
    recurrent: variable("combine.recurrent", [1, 4]),
    bias: variable("combine.bias", [4]),
  };
  return {
    parameters: [weights.input, weights.recurrent, weights.bias],
    isPiecewiseLinear: false,
    score: (rows, segments) =>
      reshape(runLstm(rows, segments, maxTerms, weights).hidden, segments.shape),
    // Initialised like Keras's LSTM: Glorot, orthogonal, and a forget gate that is
    // open.
    initialValues: (random) => [
      [
        weights.input,
        sampleUniform(weights.input, Math.sqrt(6 / (features + 4)), random.split("combine.input")),
      ],
      [weights.recurrent, sampleUnitVector(4, random.split("combine.recurrent"))],
      [weights.bias, Float32Array.of(0, 1, 0, 0)],
    ],
  };
}

/** A group that has ended keeps its state while longer ones continue. */
function runLstm(
  rows: Tensor,
  segments: Segments,
  maxTerms: number,
  weights: LstmWeights,
): LstmState {
  const ones = affine(slice(rows, 0, 1), 0, 1);
  const getPresence = (position: number): Tensor =>
    gather(ones, segmentElement(segments, position));
  const zeros = scale(getPresence(0), 0);
  let state: LstmState = { hidden: zeros, cell: zeros };
  for (let position = 0; position < maxTerms; position++) {
    const row = gather(rows, segmentElement(segments, position));
    const next = lstmStep(row, state, weights, hardSigmoid);
    const updateState = (next: Tensor, before: Tensor): Tensor =>
      add(before, multiply(subtract(next, before), getPresence(position)));
    state = {
      hidden: updateState(next.hidden, state.hidden),
      cell: updateState(next.cell, state.cell),
    };
  }
  return state;
}

/** 0.2 x + 0.5, clipped to [0, 1]. */
function hardSigmoid(x: Tensor): Tensor {
  const line = affine(x, 0.2, 0.5);
  return subtract(relu(line), relu(affine(line, 1, -1)));
}

function sampleUnitVector(size: number, random: Random): Float32Array {
  const values = Array.from({ length: size }, () => random.normal());
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}
