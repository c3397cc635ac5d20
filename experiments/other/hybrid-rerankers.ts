/**
 * Models that re-rank the best of `hybrid`: S-KNRM, and MiniLM as a
 * cross-encoder, each trained on the training queries of the collection. Their
 * candidates in training are those of BM25.
 */

import { openVectors } from "../../src/embeddings/index.ts";
import { parseMeasure } from "../../src/evaluation/index.ts";
import { openPretrained, type PretrainedBert } from "../../src/models/index.ts";
import { findCandidates } from "../../src/ranking/index.ts";
import { Reranker } from "../../src/reranking/index.ts";
import { type IndexVocabulary, readIndexVocabulary } from "../../src/scoring/index.ts";
import { type Backend, wasmBackend } from "../../src/tensor/index.ts";
import { trainRanker } from "../../src/training/index.ts";
import type { TrainingChoices } from "../../src/training/resolve-training.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { findNeuralCollection } from "../neural/neural-collections.ts";
import {
  createCrossEncoderBackend,
  MINILM,
  readCrossEncoderTraining,
} from "./cross-encoder-options.ts";
import type { HybridPart } from "./hybrid-queries.ts";
import type { HybridWorkload } from "./hybrid-workload.ts";

/**
 * One in this many training queries is held out to end training, if dev queries are not available
 * for it.
 */
const VALIDATION_SHARE = 10;

/** Maximum number of validation queries of a cross-encoder: scoring is expensive. */
const MAX_CROSS_ENCODED_QUERIES = 20;

/** A trained model, or the reason why there is none. */
export interface RerankerAttempt {
  /** The name in the table. */
  readonly name: string;
  /** The kind of file that holds the documents it reads. */
  readonly reads: string;
  readonly reranker: Reranker | string;
}

/** Trains a model on the queries of a part. The caller closes it. */
export async function trainReranker(
  model: "s-knrm" | "bert",
  workload: HybridWorkload,
  part: HybridPart,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<RerankerAttempt> {
  const tried =
    model === "bert"
      ? { name: "cross-encoder", reads: "stored" }
      : { name: "S-KNRM", reads: "forward" };
  if (!workload.queries.hasTraining) return { ...tried, reranker: "no training queries" };
  const words = await openVocabulary(workload, model, request, environment);
  if (typeof words === "string") return { ...tried, reranker: words };
  const { reader, collection, queries } = workload;
  const { searcher, snapshot, analyzer } = reader;
  const { progress } = environment;
  const of = { ranker: "bm25", top: 100, progress };
  const validationQueries = part.trainingQueries.filter((_, i) => i % VALIDATION_SHARE === 0);
  const trainingQueries = part.trainingQueries.filter((_, i) => i % VALIDATION_SHARE !== 0);
  const depth = request.number("depth");
  const isBert = model === "bert";
  const backend = isBert ? createCrossEncoderBackend(request) : createWordBackend(request);
  const { sampling } = findNeuralCollection(collection);
  const choices: TrainingChoices = isBert
    ? readCrossEncoderTraining(request)
    : { settings: { epochs: 3, period: 320 }, sampling };
  const ranker = await trainRanker(backend, snapshot, analyzer, {
    ...{ model, words, firstStage: "bm25", measure: parseMeasure("nDCG@10"), progress },
    longQueries: "first", // as in the stored outcomes
    examples: await findCandidates(searcher, trainingQueries, queries.judgements, of),
    validation: await findCandidates(
      searcher,
      isBert ? validationQueries.slice(0, MAX_CROSS_ENCODED_QUERIES) : validationQueries,
      queries.judgements,
      { ...of, top: depth },
    ),
    ...{ deepest: depth, shallowest: depth },
    ...choices,
  });
  return { ...tried, reranker: await Reranker.open(backend, ranker, snapshot, analyzer) };
}

/** The models that could be trained. */
export function listOpenRerankers(tried: readonly RerankerAttempt[]): readonly Reranker[] {
  return tried.flatMap(({ reranker }) => (typeof reranker === "string" ? [] : [reranker]));
}

function createWordBackend(request: ExperimentRequest): Backend {
  return wasmBackend({ threads: request.number("threads") });
}

async function openVocabulary(
  { reader }: HybridWorkload,
  model: string,
  request: ExperimentRequest,
  { files, findPackage }: ExperimentEnvironment,
): Promise<IndexVocabulary | PretrainedBert | string> {
  const { snapshot, analyzer } = reader;
  if (model === "bert") {
    const modelPath = request.text("bert");
    return modelPath === "none"
      ? `not trained: --set bert=${MINILM}`
      : openPretrained(files, modelPath, { findPackage });
  }
  const vectors = request.text("vectors");
  if (vectors === "none") return readIndexVocabulary(snapshot, analyzer, {});
  const opened = await openVectors(files, vectors, { findPackage });
  return readIndexVocabulary(snapshot, analyzer, { vectors: opened.vectors });
}
