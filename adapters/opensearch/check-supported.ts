/** The refusal of options that a search on a cluster does not have. */

import type { SearchOptions } from "../../src/api/search-options.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import { parseHybridRanker } from "../../src/dense/index.ts";
import type { IndexSettings } from "../../src/index/index.ts";
import { parseRanker } from "../../src/ranking/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import type { PublishedRecord } from "./published-record.ts";

/**
 * `BAD_ARGUMENT` for a ranker that finds documents without words of the query, and for vectors where none
 * are published. Such an index is ranked by words, as a local one without an encoder, unless that is
 * refused.
 */
export function checkSupported(
  { vectors: hasVectors }: Pick<PublishedRecord, "vectors">,
  { vectors }: Pick<IndexSettings, "vectors">,
  { vector, ranker, rerank, vectorFallback }: SearchOptions,
): void {
  const byVector = needsQueryVector(ranker);
  if (hasVectors === undefined && (vector !== undefined || byVector)) {
    const what = vector === undefined ? "ranker by vectors" : "vector";
    throw badArgument(`the index is on a cluster, which has no ${what}; open the local index`);
  }
  const isDefault = vectors !== undefined && ranker === undefined && rerank === undefined;
  if (hasVectors === undefined && isDefault && vectorFallback === "refuse") {
    throw badArgument(
      'the index is on a cluster, which ranks by words; vectorFallback "refuse" needs vectors: open the local index',
    );
  }
  const words = byVector ? parseHybridRanker(ranker).first : ranker;
  if (typeof words === "string" && parseRanker(words).declaration.name === "rm3") {
    throw badArgument(
      `the index is on a cluster, which has no ranker ${quote(words)}: it finds documents without words of the query`,
    );
  }
}
