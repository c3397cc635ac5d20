/**
 * PACRR: the strongest matches of every query term, alone and in windows.
 *
 * Hui, Yates, Berberich and de Melo, "PACRR: A Position-Aware Neural IR Model
 * for Relevance Matching", EMNLP 2017. The matrix of cosines, and for each
 * size l from 2 on the largest filter of a convolution over l × l cells, give
 * every query term its k largest values, largest first. With them goes the
 * term's share of the query's idf, by softmax; PACRR-noIDF leaves that out.
 *
 * Windows reach right and down, over zeros past the edge. A text that is
 * shorter than k fills up with zeros. A word outside the vocabulary keeps its
 * place; it matches nothing, and its idf counts as 0. (With sub-words it has a
 * vector, and the idf of a word in no document.)
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
  denseParameters,
  initialDense,
} from "./dense-layer.ts";
import { firstEmbeddings } from "./initial-values.ts";
import { type BatchNeeds, type ModelBody, type ModelKind, modelKind } from "./neural-model.ts";
import type { PairInputs } from "./pair-batch.ts";
import {
  type CombinationOptions,
  combinationInsight,
  createCombination,
} from "./query-combination.ts";
import { knownIdf } from "./word-idf.ts";
import { type OverVocabulary, vectorTable, wordVectors } from "./word-inputs.ts";

/** Options of PACRR. */
export type PacrrOptions = {
  readonly dimensions: number;
  /** The largest window; there is one convolution for each size from 2. */
  readonly longest: number;
  /** Filters of each convolution. */
  readonly filters: number;
  /** How many of a term's largest values are kept. */
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
export function matchFeatures(
  embeddings: Tensor,
  filters: readonly DenseLayer[],
  top: number,
  batch: PairInputs,
  gate?: WordGate,
): readonly Tensor[] {
  const rows = cellRows(batch.pairs);
  const matches = windowMatches(embeddings, filters, batch, gate);
  return matches.map((values) => segmentTop(values, rows, top));
}

/** A factor of every word, [words, 1], from its vector. */
export type WordGate = (vectors: Tensor) => Tensor;

/**
 * For each size of window, the match of every query term at every place,
 * [cells]; with a gate each cosine times the gates of its two words.
 */
export function windowMatches(
  embeddings: Tensor,
  filters: readonly DenseLayer[],
  batch: PairInputs,
  gate?: WordGate,
): readonly Tensor[] {
  const { query, document, pairs } = batch;
  const vectors = wordVectors(embeddings, batch);
  const rows = gate === undefined ? unitRows(vectors) : multiply(unitRows(vectors), gate(vectors));
  const similarity = pairDot({ rows, index: query }, { rows, index: document }, pairs);
  const image = reshape(similarity, [cells(pairs), 1]);
  const filtered = filters.map((layer, i) =>
    max(relu(applyFilters(layer, image, pairs, i + 2, i + 2)), 1),
  );
  return [similarity, ...filtered];
}

export function pacrrNeeds({ queryLength }: PacrrOptions): BatchNeeds {
  return { unknown: "blank", longestQuery: queryLength };
}

/** PACRR: the largest matches of each query term, alone and in windows, with its share of idf. */
export const PACRR: ModelKind<PacrrOptions> = modelKind(
  "pacrr",
  "strongest matches of query terms, alone and in windows, with idf (Hui et al. 2017)",
  PACRR_DEFAULTS,
  (options) => pacrr("pacrr", options, variable("idf", [options.vocabulary])),
);

/** PACRR without idf. */
export const PACRR_NO_IDF: ModelKind<PacrrOptions> = modelKind(
  "pacrr-noidf",
  "pacrr without idf",
  PACRR_DEFAULTS,
  (options) => pacrr("pacrr-noidf", options),
);

function pacrr(name: string, options: PacrrOptions & OverVocabulary, idf?: Tensor): ModelBody {
  const { vocabulary, dimensions, longest, top } = options;
  const embeddings = vectorTable(options, dimensions);
  const filters = createWindowFilters(options);
  const features = longest * top + (idf === undefined ? 0 : 1);
  const combination = createCombination(features, options);
  const rowsOf = (batch: PairInputs): Tensor => {
    const matches = matchFeatures(embeddings, filters, top, batch);
    return concat(idf === undefined ? matches : [...matches, idfShares(idf, batch)]);
  };
  return {
    embeddings,
    trained: {
      embeddings: [embeddings],
      network: [...filters.flatMap(denseParameters), ...combination.parameters],
    },
    frozen: idf === undefined ? [] : [idf],
    needs: pacrrNeeds(options),
    usesIdf: idf !== undefined,
    score: (batch) => combination.score(rowsOf(batch), batch.pairs.left),
    insight: (batch) => ({
      kind: "windows",
      sizes: windowMatches(embeddings, filters, batch),
      top,
      ...combinationInsight(combination, rowsOf(batch), batch.pairs.left),
    }),
    initialValues: (random, known = {}) =>
      new Map([
        [embeddings, firstEmbeddings(embeddings, random.split("embeddings"), known.embeddings)],
        ...filters.flatMap((layer) => initialDense(layer, random)),
        ...combination.initialValues(random),
        ...(idf === undefined ? [] : [[idf, knownIdf(name, vocabulary, known.idf)] as const]),
      ]),
  };
}

/** e^idf of every query term over that of all terms of its query, [query tokens, 1]. */
function idfShares(idf: Tensor, { words, query, pairs }: PairInputs): Tensor {
  const ofTerms = gather(gather(idf, words), query);
  return reshape(segmentSoftmax(ofTerms, pairs.left), [pairs.left.over, 1]);
}
