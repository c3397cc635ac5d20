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
import type { Directory } from "../storage/directory.ts";
import { type SharedIndex, shareIndex } from "./kernels/shared-index.ts";
import { type CommitFiles, directoryOf, readCommitFiles } from "./search-pool-files.ts";
import { type QueryBatch, rankBatch, type SentOptions } from "./search-pool-worker.ts";
import type { Hits } from "./traversal/hits.ts";

/** Queries sent to a thread at once: enough to make sending cheap, few enough to share work evenly. */
const MOST_IN_BATCH = 64;
const BATCHES_PER_THREAD = 8;

let pools = 0;

export class SearchPool {
  /** The index as of the commit that was current when the pool was opened. */
  readonly snapshot: IndexSnapshot;
  readonly #name = `pool ${pools++}`;
  readonly #files: CommitFiles;
  readonly #shared: SharedIndex;
  readonly #workers: WorkerPool | undefined;

  private constructor(
    snapshot: IndexSnapshot,
    files: CommitFiles,
    shared: SharedIndex,
    workers: WorkerPool | undefined,
  ) {
    this.snapshot = snapshot;
    this.#files = files;
    this.#shared = shared;
    this.#workers = workers;
  }

  /** Opens the current commit of an index. `NOT_FOUND` where there is none. */
  static async open(
    directory: Directory,
    { threads }: { readonly threads: number },
  ): Promise<SearchPool> {
    const files = await readCommitFiles(directory);
    const snapshot = await IndexSnapshot.open(directoryOf(files));
    const module = new URL("./search-pool-worker.js", import.meta.url);
    const isThreaded = threads !== 0 && canShareMemory();
    const workers = isThreaded ? await openWorkerPool(module, threads) : undefined;
    return new SearchPool(snapshot, files, shareIndex(snapshot), workers);
  }

  /** Threads beside the calling one; 0 when that one searches. */
  get threads(): number {
    return this.#workers?.threads ?? 0;
  }

  /** The best documents for each query, in the order of the queries. Options as for a `Searcher`. */
  async rank(
    queries: readonly (string | readonly string[])[],
    options: SentOptions = {},
  ): Promise<Hits[]> {
    const shared = Math.ceil(queries.length / (BATCHES_PER_THREAD * Math.max(1, this.threads)));
    const size = Math.min(MOST_IN_BATCH, Math.max(1, shared));
    const batches: Promise<Hits[]>[] = [];
    for (let from = 0; from < queries.length; from += size) {
      batches.push(this.#run(queries.slice(from, from + size), options));
    }
    return (await Promise.all(batches)).flat();
  }

  #run(queries: QueryBatch["queries"], options: SentOptions): Promise<Hits[]> {
    const [files, shared] = [this.#files, this.#shared];
    const batch: QueryBatch = { pool: this.#name, files, shared, queries, options };
    return this.#workers?.run<Hits[]>("rankBatch", batch) ?? rankBatch(batch);
  }

  /** Ends the threads. Queries that have not been answered are rejected with `CANCELLED`. */
  async close(): Promise<void> {
    await this.#workers?.close();
    await this.snapshot.close();
  }
}
