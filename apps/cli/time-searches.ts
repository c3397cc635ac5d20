/** Milliseconds per query of several searches, measured in turns. */

import type { Query } from "../../src/collection/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import type { OpenIndex } from "./open-index.ts";

/** The best of several rounds counts: others include the compiler and other work. */
const ROUNDS = 3;
/** More would not change the mean. */
const MAX_QUERIES = 200;

export interface TimedSearch {
  readonly index: Pick<OpenIndex, "searcher">;
  readonly ranker: string;
}

/** One time for each search, for the best 1,000 documents of each query. */
export async function timeSearches(
  searches: readonly TimedSearch[],
  queries: readonly Query[],
): Promise<readonly number[]> {
  const timed = queries.slice(0, MAX_QUERIES);
  const best = searches.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { index, ranker }] of searches.entries()) {
      const retriever = createIndexRetriever(index.searcher, { ranker });
      const start = performance.now();
      await runQueries(retriever, timed);
      best[i] = Math.min(best[i] as number, (performance.now() - start) / timed.length);
    }
  }
  return best;
}
