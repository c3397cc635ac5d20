/**
 * The systems of the table of words and meaning on one collection: tuned and
 * learned on some queries, at work on others.
 */

import type { Query } from "../../src/collection/document.ts";
import { documentsWithoutIds, type Hits } from "../../src/ranking/index.ts";
import type { IndexReader, ScoringOptions } from "../../src/search/index.ts";
import { askedWithin } from "../../src/search/search-hits.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { learnedWeights, tunedBm25 } from "./hybrid-learning.ts";
import {
  measuredOutcome,
  type Ranked,
  type RankingSystem,
  rankedBy,
  type SystemOutcome,
} from "./hybrid-measured.ts";
import type { HybridQueries } from "./hybrid-parts.ts";
import { trainedRerankers } from "./hybrid-rerankers.ts";

/** The files of an index that a system reads, by kind. */
const WORDS = ["terms", "postings", "document"];
const VECTORS = [...WORDS, "vectors"];

/** Learns on each part what is learned, ranks the queries that nothing was learned from, and measures. */
export async function systemOutcomes(
  reader: IndexReader,
  collection: string,
  queries: HybridQueries,
  vectorOf: ReadonlyMap<string, Float32Array>,
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<readonly SystemOutcome[]> {
  const found = new Map<string, Ranked>();
  for (const part of queries.parts) {
    const first = await tunedBm25(reader, part, queries.judgements);
    const weights = await learnedWeights(reader, part, queries.judgements, request, environment);
    const rerankers = await trainedRerankers(
      reader,
      collection,
      part,
      queries,
      request,
      environment,
    );
    const by =
      (scoring: ScoringOptions) =>
      async ({ id, text, exclude = [] }: Query): Promise<Hits> => {
        const vector = vectorOf.get(id);
        const asked = await askedWithin(
          reader,
          text,
          { ...scoring, vector },
          {
            ...(exclude.length === 0
              ? {}
              : { filter: documentsWithoutIds(reader.snapshot, exclude) }),
          },
        );
        return asked.rank(100);
      };
    const weighted = (
      name: string,
      kinds: readonly string[],
      scoring: ScoringOptions,
    ): RankingSystem =>
      typeof weights === "string"
        ? { name, kinds, missing: weights }
        : { name, kinds, rank: by({ ...scoring, weights }) };
    const hybrid = by({ ranker: `hybrid(${first},dense)` });
    const depth = request.number("depth");
    const systems: readonly RankingSystem[] = [
      { name: "bm25, tuned", kinds: WORDS, rank: by({ ranker: first }) },
      { name: "bm25", kinds: WORDS, rank: by({ ranker: "bm25" }) },
      weighted("learned weights", WORDS, {}),
      { name: "dense", kinds: ["vectors"], rank: by({ ranker: "dense" }) },
      { name: "rrf", kinds: VECTORS, rank: by({ ranker: `rrf(${first},dense)` }) },
      { name: "hybrid", kinds: VECTORS, rank: hybrid },
      weighted("hybrid, learned weights", VECTORS, { ranker: "hybrid" }),
      ...rerankers.map(({ name, reranker }): RankingSystem => {
        const system = { name: `hybrid, then ${name}`, kinds: [...VECTORS, "forward"] };
        if (typeof reranker === "string") return { ...system, missing: reranker };
        const rank = async (query: Query): Promise<Hits> =>
          reranker.rerank(query.text, await hybrid(query), { depth });
        return { ...system, rank };
      }),
    ];
    for (const system of systems) {
      found.set(system.name, await rankedBy(reader, system, part, found.get(system.name)));
    }
    for (const { reranker } of rerankers) {
      if (typeof reranker !== "string") await reranker.close();
    }
  }
  return [...found.values()].map((ranked) => measuredOutcome(reader, ranked, queries));
}
