/** Milliseconds of processor time per query of several searches, measured in turns. */

import type { Query } from "../../src/collection/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import type { OpenIndex } from "./open-index.ts";

/** The best of several rounds counts: others include the compiler and other work. */
const MIN_ROUNDS = 3;
/** Fewer searches are measured before the compiler is done with them. */
const MIN_SEARCHES = 1000;
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
  if (timed.length === 0) return best;
  const rounds = Math.max(MIN_ROUNDS, Math.ceil(MIN_SEARCHES / timed.length));
  for (let round = 0; round < rounds; round++) {
    for (const [i, { index, ranker }] of searches.entries()) {
      const retriever = createIndexRetriever(index.searcher, { ranker });
      const start = process.cpuUsage();
      await runQueries(retriever, timed);
      const { user, system } = process.cpuUsage(start);
      best[i] = Math.min(best[i] as number, (user + system) / 1000 / timed.length);
    }
  }
  return best;
}
