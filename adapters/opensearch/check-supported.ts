/** The refusal of options that a search on a cluster does not have. */

import type { SearchOptions } from "../../src/api/search-options.ts";
import { badArgument, quote } from "../../src/common/errors.ts";
import { parseRanker } from "../../src/ranking/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";

/** `BAD_ARGUMENT` for vectors, and for a ranker that finds documents without words of the query. */
export function checkSupported({ vector, ranker }: SearchOptions): void {
  if (vector !== undefined || needsQueryVector(ranker)) {
    const what = vector === undefined ? "ranker by vectors" : "vector";
    throw badArgument(`the index is on a cluster, which has no ${what}; open the local index`);
  }
  if (typeof ranker === "string" && parseRanker(ranker).declaration.name === "rm3") {
    throw badArgument(
      `the index is on a cluster, which has no ranker ${quote(ranker)}: it finds documents without words of the query`,
    );
  }
}
