/** Names what ranked a result: the default ranker depends on the index and on the query. */

import type { SearchOptions } from "../api/search-options.ts";
import type { RankingDescription } from "../api/search-result.ts";
import { type IndexReader, nameHybrid } from "./index-reader.ts";

export type RankingOptions = Pick<SearchOptions, "ranker" | "weights" | "vector" | "rerank">;

/** Whether a query without a named ranker is ranked by words and by its vector. */
export function isHybridByDefault(
  { snapshot }: IndexReader,
  { vector }: Pick<RankingOptions, "vector">,
): boolean {
  return vector !== undefined && snapshot.settings.vectors !== undefined;
}

/** The ranking of options whose ranker has the vector that it needs. */
export function describeResolved(
  reader: IndexReader,
  { ranker, weights, vector, rerank }: RankingOptions,
): RankingDescription {
  const { vectors, pruning } = reader.snapshot.settings;
  const lexical = weights?.ranker ?? reader.lexicalRanker;
  const isHybrid = isHybridByDefault(reader, { vector });
  const name = ranker ?? (isHybrid ? nameHybrid(lexical) : lexical);
  // A model re-ranks the lexical ranking, which is then no fallback.
  const isFallback = vectors !== undefined && !isHybrid && (ranker ?? rerank) === undefined;
  return {
    ranker: typeof name === "string" ? name : "custom",
    ...(isFallback ? { fallback: "words" } : undefined),
    ...(pruning === undefined ? undefined : { isPruned: true }),
  };
}
