/**
 * Searches many queries at once, on several threads over one copy of an index.
 *
 * The files of the commit are read once into memory that all threads share, the
 * posting lists into the memory of the kernels. Other snapshots of the same
 * directory share it too. Where memory cannot be shared, or with 0 threads, the
 * calling thread searches; the results are the same.
 */

import { canShareMemory, shareableBytes } from "../common/bytes/index.ts";
import { openWorkerPool, type ThreadModule, type WorkerPool } from "../common/threads/index.ts";
import type { IndexSnapshot } from "../index/snapshots/index.ts";
import { withTermWeights } from "../index/weights/index.ts";
import type { Directory } from "../storage/directory.ts";
import { shareIndex } from "./block-max/shared-index.ts";
import { type PackedHits, unpackHits } from "./packed-hits.ts";
import { openWithFiles } from "./search-pool-files.ts";
import {
  createSearcher,
  type PoolRankOptions,
  type Queries,
  type QueryCall,
  rankAll,
  type SharedWorkerIndex,
} from "./search-pool-worker.ts";
import type { Searcher } from "./searcher.ts";
import type { Hits } from "./traversal/hits.ts";

/**
 * Maximum number of queries per call: their hits are in memory twice while they are
 * sent between threads.
 */
const MAX_QUERIES_PER_CALL = 2048;

const SEARCH_THREADS: ThreadModule = {
  load: () => import("./search-pool-worker.ts"),
  worker: () =>
    new Worker(new URL("./search-pool-worker-thread.js", import.meta.url), { type: "module" }),
  file: "./search-pool-worker-thread.js",
  base: import.meta.url,
};

let pools = 0;

/** Threads that search one index together. */
export class SearchPool {
  /** The index as of the commit that was current when the pool was opened. */
  readonly snapshot: IndexSnapshot;
  readonly #name = `pool ${pools++}`;
  readonly #index: SharedWorkerIndex;
  /** The threads, or a searcher on the calling thread. */
  readonly #workers: WorkerPool | Searcher;
  /** How many pools use the threads. */
  readonly #users: { count: number };
  /** Calls that threads have not finished. They read the memory of the snapshot. */
  readonly #pending = new Set<Promise<unknown>>();

  private constructor(
    snapshot: IndexSnapshot,
    index: SharedWorkerIndex,
    workers: WorkerPool | Searcher,
    users: { count: number },
  ) {
    this.snapshot = snapshot;
    this.#index = index;
    this.#workers = workers;
    this.#users = users;
    users.count++;
  }

  /** Opens the current commit of an index. `NOT_FOUND` where there is none. */
  static async open(
    directory: Directory,
    { threads }: { readonly threads: number },
  ): Promise<SearchPool> {
    const { snapshot, index } = await openShared(directory);
    const isThreaded = threads !== 0 && canShareMemory();
    const workers = isThreaded
      ? await openWorkerPool(SEARCH_THREADS, threads)
      : await createSearcher(snapshot, index.shared);
    return new SearchPool(snapshot, index, workers, { count: 0 });
  }

  /**
   * The current commit on the same threads. They end when the last pool that uses
   * them is closed.
   */
  async reopen(directory: Directory): Promise<SearchPool> {
    const { snapshot, index } = await openShared(directory);
    const workers =
      "threads" in this.#workers ? this.#workers : await createSearcher(snapshot, index.shared);
    return new SearchPool(snapshot, index, workers, this.#users);
  }

  /** Number of threads besides the calling one; 0 if the calling thread searches. */
  get threads(): number {
    return "threads" in this.#workers ? this.#workers.threads : 0;
  }

  /** The best documents for each query, in the order of the queries. Options as for a `Searcher`. */
  async rank(queries: Queries, options: PoolRankOptions = {}): Promise<Hits[]> {
    const workers = this.#workers;
    if (!("threads" in workers)) return rankAll(workers, queries, options);
    const hits: Hits[] = [];
    for (let from = 0; from < queries.length; from += MAX_QUERIES_PER_CALL) {
      const batch = queries.slice(from, from + MAX_QUERIES_PER_CALL);
      for (const each of await this.#share(workers, batch, options)) hits.push(each);
    }
    return hits;
  }

  async #share(workers: WorkerPool, queries: Queries, options: PoolRankOptions): Promise<Hits[]> {
    const next = new Int32Array(shareableBytes(4).buffer);
    const call: QueryCall = { pool: this.#name, ...this.#index, queries, next, options };
    const shares = Array.from(
      { length: Math.min(Math.max(1, workers.threads), queries.length) },
      () => workers.run<PackedHits>("rankShare", call),
    );
    for (const share of shares) {
      const pending = share.catch(() => {});
      this.#pending.add(pending);
      void pending.then(() => this.#pending.delete(pending));
    }
    const hits = new Array<Hits>(queries.length);
    for (const packed of await Promise.all(shares)) unpackHits(packed, hits);
    return hits;
  }

  /**
   * Ends the threads unless another pool uses them. Pending queries are rejected
   * with `CANCELLED`.
   */
  async close(): Promise<void> {
    this.#users.count--;
    if ("threads" in this.#workers && this.#users.count === 0) await this.#workers.close();
    await Promise.all(this.#pending);
    await this.snapshot.close();
  }
}

async function openShared(
  directory: Directory,
): Promise<{ snapshot: IndexSnapshot; index: SharedWorkerIndex }> {
  const { snapshot, files } = await openWithFiles(directory);
  try {
    const shared = shareIndex(withTermWeights(snapshot));
    return { snapshot, index: { commit: snapshot.commit, files, shared } };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
