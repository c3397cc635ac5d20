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

export interface QueryBatch {
  /** The same for all batches of a pool, and of no other. */
  readonly pool: string;
  readonly files: CommitFiles;
  readonly shared: SharedIndex;
  readonly queries: readonly (string | readonly string[])[];
  readonly options: SentOptions;
}

const searchers = new Map<string, Promise<Searcher>>();

/** Hits of each query, in their order. */
export async function rankBatch(batch: QueryBatch): Promise<Hits[]> {
  let opening = searchers.get(batch.pool);
  if (opening === undefined) {
    opening = openSearcher(batch);
    searchers.set(batch.pool, opening);
  }
  const searcher = await opening;
  const hits: Hits[] = [];
  for (const query of batch.queries) hits.push(await searcher.rank(query, batch.options));
  return hits;
}

async function openSearcher({ files, shared }: QueryBatch): Promise<Searcher> {
  const snapshot = await IndexSnapshot.open(directoryOf(files));
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  // A clock cannot be sent; deadlines are in milliseconds since the epoch on every thread.
  const clock = (): number => performance.timeOrigin + performance.now();
  return new Searcher(snapshot, { analyzer, clock, shared });
}
