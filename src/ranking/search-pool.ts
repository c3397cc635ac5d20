/**
 * Searches many queries at once, on several threads over one copy of an index.
 *
 * The files of the commit are read once, into memory that threads share, and
 * the posting lists copied once into the memory of the kernels. Where memory
 * cannot be shared, or with 0 threads, the calling thread searches; the
 * results are the same.
 */

import { canShareMemory } from "../common/shared-memory.ts";
import { openWorkerPool, type WorkerPool } from "../common/worker-pool.ts";
import { IndexSnapshot } from "../index/index-snapshot.ts";
import { weightedView } from "../index/weighted-view.ts";
import type { Directory } from "../storage/directory.ts";
import { shareIndex } from "./kernels/shared-index.ts";
import { directoryOf, readCommitFiles } from "./search-pool-files.ts";
import {
  openSearcher,
  type Queries,
  type QueryBatch,
  rankAll,
  type SentIndex,
  type SentOptions,
} from "./search-pool-worker.ts";
import type { Searcher } from "./searcher.ts";
import type { Hits } from "./traversal/hits.ts";

/** Queries sent to a thread at once: enough to make sending cheap, few enough to share work evenly. */
const MOST_IN_BATCH = 64;
const BATCHES_PER_THREAD = 8;

let pools = 0;

export class SearchPool {
  /** The index as of the commit that was current when the pool was opened. */
  readonly snapshot: IndexSnapshot;
  readonly #name = `pool ${pools++}`;
  readonly #index: SentIndex;
  /** Threads, or who searches where there is none. */
  readonly #workers: WorkerPool | Searcher;

  private constructor(snapshot: IndexSnapshot, index: SentIndex, workers: WorkerPool | Searcher) {
    this.snapshot = snapshot;
    this.#index = index;
    this.#workers = workers;
  }

  /** Opens the current commit of an index. `NOT_FOUND` where there is none. */
  static async open(
    directory: Directory,
    { threads }: { readonly threads: number },
  ): Promise<SearchPool> {
    const files = await readCommitFiles(directory);
    const snapshot = await IndexSnapshot.open(directoryOf(files));
    const index = { files, shared: shareIndex(weightedView(snapshot)) };
    const module = new URL("./search-pool-worker.js", import.meta.url);
    const isThreaded = threads !== 0 && canShareMemory();
    const workers = isThreaded ? await openWorkerPool(module, threads) : await openSearcher(index);
    return new SearchPool(snapshot, index, workers);
  }

  /** Threads beside the calling one; 0 when that one searches. */
  get threads(): number {
    return "threads" in this.#workers ? this.#workers.threads : 0;
  }

  /** The best documents for each query, in the order of the queries. Options as for a `Searcher`. */
  async rank(queries: Queries, options: SentOptions = {}): Promise<Hits[]> {
    const shared = Math.ceil(queries.length / (BATCHES_PER_THREAD * Math.max(1, this.threads)));
    const size = Math.min(MOST_IN_BATCH, Math.max(1, shared));
    const batches: Promise<Hits[]>[] = [];
    for (let from = 0; from < queries.length; from += size) {
      batches.push(this.#run(queries.slice(from, from + size), options));
    }
    return (await Promise.all(batches)).flat();
  }

  #run(queries: Queries, options: SentOptions): Promise<Hits[]> {
    if (!("threads" in this.#workers)) return rankAll(this.#workers, queries, options);
    const batch: QueryBatch = { pool: this.#name, ...this.#index, queries, options };
    return this.#workers.run<Hits[]>("rankBatch", batch);
  }

  /** Ends the threads. Queries that have not been answered are rejected with `CANCELLED`. */
  async close(): Promise<void> {
    if ("threads" in this.#workers) await this.#workers.close();
    await this.snapshot.close();
  }
}
