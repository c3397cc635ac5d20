/**
 * Models that re-rank the best of `hybrid`: S-KNRM, and MiniLM as a
 * cross-encoder, each trained on the training queries of the collection. Their
 * candidates in training are those of BM25.
 */

import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import { parseMeasure } from "../../src/evaluation/index.ts";
import { openPretrained, type PretrainedBert } from "../../src/models/index.ts";
import { findCandidates } from "../../src/ranking/index.ts";
import { Reranker } from "../../src/reranking/index.ts";
import { type KnownVocabulary, knownVocabulary } from "../../src/scoring/index.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import { trainRanker } from "../../src/training/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { neuralCollection } from "../neural/neural-collections.ts";
import type { HybridPart, HybridQueries } from "./hybrid-parts.ts";

/** The models by the names of the option, as the table calls them. */
const RERANKERS: Readonly<Record<string, string>> = { "s-knrm": "S-KNRM", bert: "cross-encoder" };

/** A share of the training queries decides when training ends, where dev queries are not for it. */
const VALIDATION_SHARE = 10;

/** A trained model, or why there is none. */
export interface TriedReranker {
  readonly name: string;
  readonly reranker: Reranker | string;
}

/** Trains what the option `models` names. Whoever asks closes them. */
export async function trainedRerankers(
  reader: IndexReader,
  collection: string,
  part: HybridPart,
  queries: HybridQueries,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<readonly TriedReranker[]> {
  const tried: TriedReranker[] = [];
  for (const model of request.choices("models", Object.keys(RERANKERS))) {
    const name = RERANKERS[model];
    if (name === undefined) throw badArgument(`no model ${quote(model)}`);
    const task = { model, collection, part, queries };
    const reranker = queries.hasTraining
      ? await trained(reader, task, request, environment)
      : "no training queries";
    tried.push({ name, reranker });
  }
  return tried;
}

async function trained(
  reader: IndexReader,
  {
    model,
    collection,
    part,
    queries,
  }: { model: string; collection: string; part: HybridPart; queries: HybridQueries },
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<Reranker | string> {
  const words = await wordsOf(reader, model, request, environment);
  if (typeof words === "string") return words;
  const { searcher, snapshot, analyzer } = reader;
  const { progress } = environment;
  const of = { ranker: "bm25", top: 100, progress };
  const held = part.learned.filter((_, i) => i % VALIDATION_SHARE === 0);
  const taught = part.learned.filter((_, i) => i % VALIDATION_SHARE !== 0);
  const depth = request.number("depth");
  const isBert = model === "bert";
  const most = request.number("bertExamples");
  const { sampling } = neuralCollection(collection);
  const backend = wasmBackend({ threads: request.number("threads") });
  const ranker = await trainRanker(backend, snapshot, analyzer, {
    ...{ model, words, firstStage: "bm25", measure: parseMeasure("nDCG@10"), progress },
    examples: await findCandidates(searcher, taught, queries.judgements, of),
    // Scoring is dear with BERT.
    validation: await findCandidates(
      searcher,
      isBert ? held.slice(0, 40) : held,
      queries.judgements,
      { ...of, top: depth },
    ),
    ...{ deepest: depth, shallowest: depth },
    ...(isBert
      ? { settings: { mostExamples: most, epochs: 2, period: Math.ceil(most / 8) } }
      : { settings: { epochs: 3, period: 320 }, sampling }),
  });
  return Reranker.open(backend, ranker, snapshot, analyzer);
}

async function wordsOf(
  { snapshot, analyzer }: IndexReader,
  model: string,
  request: ExperimentRequest,
  { files, findPackage }: ExperimentEnvironment,
): Promise<KnownVocabulary | PretrainedBert | string> {
  try {
    if (model === "bert") return await openPretrained(files, request.text("bert"), { findPackage });
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return `not trained: ${error.message}`;
  }
  const vectors = request.text("vectors");
  if (vectors === "none") return knownVocabulary(snapshot, analyzer, {});
  const opened = await openVectors(files, vectors, { findPackage });
  return knownVocabulary(snapshot, analyzer, { vectors: opened.vectors });
}
