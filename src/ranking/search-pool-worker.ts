/** The module of search threads: ranks batches of queries over memory that all threads share. */

import { IndexSnapshot } from "../index/index-snapshot.ts";
import { openAnalyzer } from "../text/index.ts";
import type { SharedIndex } from "./kernels/shared-index.ts";
import { type CommitFiles, directoryOf } from "./search-pool-files.ts";
import { type RankOptions, Searcher } from "./searcher.ts";
import type { Hits } from "./traversal/hits.ts";

/** What of the options can go to another thread. */
export type SentOptions = Omit<RankOptions, "ranker" | "filter"> & {
  readonly ranker?: string;
  readonly filter?: ReadonlySet<number>;
};

export type Queries = readonly (string | readonly string[])[];

/** What a thread needs to search an index. */
export interface SentIndex {
  readonly files: CommitFiles;
  readonly shared: SharedIndex;
}

export interface QueryBatch extends SentIndex {
  /** The same for all batches of a pool, and of no other. */
  readonly pool: string;
  readonly queries: Queries;
  readonly options: SentOptions;
}

const searchers = new Map<string, Promise<Searcher>>();

/** Hits of each query, in their order. The index is opened with the first batch of a pool. */
export async function rankBatch({ pool, queries, options, ...index }: QueryBatch): Promise<Hits[]> {
  let searcher = searchers.get(pool);
  if (searcher === undefined) {
    searcher = openSearcher(index);
    searchers.set(pool, searcher);
  }
  return rankAll(await searcher, queries, options);
}

export async function rankAll(
  searcher: Searcher,
  queries: Queries,
  options: SentOptions,
): Promise<Hits[]> {
  const hits: Hits[] = [];
  for (const query of queries) hits.push(await searcher.rank(query, options));
  return hits;
}

export async function openSearcher({ files, shared }: SentIndex): Promise<Searcher> {
  const snapshot = await IndexSnapshot.open(directoryOf(files));
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  // A clock cannot be sent; deadlines are in milliseconds since the epoch on every thread.
  const clock = (): number => performance.timeOrigin + performance.now();
  return new Searcher(snapshot, { analyzer, clock, shared });
}
