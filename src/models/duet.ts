/**
 * DUET: one network reads the positions of query words in the document, and one
 * compares distributed representations of the two texts; both are trained together.
 *
 * Mitra, Diaz and Craswell, "Learning to Match using Local and Distributed
 * Representations of Text for Web Search", WWW 2017 (`DUET_V1`); Mitra and Craswell,
 * "An Updated Duet Model for Passage Re-ranking", 2019 (the defaults); and the sizes
 * of MatchZoo's implementation (`DUET_MATCHZOO`).
 *
 * The networks have weights per position, so texts have a maximum length. Positions
 * without a token are zeros after the activation. Dropout is where its authors have
 * it: around all hidden layers of the joint form, and before the two scores of the
 * other.
 */

import { badArgument, quote } from "../common/errors.ts";
import {
  add,
  cellRows,
  gather,
  multiply,
  pairEqual,
  relu,
  reshape,
  scale,
  segmentSpread,
  type Tensor,
  tanh,
  variable,
} from "../tensor/index.ts";
import { applyDropout, type DropoutLayer, noDropout } from "./apply-dropout.ts";
import { applyDense, createDense, initialiseDense, listDenseParameters } from "./dense-layer.ts";
import {
  type Activation,
  type Branch,
  createDistributedBranch,
  createLocalBranch,
  createStack,
} from "./duet-branches.ts";
import { initialiseEmbeddings } from "./initial-values.ts";
import { defineModelKind, type ModelBody, type ModelKind } from "./neural-model.ts";
import type { PairInputs } from "./pair-batch.ts";
import { parseSizes } from "./parse-sizes.ts";
import { checkIdf, normaliseIdf } from "./word-idf.ts";
import { createEmbeddingTable, lookUpWordVectors } from "./word-inputs.ts";

/** Options of DUET. */
export type DuetOptions = {
  readonly dimensions: number;
  /** Maximum length of queries and of documents. */
  readonly queryLength: number;
  readonly documentLength: number;
  /** The value of an exact match: 1 (`exact`), or the query term's `idf` scaled to [0, 1]. */
  readonly matches: string;
  /** Outputs of each convolution. */
  readonly filters: number;
  /** Positions of the document in one window of largest values. */
  readonly pool: number;
  /** Whether there is a window at every position, or windows are adjacent. */
  readonly overlap: boolean;
  /** Sizes of the hidden layers: `300,300`. */
  readonly hidden: string;
  /** `relu` or `tanh`. */
  readonly activation: string;
  /** `joint`: layers over the sum of both networks; `sum`: a score from each, bounded with tanh. */
  readonly combine: string;
  /** The share of values that training drops. */
  readonly dropout: number;
};

const DEFAULTS: DuetOptions = {
  dimensions: 300,
  queryLength: 20,
  documentLength: 200,
  matches: "idf",
  filters: 300,
  pool: 100,
  overlap: true,
  hidden: "300,300",
  activation: "relu",
  combine: "joint",
  dropout: 0.5,
};

/** The first version. Its words are counts of letter graphs, to be passed as frozen embeddings. */
export const DUET_V1: DuetOptions = {
  ...DEFAULTS,
  dimensions: 2000,
  queryLength: 10,
  documentLength: 1000,
  matches: "exact",
  activation: "tanh",
  combine: "sum",
  dropout: 0.2,
};

/** The small one of MatchZoo. */
export const DUET_MATCHZOO: DuetOptions = {
  ...DEFAULTS,
  queryLength: 30,
  documentLength: 180,
  matches: "exact",
  filters: 32,
  pool: 3,
  overlap: false,
  hidden: "32",
  combine: "sum",
};

/** Keeps the first scores of the joint form small, as the authors do. */
const JOINT_SCALE = 0.1;

const ACTIVATIONS: ReadonlyMap<string, Activation> = new Map([
  ["relu", relu],
  ["tanh", tanh],
]);

