/** The searches of the hybrid tables: one per ranker, and one re-ranked by a model. */

import type { Query } from "../../src/collection/document.ts";
import type { Hits } from "../../src/ranking/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import type { IndexReader, ScoringOptions } from "../../src/search/index.ts";
import { openQuery } from "../../src/search/open-query.ts";
import type { RerankerAttempt } from "./hybrid-rerankers.ts";
import type { RankingSystem } from "./system-outcome.ts";

/** The kinds of index files that a keyword search reads. */
export const WORD_FILES: readonly string[] = ["terms", "postings", "document"];

/** The kinds that a hybrid search reads. */
export const HYBRID_FILES: readonly string[] = [...WORD_FILES, "vectors"];

/** Finds the best 100 documents for a query. */
export type RankedSearch = (query: Query) => Promise<Hits>;

/** Searches by any ranker with precomputed query vectors; excluded documents are not returned. */
export function createSearches(
  reader: IndexReader,
  queryVectors: ReadonlyMap<string, Float32Array>,
): (scoring: ScoringOptions) => RankedSearch {
  return (scoring) => async (query) => {
    // Without a named ranker, a vector would make the ranking hybrid.
    const vector = needsQueryVector(scoring.ranker) ? queryVectors.get(query.id) : undefined;
    return (await openQuery(reader, query, { ...scoring, vector })).rank(100);
  };
}

/** The best of `hybrid`, re-ranked by a model. */
export function createRerankedSystem(
  { name, reads, reranker }: RerankerAttempt,
  hybrid: RankedSearch,
  depth: number,
): RankingSystem {
  const system = { name: `hybrid, then ${name}`, kinds: [...HYBRID_FILES, reads] };
  if (typeof reranker === "string") return { ...system, missing: reranker };
  const rank = async (query: Query): Promise<Hits> =>
    reranker.rerank(query.text, await hybrid(query), { depth });
  return { ...system, rank };
}
