/**
 * MatchPyramid: treats the matrix of matches as an image.
 *
 * Pang, Lan, Guo, Xu, Wan and Cheng, "Text Matching as Image Recognition", AAAI
 * 2016. Each layer is a convolution, a ReLU and max pooling over a grid of windows;
 * a perceptron reads the last grid. The default is the stack of five layers of
 * Hofstätter et al., "On the Effect of Low-Frequency Terms on Neural-IR Models",
 * SIGIR 2019; `createSingleLayerOptions` returns the single layer of the original.
 *
 * Filters reach right and down, over zeros past the edge. The first grid covers the
 * real length of the texts, so that a score does not depend on the padding of a
 * batch. A word outside the vocabulary keeps its position and matches nothing.
 */

import { badArgument, quote } from "../common/errors.ts";
import { type Grid, toCells } from "../tensor/even-grid.ts";
import {
  adaptiveMax,
  affine,
  cells,
  concat,
  exp,
  multiply,
  pairDot,
  pairEqual,
  relu,
  reshape,
  scale,
  slice,
  square,
  sum,
  type Tensor,
  unitRows,
} from "../tensor/index.ts";
import {
  applyFilters,
  applyPerceptron,
  createDense,
  createPerceptron,
  type DenseLayer,
  initialiseDense,
  listDenseParameters,
} from "./dense-layer.ts";
import { initialiseEmbeddings } from "./initial-values.ts";
import { defineModelKind, type ModelBody, type ModelKind } from "./neural-model.ts";
import type { PairInputs } from "./pair-batch.ts";
import { parseRectangles, parseSizes } from "./parse-sizes.ts";
import { createEmbeddingTable, lookUpWordVectors } from "./word-inputs.ts";

/** Options of MatchPyramid. */
export type MatchPyramidOptions = {
  readonly dimensions: number;
  /**
   * `cosine`, `dot`, `indicator` (1 for the same word) or `gaussian`, e to the
   * minus squared distance (Pang et al., "A Study of MatchPyramid Models on
   * Ad-hoc Retrieval", 2016).
   */
  readonly similarity: string;
  /** The size of a filter, query terms by document terms: `3x3`, `1x5`. */
  readonly kernel: string;
  /** Filters of each layer. */
  readonly filters: number;
  /** The grid after each layer, rows by columns: `18x60,3x10`. */
  readonly pools: string;
  /** Sizes of the perceptron's hidden layers: `100,10`. */
  readonly hidden: string;
};

const DEFAULTS: MatchPyramidOptions = {
  dimensions: 300,
  similarity: "cosine",
  kernel: "3x3",
  filters: 16,
  pools: "36x90,18x60,9x30,6x20,3x10",
  hidden: "100,10",
};

/** Options for one layer with this kernel, in the sizes of the original's code. */
export function createSingleLayerOptions(kernel: string): Partial<MatchPyramidOptions> {
  return { kernel, filters: 8, pools: "3x10", hidden: "20" };
}

/** A convolution and the pooling grid after it. */
interface PyramidLayer {
  readonly filters: DenseLayer;
  readonly kernel: readonly [height: number, width: number];
  readonly pool: readonly [height: number, width: number];
}

