/**
 * The module of search threads: ranks queries over memory that all threads share.
 * Threads take the next query of a call from a shared counter, so no thread waits
 * for another.
 */

import type { Commit } from "../index/commits/index.ts";
import { openFieldAnalyzers, Schema } from "../index/schema/index.ts";
import { IndexSnapshot } from "../index/snapshots/index.ts";
import { openAnalyzer } from "../text/index.ts";
import type { SharedIndex } from "./block-max/shared-index.ts";
import { DocumentSet } from "./document-set.ts";
import { SearchViewCache } from "./fields/search-view-cache.ts";
import { type PackedHits, packHits } from "./packed-hits.ts";
import { type CommitFiles, createDirectory } from "./search-pool-files.ts";
import { type RankOptions, Searcher } from "./searcher.ts";
import type { Hits } from "./traversal/hits.ts";

/** The options that can be sent to another thread. */
export type PoolRankOptions = Omit<RankOptions, "ranker" | "filter"> & {
  readonly ranker?: string;
  /** A set, or the words of a `DocumentSet`. */
  readonly filter?: ReadonlySet<number> | Uint32Array;
};

export type Queries = readonly (string | readonly string[])[];

/** What a thread needs to search an index. */
export interface SharedWorkerIndex {
  readonly commit: Commit;
  readonly files: CommitFiles;
  readonly shared: SharedIndex;
}

export interface QueryCall extends SharedWorkerIndex {
  /** Identifies the pool. */
  readonly pool: string;
  readonly queries: Queries;
  /** The number of the next query to take. In shared memory. */
  readonly next: Int32Array;
  readonly options: PoolRankOptions;
}

/** An index that this thread searches; closed when it is replaced and no call uses it. */
interface OpenSearcher {
  readonly opening: Promise<{ snapshot: IndexSnapshot; searcher: Searcher }>;
  users: number;
  isReplaced: boolean;
}

/**
 * Maximum number of searchers per thread: that of the newest commit, and the one
 * before it, which may be in use.
 */
const MAX_SEARCHERS = 2;

const searchers = new Map<string, OpenSearcher>();

/** Hits of the queries that this thread took. The index is opened with the first call of a pool. */
export async function rankShare({
  pool,
  queries,
  next,
  options,
  ...index
}: QueryCall): Promise<PackedHits> {
  const openSearcher = searchers.get(pool) ?? cacheSearcher(pool, index);
  openSearcher.users++;
  try {
    const { searcher } = await openSearcher.opening;
    const hits = new Map<number, Hits>();
    for (let i = Atomics.add(next, 0, 1); i < queries.length; i = Atomics.add(next, 0, 1)) {
      hits.set(i, await searcher.rank(queries[i] as Queries[number], toRankOptions(options)));
    }
    return packHits(hits);
  } finally {
    openSearcher.users--;
    closeIfIdle(openSearcher);
  }
}

function cacheSearcher(pool: string, index: SharedWorkerIndex): OpenSearcher {
  const entry = { opening: openSearcher(index), users: 0, isReplaced: false };
  searchers.set(pool, entry);
  for (const [name, oldest] of searchers) {
    if (searchers.size <= MAX_SEARCHERS) break;
    searchers.delete(name);
    oldest.isReplaced = true;
    closeIfIdle(oldest);
  }
  return entry;
}

/** Frees the memory of a searcher in the background. One that failed to open has none. */
function closeIfIdle({ opening, users, isReplaced }: OpenSearcher): void {
  if (isReplaced && users === 0) {
    void opening.then(({ snapshot }) => snapshot.close()).catch(() => {});
  }
}

export async function rankAll(
  searcher: Searcher,
  queries: Queries,
  options: PoolRankOptions,
): Promise<Hits[]> {
  const hits: Hits[] = [];
  for (const query of queries) hits.push(await searcher.rank(query, toRankOptions(options)));
  return hits;
}

/** Converts the options to those of a searcher. */
function toRankOptions({ filter, ...options }: PoolRankOptions): RankOptions {
  if (filter === undefined) return options;
  return {
    ...options,
    filter: filter instanceof Uint32Array ? DocumentSet.fromWords(filter) : filter,
  };
}

async function openSearcher({
  commit,
  files,
  shared,
}: SharedWorkerIndex): Promise<Awaited<OpenSearcher["opening"]>> {
  // The lists are in the memory of the thread that sent them.
  const snapshot = await IndexSnapshot.openCommit(createDirectory(files), reviveCommit(commit), {
    isPlaced: false,
  });
  return { snapshot, searcher: await createSearcher(snapshot, shared) };
}

/** Restores a commit that was sent to this thread: objects lose their methods in a message. */
function reviveCommit(commit: Commit): Commit {
  const { schema } = commit.settings;
  if (schema === undefined) return commit;
  return { ...commit, settings: { ...commit.settings, schema: Schema.fromJson(schema.fields) } };
}

/** A searcher for queries that are sent as messages. */
export async function createSearcher(
  snapshot: IndexSnapshot,
  shared: SharedIndex,
): Promise<Searcher> {
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  // A clock cannot be sent. Deadlines are in milliseconds since the epoch on every
  // thread.
  const clock = (): number => performance.timeOrigin + performance.now();
  const analyzersByField = await openFieldAnalyzers(snapshot.settings.schema);
  const fields = SearchViewCache.create(snapshot, analyzer, analyzersByField);
  return new Searcher(snapshot, { analyzer, fields, clock, shared });
}
