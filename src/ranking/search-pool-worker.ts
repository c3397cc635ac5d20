/**
 * The module of search threads: ranks queries over memory that all threads share.
 * Threads take the next query of a call from a shared counter, so no thread
 * waits for another.
 */

import { fieldAnalyzers } from "../index/schema/index.ts";
import { IndexSnapshot } from "../index/snapshots/index.ts";
import { openAnalyzer } from "../text/index.ts";
import { DocumentSet } from "./document-set.ts";
import type { SharedIndex } from "./kernels/shared-index.ts";
import { type PackedHits, packHits } from "./packed-hits.ts";
import { type CommitFiles, directoryOf } from "./search-pool-files.ts";
import { type RankOptions, Searcher } from "./searcher.ts";
import type { Hits } from "./traversal/hits.ts";

/** The options that can be sent to another thread. */
export type SentOptions = Omit<RankOptions, "ranker" | "filter"> & {
  readonly ranker?: string;
  /** A set, or the words of a `DocumentSet`. */
  readonly filter?: ReadonlySet<number> | Uint32Array;
};

export type Queries = readonly (string | readonly string[])[];

/** What a thread needs to search an index. */
export interface SentIndex {
  readonly files: CommitFiles;
  readonly shared: SharedIndex;
}

export interface QueryCall extends SentIndex {
  /** Identifies the pool. */
  readonly pool: string;
  readonly queries: Queries;
  /** The number of the next query that no thread has taken. In shared memory. */
  readonly next: Int32Array;
  readonly options: SentOptions;
}

/** Searchers that a thread keeps: of the newest commit, and of the one before it, which may be in use. */
const MOST_SEARCHERS = 2;

const searchers = new Map<string, Promise<Searcher>>();

/** Hits of the queries that this thread took. The index is opened with the first call of a pool. */
export async function rankShare({
  pool,
  queries,
  next,
  options,
  ...index
}: QueryCall): Promise<PackedHits> {
  let opened = searchers.get(pool);
  if (opened === undefined) {
    opened = openSearcher(index);
    searchers.set(pool, opened);
    for (const oldest of searchers.keys()) {
      if (searchers.size <= MOST_SEARCHERS) break;
      searchers.delete(oldest);
    }
  }
  const searcher = await opened;
  const hits = new Map<number, Hits>();
  for (let i = Atomics.add(next, 0, 1); i < queries.length; i = Atomics.add(next, 0, 1)) {
    hits.set(i, await searcher.rank(queries[i] as Queries[number], received(options)));
  }
  return packHits(hits);
}

export async function rankAll(
  searcher: Searcher,
  queries: Queries,
  options: SentOptions,
): Promise<Hits[]> {
  const hits: Hits[] = [];
  for (const query of queries) hits.push(await searcher.rank(query, received(options)));
  return hits;
}

/** Options as a searcher takes them. */
function received({ filter, ...options }: SentOptions): RankOptions {
  if (filter === undefined) return options;
  return {
    ...options,
    filter: filter instanceof Uint32Array ? DocumentSet.ofWords(filter) : filter,
  };
}

export async function openSearcher({ files, shared }: SentIndex): Promise<Searcher> {
  const snapshot = await IndexSnapshot.open(directoryOf(files));
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  // A clock cannot be sent; deadlines are in milliseconds since the epoch on every thread.
  const clock = (): number => performance.timeOrigin + performance.now();
  const ofFields = await fieldAnalyzers(snapshot.settings.schema);
  return new Searcher(snapshot, { analyzer, fieldAnalyzers: ofFields, clock, shared });
}
