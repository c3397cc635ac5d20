/**
 * The gain of a cross-encoder over hybrid search: MiniLM, trained on a small budget to read query
 * and document together, re-ranks the best of `hybrid`. All systems see the same queries and are
 * compared with `hybrid`.
 */

import type { Experiment } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { CROSS_ENCODER_OPTIONS, CROSS_ENCODER_TEXT } from "./cross-encoder-options.ts";
import { tuneBm25 } from "./hybrid-learning.ts";
import { createHybridReport, type HybridTable } from "./hybrid-report.ts";
import { listOpenRerankers, trainReranker } from "./hybrid-rerankers.ts";
import {
  createRerankedSystem,
  createSearches,
  HYBRID_FILES,
  WORD_FILES,
} from "./hybrid-searches.ts";
import { computeHybridOutcome, type SystemFactory } from "./hybrid-workload.ts";

/** Hybrid comes first. */
const createCrossEncoderSystems: SystemFactory = async (workload, part, request, environment) => {
  const { reader, queries, queryVectors } = workload;
  const first = await tuneBm25(reader, part, queries.judgements);
  const by = createSearches(reader, queryVectors);
  const hybrid = by({ ranker: `hybrid(${first},dense)` });
  const tried = [
    await trainReranker("s-knrm", workload, part, request, environment),
    await trainReranker("bert", workload, part, request, environment),
  ];
  const systems = [
    { name: "hybrid", kinds: HYBRID_FILES, rank: hybrid },
    { name: "bm25, tuned", kinds: WORD_FILES, rank: by({ ranker: first }) },
    { name: "dense", kinds: ["vectors"], rank: by({ ranker: "dense" }) },
    ...tried.map((each) => createRerankedSystem(each, hybrid, request.number("depth"))),
  ];
  return { systems, rerankers: listOpenRerankers(tried) };
};

const TABLE: HybridTable = {
  id: "cross-encoder",
  module: import.meta.url,
  title: "A cross-encoder on top of hybrid search",
  text: CROSS_ENCODER_TEXT,
  computeOutcome: (request, environment) =>
    computeHybridOutcome(request, environment, createCrossEncoderSystems),
};

export const crossEncoderExperiment: Experiment = {
  id: TABLE.id,
  title: "MiniLM as a cross-encoder on top of hybrid search",
  source: "docs/hybrid.md",
  collections: ["wikiqa:test", "wordnet:test", "msmarco-mini:dl19", "nfcorpus:test"],
  quickCollections: ["nfcorpus:test"],
  needs: { judged: 20 },
  options: CROSS_ENCODER_OPTIONS,

  run: (fullRequest, environment) =>
    forEachCollection(fullRequest, environment, TABLE.title, (request) =>
      createHybridReport(TABLE, request, environment),
    ),
};
