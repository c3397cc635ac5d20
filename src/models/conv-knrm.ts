/**
 * ConvKNRM: kernel pooling over soft matches of n-grams of all lengths.
 *
 * Dai, Xiong, Callan and Liu, "Convolutional Neural Networks for Soft-Matching
 * N-Grams in Ad-hoc Search", WSDM 2018. A word outside the vocabulary has no
 * vector but keeps its place, so n-grams around it still count; an n-gram that
 * reaches past the end goes on with zeros.
 */

import type { Random } from "../common/random.ts";
import {
  add,
  concat,
  everyRow,
  gather,
  type Index,
  matmul,
  ngrams,
  pairDot,
  relu,
  reshape,
  type Segments,
  type Tensor,
  unitRows,
  variable,
} from "../tensor/index.ts";
import { type InitialValues, randomEmbeddings, uniform } from "./initial-values.ts";
import { kernelFeatures, kernelsOf } from "./kernel-features.ts";
import type { PairInputs, UnknownRule } from "./pair-batch.ts";

export interface ConvKnrmOptions {
  /** Rows of the embedding table, padding and unknown included. */
  readonly vocabulary: number;
  readonly dimensions?: number;
  /** Longest n-gram. */
  readonly longest?: number;
  /** Outputs of the convolution for each n-gram. */
  readonly filters?: number;
  /** Width of the kernel for exact matches. */
  readonly exactWidth?: number;
}

/** A convolution over `length` tokens: [dimensions, length · filters] and [filters]. */
export interface Convolution {
  readonly length: number;
  readonly weights: Tensor;
  readonly bias: Tensor;
}

export interface ConvKnrm {
  readonly embeddings: Tensor;
  readonly convolutions: readonly Convolution[];
  readonly weights: Tensor;
  readonly exactWidth: number;
}

/** How a batch for this model treats words outside the vocabulary. */
export const CONV_KNRM_UNKNOWN: UnknownRule = "blank";

export function createConvKnrm({
  vocabulary,
  dimensions = 300,
  longest = 3,
  filters = 128,
  exactWidth = 1e-3,
}: ConvKnrmOptions): ConvKnrm {
  return {
    embeddings: variable("embeddings", [vocabulary, dimensions]),
    convolutions: Array.from({ length: longest }, (_, i) => ({
      length: i + 1,
      weights: variable(`convolution${i + 1}.weights`, [dimensions, (i + 1) * filters]),
      bias: variable(`convolution${i + 1}.bias`, [filters]),
    })),
    weights: variable("weights", [longest ** 2 * kernelsOf(exactWidth).length, 1]),
    exactWidth,
  };
}

/** Scores every pair of the batch, [pairs]. */
export function convKnrm(model: ConvKnrm, batch: PairInputs): Tensor {
  const { query, document, pairs } = batch;
  const words = gather(model.embeddings, batch.words);
  const grams = model.convolutions.map(({ length, weights, bias }) => {
    const projected = matmul(words, weights); // each distinct word once
    const composed = (tokens: Index, segments: Segments): Tensor =>
      unitRows(relu(add(ngrams(projected, tokens, segments, length), bias)));
    return { query: composed(query, pairs.left), document: composed(document, pairs.right) };
  });
  const kernels = kernelsOf(model.exactWidth);
  const features = grams.flatMap((a) =>
    grams.map((b) => {
      const left = { rows: a.query, index: everyRow("queryTokens") };
      const right = { rows: b.document, index: everyRow("documentTokens") };
      return kernelFeatures(pairDot(left, right, pairs), pairs, kernels);
    }),
  );
  return reshape(matmul(concat(features), model.weights), pairs.left.shape);
}

/** The trained tensors, embeddings first. */
export function convKnrmParameters({
  embeddings,
  convolutions,
  weights,
}: ConvKnrm): readonly Tensor[] {
  return [embeddings, ...convolutions.flatMap((part) => [part.weights, part.bias]), weights];
}

export function initialConvKnrm(model: ConvKnrm, random: Random): InitialValues {
  const { embeddings, convolutions, weights } = model;
  const inputs = embeddings.shape[1] as number;
  return new Map([
    [embeddings, randomEmbeddings(embeddings, 0.1, random.split("embeddings"))],
    ...convolutions.flatMap((part) => {
      const limit = 1 / Math.sqrt(inputs * part.length);
      const stream = random.split(`convolution ${part.length}`);
      return [
        [part.weights, uniform(part.weights, limit, stream)],
        [part.bias, uniform(part.bias, limit, stream)],
      ] as const;
    }),
    [weights, uniform(weights, 0.014, random.split("weights"))],
  ]);
}
