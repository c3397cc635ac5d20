/** The refusal of options that a search on a cluster does not have. */

import type { SearchOptions } from "../../src/api/search-options.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import type { IndexSettings } from "../../src/index/index.ts";
import { parseRanker } from "../../src/ranking/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";

/**
 * `BAD_ARGUMENT` for vectors, and for a ranker that finds documents without words of the query. An
 * index with vectors is ranked by words, as a local one without an encoder, unless that is refused.
 */
export function checkSupported(
  { vectors }: Pick<IndexSettings, "vectors">,
  { vector, ranker, rerank, vectorFallback }: SearchOptions,
): void {
  if (vector !== undefined || needsQueryVector(ranker)) {
    const what = vector === undefined ? "ranker by vectors" : "vector";
    throw badArgument(`the index is on a cluster, which has no ${what}; open the local index`);
  }
  const isDefault = vectors !== undefined && ranker === undefined && rerank === undefined;
  if (isDefault && vectorFallback === "refuse") {
    throw badArgument(
      'the index is on a cluster, which ranks by words; vectorFallback "refuse" needs vectors: open the local index',
    );
  }
  if (typeof ranker === "string" && parseRanker(ranker).declaration.name === "rm3") {
    throw badArgument(
      `the index is on a cluster, which has no ranker ${quote(ranker)}: it finds documents without words of the query`,
    );
  }
}