/** DUET: exact matches by position and distributed representations. */
export const DUET: ModelKind<DuetOptions> = defineModelKind(
  "duet",
  "exact matches by position and distributed representations (Mitra et al. 2017, 2019)",
  DEFAULTS,
  (options): ModelBody => {
    const { vocabulary, dimensions } = options;
    const activation = ACTIVATIONS.get(options.activation);
    if (activation === undefined)
      throw createChoiceError("activation", options.activation, "relu", "tanh");
    const embeddings = createEmbeddingTable(options, dimensions);
    const idf = createIdfTable(options);
    const sizes = parseSizes("hidden", options.hidden);
    const local = createLocalBranch(options, sizes, activation);
    const distributed = createDistributedBranch(options, sizes, activation);
    const head = createHead(options, sizes, activation);
    const layers = [...local.layers, ...distributed.layers, ...head.layers];
    return {
      embeddings,
      trained: { embeddings: [embeddings], network: layers.flatMap(listDenseParameters) },
      frozen: idf === undefined ? [] : [idf],
      needs: {
        unknown: "blank",
        longestQuery: options.queryLength,
        longestDocument: options.documentLength,
      },
      usesIdf: idf !== undefined,
      score(batch) {
        const vectors = lookUpWordVectors(embeddings, batch);
        const drop = applyDropout(batch, options.dropout);
        const within = options.combine === "joint" ? drop : noDropout;
        const scores = head.score(
          local.features(computeExactMatches(batch, idf), batch, within),
          distributed.features(vectors, batch, within),
          drop,
        );
        return reshape(scores, batch.pairs.left.shape);
      },
      initialValues: (random, pretrained = {}) =>
        new Map([
          [
            embeddings,
            initialiseEmbeddings(embeddings, random.split("embeddings"), pretrained.embeddings),
          ],
          ...layers.flatMap((layer) => initialiseDense(layer, random)),
          ...(idf === undefined
            ? []
            : [[idf, normaliseIdf(checkIdf("duet", vocabulary, pretrained.idf))] as const]),
        ]),
    };
  },
);

function createIdfTable({ matches, vocabulary }: DuetOptions & { vocabulary: number }) {
  if (matches === "exact") return undefined;
  if (matches === "idf") return variable("idf", [vocabulary]);
  throw createChoiceError("matches", matches, "exact", "idf");
}

/** The match of each query token with each document token, [cells]. */
function computeExactMatches({ words, query, document, pairs }: PairInputs, idf?: Tensor): Tensor {
  const isSame = pairEqual(query, document, pairs);
  if (idf === undefined) return isSame;
  return multiply(isSame, segmentSpread(gather(gather(idf, words), query), cellRows(pairs)));
}

interface Head extends Pick<Branch, "layers"> {
  score(local: Tensor, distributed: Tensor, drop: DropoutLayer): Tensor;
}

function createHead(
  { combine }: DuetOptions,
  sizes: readonly number[],
  activation: Activation,
): Head {
  const last = sizes.at(-1) as number;
  if (combine === "joint") {
    const stack = createStack("joint", last, sizes, activation);
    const score = createDense("score", last, 1);
    return {
      layers: [...stack.layers, score],
      score: (local, distributed, drop) =>
        scale(applyDense(score, stack.apply(add(local, distributed), drop)), JOINT_SCALE),
    };
  }
  if (combine !== "sum") throw createChoiceError("combine", combine, "joint", "sum");
  const localScore = createDense("local.score", last, 1);
  const distributedScore = createDense("distributed.score", last, 1);
  const bounded: Activation = activation === tanh ? tanh : (x) => x;
  return {
    layers: [localScore, distributedScore],
    score: (local, distributed, drop) =>
      add(
        bounded(applyDense(localScore, drop(local, localScore.name))),
        bounded(applyDense(distributedScore, drop(distributed, distributedScore.name))),
      ),
  };
}

function createChoiceError(option: string, value: string, ...choices: readonly string[]) {
  const names = choices.map((name) => `"${name}"`).join(" or ");
  return badArgument(`duet ${option} must be ${names}, got ${quote(value)}`);
}
