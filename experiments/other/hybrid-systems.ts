/**
 * The systems of the hybrid table on one collection: tuned and learned on some queries, run on
 * others.
 */

import type { ScoringOptions } from "../../src/search/index.ts";
import { learnHybridWeights, tuneBm25 } from "./hybrid-learning.ts";
import { listOpenRerankers, trainReranker } from "./hybrid-rerankers.ts";
import {
  createRerankedSystem,
  createSearches,
  HYBRID_FILES,
  WORD_FILES,
} from "./hybrid-searches.ts";
import type { SystemFactory } from "./hybrid-workload.ts";
import type { RankingSystem } from "./system-outcome.ts";

/** Learns on a part. Tuned BM25 comes first. */
export const createHybridSystems: SystemFactory = async (workload, part, request, environment) => {
  const { reader, queries, queryVectors } = workload;
  const first = await tuneBm25(reader, part, queries.judgements);
  const weights = await learnHybridWeights(reader, part, queries.judgements, request, environment);
  const reranker = await trainReranker("s-knrm", workload, part, request, environment);
  const by = createSearches(reader, queryVectors);
  const weighted = (
    name: string,
    kinds: readonly string[],
    scoring: ScoringOptions,
  ): RankingSystem =>
    typeof weights === "string"
      ? { name, kinds, missing: weights }
      : { name, kinds, rank: by({ ...scoring, weights }) };
  const hybrid = by({ ranker: `hybrid(${first},dense)` });
  const systems = [
    { name: "bm25, tuned", kinds: WORD_FILES, rank: by({ ranker: first }) },
    { name: "bm25", kinds: WORD_FILES, rank: by({ ranker: "bm25" }) },
    weighted("learned weights", WORD_FILES, {}),
    { name: "dense", kinds: ["vectors"], rank: by({ ranker: "dense" }) },
    { name: "rrf", kinds: HYBRID_FILES, rank: by({ ranker: `rrf(${first},dense)` }) },
    { name: "hybrid", kinds: HYBRID_FILES, rank: hybrid },
    weighted("hybrid, learned weights", HYBRID_FILES, { ranker: "hybrid" }),
    createRerankedSystem(reranker, hybrid, request.number("depth")),
  ];
  return { systems, rerankers: listOpenRerankers([reranker]) };
};
