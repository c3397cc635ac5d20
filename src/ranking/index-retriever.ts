/** Retrieves the rankings of a run from an index, on the calling thread or on the threads of a pool. */

import type { Query } from "../collection/document.ts";
import { findExcludedDocuments } from "./candidates.ts";
import { DocumentIdCache } from "./document-id-cache.ts";
import type { Ranker } from "./ranker.ts";
import { type BatchRetriever, createHitsRetriever, toRanking } from "./run-queries.ts";
import type { SearchPool } from "./search-pool.ts";
import type { PoolRankOptions } from "./search-pool-worker.ts";
import type { RankOptions, Searcher } from "./searcher.ts";
import type { Hits } from "./traversal/hits.ts";

/** How the queries of a run are ranked. */
export interface IndexRetrieverOptions
  extends Pick<RankOptions, "minMatch" | "syntax" | "fields" | "exactFields" | "boost"> {
  readonly ranker?: string | Ranker;
}

/** Threads receive a ranker by its name. */
export type PoolRetrieverOptions = Omit<IndexRetrieverOptions, "ranker"> & {
  readonly ranker?: string;
};

/** Ranks on the calling thread. A ranker without a name gives the run the name `ranking`. */
export function createIndexRetriever(
  searcher: Searcher,
  { ranker = "bm25", ...options }: IndexRetrieverOptions = {},
): BatchRetriever {
  const { view } = searcher;
  return createHitsRetriever(
    view,
    (query, top) =>
      searcher.rank(query.text, {
        ...{ ranker, top, ...options, exclude: findExcludedDocuments(view, query) },
      }),
    typeof ranker === "string" ? { name: ranker, task: ranker } : { name: "ranking" },
  );
}

/** Number of queries that run at once on a pool. */
const QUERIES_PER_BATCH = 512;

/** As `createIndexRetriever`, on the threads of a pool. The runs are the same. */
export function createPoolRetriever(
  pool: SearchPool,
  { ranker = "bm25", ...options }: PoolRetrieverOptions = {},
): BatchRetriever {
  const ids = new DocumentIdCache(pool.snapshot);
  return {
    name: ranker,
    task: ranker,
    batchSize: QUERIES_PER_BATCH,
    async retrieve(queries, top) {
      const hits = await rankOnPool(pool, queries, { ranker, top, ...options });
      return hits.map((each) => toRanking(ids, each));
    },
  };
}

/** Queries that exclude nothing run together, the others one by one. */
async function rankOnPool(
  pool: SearchPool,
  queries: readonly Query[],
  options: PoolRankOptions,
): Promise<Hits[]> {
  const excludes = queries.map((query) => findExcludedDocuments(pool.snapshot, query));
  const free = queries.filter((_, i) => excludes[i]?.size === 0);
  const together = pool.rank(
    free.map(({ text }) => text),
    options,
  );
  const alone = queries.map(({ text }, i) => {
    const exclude = excludes[i] as ReadonlySet<number>;
    return exclude.size === 0 ? undefined : pool.rank([text], { ...options, exclude });
  });
  const [first, ...others] = await Promise.all([together, ...alone]);
  const rest = first.values();
  return others.map((hits) => (hits === undefined ? rest.next().value : hits[0]) as Hits);
}
