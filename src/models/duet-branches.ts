/**
 * The two networks of DUET. The local one reads, for every query term, the positions
 * of the document at which it occurs. The distributed one turns both texts into
 * vectors and multiplies them elementwise, window by window.
 */

import {
  add,
  cellRows,
  cells,
  type Index,
  matmul,
  max,
  multiply,
  ngrams,
  relu,
  reshape,
  type Segments,
  segmentSpread,
  slice,
  subtract,
  type Tensor,
  variable,
} from "../tensor/index.ts";
import { padSegments, splitRows } from "../tensor/pad-segments.ts";
import { type DropoutLayer, noDropout } from "./apply-dropout.ts";
import { applyDense, createDense, type DenseLayer } from "./dense-layer.ts";
import type { PairInputs } from "./pair-batch.ts";

export type Activation = (x: Tensor) => Tensor;

export interface BranchOptions {
  readonly dimensions: number;
  readonly queryLength: number;
  readonly documentLength: number;
  readonly filters: number;
  readonly pool: number;
  readonly overlap: boolean;
}

/** A network from the input of `features` to the last of the hidden sizes, [pairs, size]. */
export interface Branch {
  readonly layers: readonly DenseLayer[];
  /** `drop` applies to the inputs and outputs of its hidden layers. */
  features(x: Tensor, batch: PairInputs, drop?: DropoutLayer): Tensor;
}

/** Tokens under a filter of the distributed network. */
const NGRAM = 3;

/** Dense layers one after the other, each followed by the activation. */
export function createStack(
  name: string,
  inputs: number,
  sizes: readonly number[],
  activation: Activation,
): { readonly layers: readonly DenseLayer[]; apply(x: Tensor, drop?: DropoutLayer): Tensor } {
  const layers = sizes.map((size, i) =>
    createDense(`${name}${i + 1}`, sizes[i - 1] ?? inputs, size),
  );
  return {
    layers,
    apply: (x, drop = noDropout) =>
      layers.reduce((below, layer) => drop(activation(applyDense(layer, below)), layer.name), x),
  };
}

/** Reads matches, [cells]. */
export function createLocalBranch(
  { queryLength, documentLength, filters }: BranchOptions,
  sizes: readonly number[],
  activation: Activation,
): Branch {
  const termLayer = createDense("local.term", documentLength, filters);
  const stack = createStack("local.hidden", queryLength * filters, sizes, activation);
  return {
    layers: [termLayer, ...stack.layers],
    features(matches, { pairs }, drop = noDropout) {
      const column = reshape(matches, [cells(pairs), 1]);
      const matchRows = padSegments(column, cellRows(pairs), documentLength);
      const terms = activation(applyDense(termLayer, matchRows));
      return stack.apply(drop(padSegments(terms, pairs.left, queryLength), termLayer.name), drop);
    },
  };
}

/** Reads the vectors of the batch's words, [words, dimensions]. */
export function createDistributedBranch(
  options: BranchOptions,
  sizes: readonly number[],
  activation: Activation,
): Branch {
  const { dimensions, filters, pool, overlap } = options;
  const queryWindows = countWindows(options.queryLength);
  const documentWindows = countWindows(options.documentLength);
  const query = createNgrams("distributed.query", dimensions, filters);
  const document = createNgrams("distributed.document", dimensions, filters);
  const queryLayer = createDense("distributed.queryHidden", filters, filters);
  const windowLayer = createDense("distributed.windowHidden", filters, filters);
  const width = Math.min(pool, documentWindows);
  const windows = overlap ? documentWindows - width + 1 : Math.floor(documentWindows / width);
  const stack = createStack("distributed.hidden", windows * filters, sizes, activation);
  return {
    layers: [query, document, queryLayer, windowLayer, ...stack.layers],
    features(vectors, batch, drop = noDropout) {
      const { left, right } = batch.pairs;
      const read = (layer: DenseLayer, tokens: Index, segments: Segments, positions: number) =>
        padSegments(
          activation(composeNgrams(layer, vectors, tokens, segments)),
          segments,
          positions,
        );
      const queryFeatures = max(
        reshape(read(query, batch.query, left, queryWindows), [
          ...left.shape,
          queryWindows,
          filters,
        ]),
        1,
      );
      const positions = read(document, batch.document, right, documentWindows);
      const pooled = overlap
        ? poolSlidingMax(positions, filters, documentWindows, width)
        : poolTiledMax(positions, filters, windows, width);
      const { x, segments } = splitRows(pooled, windows);
      const queryVector = activation(applyDense(queryLayer, queryFeatures));
      const product = multiply(
        activation(applyDense(windowLayer, x)),
        segmentSpread(queryVector, segments),
      );
      return stack.apply(drop(padSegments(product, segments, windows), windowLayer.name), drop);
    },
  };
}

/** The number of n-grams of a text of this length that do not reach past its end. */
function countWindows(length: number): number {
  return Math.max(1, length - NGRAM + 1);
}

function createNgrams(name: string, dimensions: number, filters: number): DenseLayer {
  return {
    name,
    weights: variable(`${name}.weights`, [dimensions, NGRAM * filters]),
    bias: variable(`${name}.bias`, [filters]),
    inputs: NGRAM * dimensions,
  };
}

/** Vectors of the n-grams that start at each token; each distinct word is projected once. */
function composeNgrams(
  { weights, bias }: DenseLayer,
  vectors: Tensor,
  tokens: Index,
  segments: Segments,
): Tensor {
  return add(ngrams(matmul(vectors, weights), tokens, segments, NGRAM), bias as Tensor);
}

/**
 * Largest values of `width` positions at a time, with a window at every position:
 * windows of 1, 2, 4 … positions, each from two of half its size.
 */
function poolSlidingMax(x: Tensor, channels: number, positions: number, width: number): Tensor {
  let [largest, remaining] = [x, positions];
  const reach = (shift: number): void => {
    const end = remaining * channels;
    remaining -= shift;
    const unshifted = slice(largest, 0, remaining * channels);
    const shifted = slice(largest, shift * channels, end);
    largest = add(unshifted, relu(subtract(shifted, unshifted)));
  };
  let size = 1;
  for (; 2 * size <= width; size *= 2) reach(size);
  if (size < width) reach(width - size);
  return largest;
}

/** Largest values of `width` positions at a time, in adjacent windows. */
function poolTiledMax(x: Tensor, channels: number, windows: number, width: number): Tensor {
  const pairs = x.shape.slice(0, 1);
  const covered = slice(x, 0, windows * width * channels);
  const tiles = max(reshape(covered, [...pairs, windows, width, channels]), 2);
  return reshape(tiles, [...pairs, windows * channels]);
}
