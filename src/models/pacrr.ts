/**
 * PACRR: the strongest matches of every query term, alone and in windows.
 *
 * Hui, Yates, Berberich and de Melo, "PACRR: A Position-Aware Neural IR Model for
 * Relevance Matching", EMNLP 2017. The matrix of cosines, and for each size l from 2
 * on the largest filter of a convolution over l × l cells, provide the k largest
 * values of every query term, largest first. The term's share of the query's idf, by
 * softmax, is added; PACRR-noIDF leaves that out.
 *
 * Windows reach right and down, over zeros past the edge. A text that is shorter
 * than k is padded with zeros. A word outside the vocabulary keeps its position; it
 * matches nothing, and its idf counts as 0. (With sub-words it has a vector, and the
 * idf of a word in no document.)
 */

import {
  cellRows,
  cells,
  concat,
  gather,
  max,
  multiply,
  pairDot,
  relu,
  reshape,
  segmentSoftmax,
  segmentTop,
  type Tensor,
  unitRows,
  variable,
} from "../tensor/index.ts";
import {
  applyFilters,
  createDense,
  type DenseLayer,
  initialiseDense,
  listDenseParameters,
} from "./dense-layer.ts";
import { initialiseEmbeddings } from "./initial-values.ts";
import {
  type BatchNeeds,
  defineModelKind,
  type ModelBody,
  type ModelKind,
} from "./neural-model.ts";
import type { PairInputs } from "./pair-batch.ts";
import {
  type CombinationOptions,
  computeCombinationInsight,
  createCombination,
} from "./query-combination.ts";
import { checkIdf } from "./word-idf.ts";
import { createEmbeddingTable, lookUpWordVectors, type ModelVocabulary } from "./word-inputs.ts";

/** Options of PACRR. */
export type PacrrOptions = {
  readonly dimensions: number;
  /** The largest window; there is one convolution for each size from 2. */
  readonly longest: number;
  /** Filters of each convolution. */
  readonly filters: number;
  /** Number of the largest values of a term that are kept. */
  readonly top: number;
} & CombinationOptions;

export const PACRR_DEFAULTS: PacrrOptions = {
  dimensions: 300,
  longest: 3,
  filters: 32,
  top: 5,
  queryLength: 30,
  combine: "mlp",
  hidden: "100,10",
};

/** The convolutions over windows of 2, 3 … up to the longest. */
export function createWindowFilters({ longest, filters }: PacrrOptions): readonly DenseLayer[] {
  return Array.from({ length: Math.max(longest - 1, 0) }, (_, i) =>
    createDense(`window${i + 2}`, (i + 2) ** 2, filters),
  );
}

/** For each size of window, the largest values of every query term, [query tokens, top]. */
export function computeMatchFeatures(
  embeddings: Tensor,
  filters: readonly DenseLayer[],
  top: number,
  batch: PairInputs,
  gate?: WordGate,
): readonly Tensor[] {
  const rows = cellRows(batch.pairs);
  const matches = computeWindowMatches(embeddings, filters, batch, gate);
  return matches.map((values) => segmentTop(values, rows, top));
}

/** A factor of every word, [words, 1], from its vector. */
export type WordGate = (vectors: Tensor) => Tensor;

/**
 * For each size of window, the match of every query term at every position, [cells];
 * with a gate, each cosine times the gates of its two words.
 */
export function computeWindowMatches(
  embeddings: Tensor,
  filters: readonly DenseLayer[],
  batch: PairInputs,
  gate?: WordGate,
): readonly Tensor[] {
  const { query, document, pairs } = batch;
  const vectors = lookUpWordVectors(embeddings, batch);
  const rows = gate === undefined ? unitRows(vectors) : multiply(unitRows(vectors), gate(vectors));
  const similarity = pairDot({ rows, index: query }, { rows, index: document }, pairs);
  const image = reshape(similarity, [cells(pairs), 1]);
  const filtered = filters.map((layer, i) =>
    max(relu(applyFilters(layer, image, pairs, i + 2, i + 2)), 1),
  );
  return [similarity, ...filtered];
}

export function getPacrrNeeds({ queryLength }: PacrrOptions): BatchNeeds {
  return { unknown: "blank", longestQuery: queryLength };
}

/** PACRR: the largest matches of each query term, alone and in windows, with its share of idf. */
export const PACRR: ModelKind<PacrrOptions> = defineModelKind(
  "pacrr",
  "strongest matches of query terms, alone and in windows, with idf (Hui et al. 2017)",
  PACRR_DEFAULTS,
  (options) => createPacrr("pacrr", options, variable("idf", [options.vocabulary])),
);

/** PACRR without idf. */
export const PACRR_NO_IDF: ModelKind<PacrrOptions> = defineModelKind(
  "pacrr-noidf",
  "pacrr without idf",
  PACRR_DEFAULTS,
  (options) => createPacrr("pacrr-noidf", options),
);

function createPacrr(
  name: string,
  options: PacrrOptions & ModelVocabulary,
  idf?: Tensor,
): ModelBody {
  const { vocabulary, dimensions, longest, top } = options;
  const embeddings = createEmbeddingTable(options, dimensions);
  const filters = createWindowFilters(options);
  const features = longest * top + (idf === undefined ? 0 : 1);
  const combination = createCombination(features, options);
  const computeRows = (batch: PairInputs): Tensor => {
    const matches = computeMatchFeatures(embeddings, filters, top, batch);
    return concat(idf === undefined ? matches : [...matches, computeIdfShares(idf, batch)]);
  };
  return {
    embeddings,
    trained: {
      embeddings: [embeddings],
      network: [...filters.flatMap(listDenseParameters), ...combination.parameters],
    },
    frozen: idf === undefined ? [] : [idf],
    needs: getPacrrNeeds(options),
    usesIdf: idf !== undefined,
    score: (batch) => combination.score(computeRows(batch), batch.pairs.left),
    insight: (batch) => ({
      kind: "windows",
      sizes: computeWindowMatches(embeddings, filters, batch),
      top,
      ...computeCombinationInsight(combination, computeRows(batch), batch.pairs.left),
    }),
    initialValues: (random, pretrained = {}) =>
      new Map([
        [
          embeddings,
          initialiseEmbeddings(embeddings, random.split("embeddings"), pretrained.embeddings),
        ],
        ...filters.flatMap((layer) => initialiseDense(layer, random)),
        ...combination.initialValues(random),
        ...(idf === undefined ? [] : [[idf, checkIdf(name, vocabulary, pretrained.idf)] as const]),
      ]),
  };
}

/** e^idf of every query term over that of all terms of its query, [query tokens, 1]. */
function computeIdfShares(idf: Tensor, { words, query, pairs }: PairInputs): Tensor {
  const termIdf = gather(gather(idf, words), query);
  return reshape(segmentSoftmax(termIdf, pairs.left), [pairs.left.over, 1]);
}
