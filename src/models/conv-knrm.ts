/**
 * ConvKNRM: kernel pooling over soft matches of n-grams of all lengths.
 *
 * Dai, Xiong, Callan and Liu, "Convolutional Neural Networks for Soft-Matching
 * N-Grams in Ad-hoc Search", WSDM 2018. A word outside the vocabulary has no vector
 * but keeps its position, so n-grams around it still count; an n-gram that reaches
 * past the end continues with zeros.
 */

import type { Random } from "../common/random.ts";
import {
  add,
  concat,
  type Index,
  matmul,
  ngrams,
  type Pairs,
  pairDot,
  relu,
  type Segments,
  type Tensor,
  unitRows,
  variable,
} from "../tensor/index.ts";
import { everyRow } from "../tensor/rows.ts";
import { type InitialValues, initialiseEmbeddings, sampleUniform } from "./initial-values.ts";
import { formatKernelNames, type NgramInsight } from "./insight.ts";
import {
  createKernelHead,
  initialiseHead,
  KERNEL_DEFAULTS,
  type KernelHead,
  type KernelOptions,
  listHeadParameters,
  poolPairs,
  poolTerms,
  scoreFeatures,
} from "./kernel-head.ts";
import { defineModelKind, type ModelKind, type PretrainedData } from "./neural-model.ts";
import type { PairInputs, UnknownRule } from "./pair-batch.ts";
import { createEmbeddingTable, lookUpWordVectors, type ModelVocabulary } from "./word-inputs.ts";

/** Options of ConvKNRM. */
export type ConvKnrmOptions = KernelOptions & {
  readonly dimensions: number;
  /** Longest n-gram. */
  readonly longest: number;
  /** Outputs of the convolution for each n-gram. */
  readonly filters: number;
};

export const CONV_KNRM_DEFAULTS: ConvKnrmOptions = {
  dimensions: 300,
  longest: 3,
  filters: 128,
  ...KERNEL_DEFAULTS,
};

/** A convolution over `length` tokens: [dimensions, length · filters] and [filters]. */
export interface Convolution {
  readonly length: number;
  readonly weights: Tensor;
  readonly bias: Tensor;
}

export interface ConvKnrm extends KernelHead {
  readonly embeddings: Tensor;
  readonly convolutions: readonly Convolution[];
}

/** How a batch for this model treats words outside the vocabulary. */
export const CONV_KNRM_UNKNOWN: UnknownRule = "blank";

export function createConvKnrm(options: Partial<ConvKnrmOptions> & ModelVocabulary): ConvKnrm {
  const complete = { ...CONV_KNRM_DEFAULTS, ...options };
  const { dimensions, longest, filters } = complete;
  return {
    embeddings: createEmbeddingTable(options, dimensions),
    convolutions: Array.from({ length: longest }, (_, i) => ({
      length: i + 1,
      weights: variable(`convolution${i + 1}.weights`, [dimensions, (i + 1) * filters]),
      bias: variable(`convolution${i + 1}.bias`, [filters]),
    })),
    ...createKernelHead(complete, longest ** 2),
  };
}

/** Vectors of the n-grams of one length, one row for each token that they start at. */
export interface NgramVectors {
  readonly query: Tensor;
  readonly document: Tensor;
}

/** The vectors of all n-grams of a batch, shortest first. */
export function composeNgrams(model: ConvKnrm, batch: PairInputs): readonly NgramVectors[] {
  const words = lookUpWordVectors(model.embeddings, batch);
  return model.convolutions.map(({ length, weights, bias }) => {
    const projected = matmul(words, weights); // each distinct word once
    const composed = (tokens: Index, segments: Segments): Tensor =>
      relu(add(ngrams(projected, tokens, segments, length), bias));
    return {
      query: composed(batch.query, batch.pairs.left),
      document: composed(batch.document, batch.pairs.right),
    };
  });
}

/** Matches of query n-grams with document n-grams of all lengths. */
export function computeCrossMatches(
  lengths: readonly NgramVectors[],
  pairs: Pairs,
): readonly NgramInsight[] {
  return lengths.flatMap(({ query }, i) =>
    lengths.map(({ document }, j) => {
      const left = { rows: query, index: everyRow("queryTokens") };
      const right = { rows: document, index: everyRow("documentTokens") };
      return { query: i + 1, document: j + 1, matches: pairDot(left, right, pairs) };
    }),
  );
}

/** Scores every pair of the batch, [pairs]. */
export function scoreConvKnrm(model: ConvKnrm, batch: PairInputs): Tensor {
  const { pairs } = batch;
  const features = computeNgramMatches(model, batch).map(({ matches }) =>
    poolPairs(model, matches, pairs),
  );
  return scoreFeatures(model, concat(features), pairs);
}

/** Cosines of n-grams. */
function computeNgramMatches(model: ConvKnrm, batch: PairInputs): readonly NgramInsight[] {
  const unit = composeNgrams(model, batch).map(({ query, document }) => ({
    query: unitRows(query),
    document: unitRows(document),
  }));
  return computeCrossMatches(unit, batch.pairs);
}

/** The trained tensors, embeddings first. */
export function listConvKnrmParameters(model: ConvKnrm): readonly Tensor[] {
  const { embeddings, convolutions } = model;
  const composed = convolutions.flatMap((part) => [part.weights, part.bias]);
  return [embeddings, ...composed, ...listHeadParameters(model)];
}

export function initialiseConvKnrm(
  model: ConvKnrm,
  random: Random,
  pretrained: PretrainedData = {},
): InitialValues {
  const { embeddings, convolutions } = model;
  const inputs = embeddings.shape[1] as number;
  return new Map([
    [
      embeddings,
      initialiseEmbeddings(embeddings, random.split("embeddings"), pretrained.embeddings),
    ],
    ...convolutions.flatMap((part) => {
      const limit = 1 / Math.sqrt(inputs * part.length);
      const stream = random.split(`convolution ${part.length}`);
      return [
        [part.weights, sampleUniform(part.weights, limit, stream)],
        [part.bias, sampleUniform(part.bias, limit, stream)],
      ] as const;
    }),
    ...initialiseHead(model, random),
  ]);
}

/** ConvKNRM: kernel pooling over n-grams of all lengths with each other. */
export const CONV_KNRM: ModelKind<ConvKnrmOptions> = defineModelKind(
  "conv-knrm",
  "soft matches of n-grams counted by kernels (Dai et al. 2018)",
  CONV_KNRM_DEFAULTS,
  (options) => {
    const model = createConvKnrm(options);
    const [embeddings, ...network] = listConvKnrmParameters(model) as [Tensor, ...Tensor[]];
    return {
      embeddings,
      trained: { embeddings: [embeddings], network },
      frozen: [],
      needs: { unknown: CONV_KNRM_UNKNOWN },
      usesIdf: false,
      score: (batch) => scoreConvKnrm(model, batch),
      insight(batch) {
        const ngrams = computeNgramMatches(model, batch);
        return {
          kind: "kernels",
          features: concat(ngrams.map(({ matches }) => poolTerms(model, matches, batch.pairs))),
          weights: model.weights,
          names: formatKernelNames(model.kernels, options.longest),
          ngrams,
        };
      },
      initialValues: (random, pretrained) => initialiseConvKnrm(model, random, pretrained),
    };
  },
);