/** MatchPyramid: convolutions and pooling over the matrix of matches. */
export const MATCH_PYRAMID: ModelKind<MatchPyramidOptions> = defineModelKind(
  "match-pyramid",
  "the matrix of matches read like an image (Pang et al. 2016)",
  DEFAULTS,
  (options): ModelBody => {
    const { dimensions, filters, similarity } = options;
    const computeMatches = findSimilarity(similarity);
    const embeddings = createEmbeddingTable(options, dimensions);
    const [kernel, ...others] = parseRectangles("kernel", options.kernel);
    if (kernel === undefined || others.length > 0) {
      throw badArgument(`kernel must be one rectangle, got ${quote(options.kernel)}`);
    }
    const pools = parseRectangles("pools", options.pools);
    const layers = pools.map((pool, i): PyramidLayer => {
      const inputs = kernel[0] * kernel[1] * (i === 0 ? 1 : filters);
      return { filters: createDense(`layer${i + 1}`, inputs, filters), kernel, pool };
    });
    const [height, width] = pools.at(-1) as readonly [number, number];
    const hidden = parseSizes("hidden", options.hidden);
    const perceptron = createPerceptron("dense", [height * width * filters, ...hidden]);
    const dense = [...layers.map((layer) => layer.filters), ...perceptron];
    return {
      embeddings,
      // Equality does not depend on vectors, so there is nothing to train.
      trained: {
        embeddings: similarity === "indicator" ? [] : [embeddings],
        network: dense.flatMap(listDenseParameters),
      },
      frozen: similarity === "indicator" ? [embeddings] : [],
      needs: { unknown: "blank" },
      usesIdf: false,
      score(batch) {
        const { pairs } = batch;
        const matches = computeMatches(batch, () => lookUpWordVectors(embeddings, batch));
        const pooled = applyPyramid(layers, { x: reshape(matches, [cells(pairs), 1]), pairs });
        const features = reshape(pooled, [...pairs.left.shape, height * width * filters]);
        return reshape(applyPerceptron(perceptron, features), pairs.left.shape);
      },
      initialValues: (random, pretrained = {}) =>
        new Map([
          [
            embeddings,
            initialiseEmbeddings(embeddings, random.split("embeddings"), pretrained.embeddings),
          ],
          ...dense.flatMap((layer) => initialiseDense(layer, random)),
        ]),
    };
  },
);

/** The match of every query word with every document word, [cells]. */
type Similarity = (batch: PairInputs, vectors: () => Tensor) => Tensor;

const SIMILARITIES: Readonly<Record<string, Similarity>> = {
  cosine: ({ query, document, pairs }, vectors) => {
    const rows = unitRows(vectors());
    return pairDot({ rows, index: query }, { rows, index: document }, pairs);
  },
  dot: ({ query, document, pairs }, vectors) => {
    const rows = vectors();
    return pairDot({ rows, index: query }, { rows, index: document }, pairs);
  },
  indicator: ({ query, document, pairs }, vectors) => {
    // Ones over the words, from which a batch derives their number.
    const rows = affine(slice(vectors(), 0, 1), 0, 1);
    const ones = pairDot({ rows, index: query }, { rows, index: document }, pairs);
    return multiply(pairEqual(query, document, pairs), ones);
  },
  gaussian: ({ query, document, pairs }, vectors) => {
    // -|a - b|² = 2 a·b - |a|² - |b|², as one dot product of longer rows.
    const rows = vectors();
    const squares = reshape(sum(square(rows), 1), [...rows.shape.slice(0, 1), 1]);
    const ones = affine(squares, 0, 1);
    const left = concat([scale(rows, 2), scale(squares, -1), scale(ones, -1)]);
    const right = concat([rows, ones, squares]);
    const exponent = pairDot({ rows: left, index: query }, { rows: right, index: document }, pairs);
    return exp(exponent);
  },
};

function findSimilarity(name: string): Similarity {
  const similarity = Object.hasOwn(SIMILARITIES, name) ? SIMILARITIES[name] : undefined;
  if (similarity !== undefined) return similarity;
  const names = Object.keys(SIMILARITIES).join(", ");
  throw badArgument(`similarity must be one of ${names}, got ${quote(name)}`);
}

/** The last grid, [pairs, height, width, filters]. */
function applyPyramid([layer, ...above]: readonly PyramidLayer[], { x, pairs }: Grid): Tensor {
  const { filters, kernel, pool } = layer as PyramidLayer;
  const pooled = adaptiveMax(relu(applyFilters(filters, x, pairs, ...kernel)), pairs, ...pool);
  return above.length === 0 ? pooled : applyPyramid(above, toCells(pooled));
}
