/**
 * What a cross-encoder adds to words and meaning: MiniLM, trained on a small
 * budget to read query and document together, re-ranks the best of `hybrid`.
 * All systems see the same queries and are compared with `hybrid`.
 */

import type { Experiment } from "../experiment.ts";
import { forEachCollection } from "../joined-report.ts";
import { CROSS_ENCODER_OPTIONS, CROSS_ENCODER_TEXT } from "./cross-encoder-options.ts";
import { tunedBm25 } from "./hybrid-learning.ts";
import { type HybridTable, hybridReport } from "./hybrid-report.ts";
import { openedRerankers, trainedReranker } from "./hybrid-rerankers.ts";
import { HYBRID_FILES, rerankedSystem, searchesOf, WORD_FILES } from "./hybrid-searches.ts";
import { hybridOutcome, type SystemsOf } from "./hybrid-workload.ts";

/** Hybrid comes first. */
const crossEncoderSystems: SystemsOf = async (workload, part, request, environment) => {
  const { reader, queries, vectorOf } = workload;
  const first = await tunedBm25(reader, part, queries.judgements);
  const by = searchesOf(reader, vectorOf);
  const hybrid = by({ ranker: `hybrid(${first},dense)` });
  const tried = [
    await trainedReranker("s-knrm", workload, part, request, environment),
    await trainedReranker("bert", workload, part, request, environment),
  ];
  const systems = [
    { name: "hybrid", kinds: HYBRID_FILES, rank: hybrid },
    { name: "bm25, tuned", kinds: WORD_FILES, rank: by({ ranker: first }) },
    { name: "dense", kinds: ["vectors"], rank: by({ ranker: "dense" }) },
    ...tried.map((each) => rerankedSystem(each, hybrid, request.number("depth"))),
  ];
  return { systems, rerankers: openedRerankers(tried) };
};

const TABLE: HybridTable = {
  id: "cross-encoder",
  title: "A cross-encoder on top of words and meaning",
  text: CROSS_ENCODER_TEXT,
  outcomeOf: (request, environment) => hybridOutcome(request, environment, crossEncoderSystems),
};

export const crossEncoderExperiment: Experiment = {
  id: TABLE.id,
  title: "what MiniLM as a cross-encoder adds to words and meaning",
  source: "docs/hybrid.md",
  collections: ["wikiqa:test", "wordnet:test", "msmarco-mini:dl19", "nfcorpus:test"],
  quickCollections: ["nfcorpus:test"],
  needs: { judged: 20 },
  options: CROSS_ENCODER_OPTIONS,

  run: (asked, environment) =>
    forEachCollection(asked, environment, TABLE.title, (request) =>
      hybridReport(TABLE, request, environment),
    ),
};
