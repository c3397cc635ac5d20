/** Many queries, one ranker: a run, made by one thread or by those of a pool. */

import type { Query } from "../collection/document.ts";
import type { Ranking, Run } from "../collection/run.ts";
import { type Progress, silent } from "../common/progress.ts";
import { findExcludedDocuments } from "./candidates.ts";
import { DocumentIdCache } from "./document-id-cache.ts";
import type { Ranker } from "./ranker.ts";
import type { SearchPool } from "./search-pool.ts";
import type { PoolRankOptions } from "./search-pool-worker.ts";
import type { Searcher } from "./searcher.ts";
import type { Hits } from "./traversal/hits.ts";

/** How a set of queries is ranked. */
export interface QueryBatchOptions {
  readonly ranker?: string | Ranker;
  /** Maximum number of documents per query. */
  readonly top?: number;
  readonly minMatch?: number;
  readonly syntax?: boolean;
  /** Name of the run. Default: the name of the ranker. */
  readonly name?: string;
  readonly progress?: Progress;
}

/** A ranker is sent to the threads by its name. */
export type PoolBatchOptions = Omit<QueryBatchOptions, "ranker"> & { readonly ranker?: string };

/**
 * Ranks the documents of an index for each query. A query that finds nothing
 * has an empty ranking. Documents that a query excludes are not returned.
 */
export async function rankQueries(
  searcher: Searcher,
  queries: readonly Query[],
  { ranker = "bm25", top = 1000, name, progress = silent, ...options }: QueryBatchOptions = {},
): Promise<Run> {
  const task = typeof ranker === "string" ? ranker : (name ?? "ranking");
  const ids = new DocumentIdCache(searcher.view);
  const rankings = new Map<string, Ranking>();
  for (const query of queries) {
    const exclude = findExcludedDocuments(searcher.view, query);
    const hits = await searcher.rank(query.text, { ranker, top, ...options, exclude });
    rankings.set(query.id, { documents: ids.getIds(hits), scores: hits.scores });
    const done = rankings.size;
    if (done % 16 === 0 || done === queries.length) {
      const finished = done === queries.length;
      progress({ task, unit: "queries", done, total: queries.length, finished });
    }
  }
  return { name: name ?? task, rankings };
}

/** Number of queries that run at once on a pool. */
const QUERIES_PER_BATCH = 512;

/** As `rankQueries`, on the threads of a pool. The run is the same. */
export async function rankQueriesOn(
  pool: SearchPool,
  queries: readonly Query[],
  { ranker = "bm25", top = 1000, name, progress = silent, ...options }: PoolBatchOptions = {},
): Promise<Run> {
  const ids = new DocumentIdCache(pool.snapshot);
  const rankings = new Map<string, Ranking>();
  for (let from = 0; from < queries.length; from += QUERIES_PER_BATCH) {
    const some = queries.slice(from, from + QUERIES_PER_BATCH);
    const hits = await rankOnPool(pool, some, { ranker, top, ...options });
    for (const [i, { id }] of some.entries()) {
      const queryHits = hits[i] as Hits;
      rankings.set(id, { documents: ids.getIds(queryHits), scores: queryHits.scores });
    }
    const finished = from + some.length === queries.length;
    const done = from + some.length;
    progress({ task: ranker, unit: "queries", done, total: queries.length, finished });
  }
  return { name: name ?? ranker, rankings };
}

/** Queries that exclude nothing go together, the others each by itself. */
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
