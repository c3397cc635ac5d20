/**
 * The gain of semantic search over keyword search: BM25, learned weights, MiniLM alone, hybrid
 * search, and a small network on top.
 *
 * Everything is tuned and learned on other queries than those reported on; alpha of the hybrid is
 * 1. All systems are compared with tuned BM25, one family per collection.
 */

import type { Experiment } from "../experiment.ts";
import { forEachCollection } from "../for-each-collection.ts";
import { HYBRID_OPTIONS, HYBRID_TEXT } from "./hybrid-options.ts";
import { createHybridReport, type HybridTable } from "./hybrid-report.ts";
import { createHybridSystems } from "./hybrid-systems.ts";
import { computeHybridOutcome } from "./hybrid-workload.ts";

const TABLE: HybridTable = {
  id: "hybrid",
  module: import.meta.url,
  title: "Keyword and semantic search",
  text: HYBRID_TEXT,
  computeOutcome: (request, environment) =>
    computeHybridOutcome(request, environment, createHybridSystems),
};

export const hybridExperiment: Experiment = {
  id: TABLE.id,
  title: "keyword and semantic search: BM25, learned weights, MiniLM, both, and a model on top",
  source: "docs/hybrid.md",
  collections: [
    ...["cranfield", "cisi", "vaswani", "nfcorpus:test"],
    ...["msmarco-mini:dl19", "wikiqa:test", "wordnet:test", "medquad:test"],
  ],
  quickCollections: ["cranfield"],
  needs: { judged: 20 },
  options: HYBRID_OPTIONS,

  run: (fullRequest, environment) =>
    forEachCollection(fullRequest, environment, TABLE.title, (request) =>
      createHybridReport(TABLE, request, environment),
    ),
};
