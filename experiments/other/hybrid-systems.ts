/**
 * The systems of the table of words and meaning on one collection: tuned and
 * learned on some queries, at work on others.
 */

import type { ScoringOptions } from "../../src/search/index.ts";
import { learnedWeights, tunedBm25 } from "./hybrid-learning.ts";
import type { RankingSystem } from "./hybrid-measured.ts";
import { openedRerankers, trainedReranker } from "./hybrid-rerankers.ts";
import { HYBRID_FILES, rerankedSystem, searchesOf, WORD_FILES } from "./hybrid-searches.ts";
import type { SystemsOf } from "./hybrid-workload.ts";

/** Learns on a part what is learned. Tuned BM25 comes first. */
export const hybridSystems: SystemsOf = async (workload, part, request, environment) => {
  const { reader, queries, vectorOf } = workload;
  const first = await tunedBm25(reader, part, queries.judgements);
  const weights = await learnedWeights(reader, part, queries.judgements, request, environment);
  const reranker = await trainedReranker("s-knrm", workload, part, request, environment);
  const by = searchesOf(reader, vectorOf);
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
    rerankedSystem(reranker, hybrid, request.number("depth")),
  ];
  return { systems, rerankers: openedRerankers([reranker]) };
};
