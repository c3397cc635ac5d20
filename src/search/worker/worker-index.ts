/**
 * An index that is open in a worker, which fetches, reads and ranks while the
 * page stays free. Calls run in order, one at a time. A call that is
 * cancelled before its turn costs nothing, so a page can search at every keystroke.
 *
 * If no worker can start, because the policy of the page forbids it or a bundler
 * has omitted the file of the worker, the calling thread searches.
 */

import type {
  DocumentId,
  DocumentType,
  PropertyPath,
  SearchDocument,
} from "../../api/document-type.ts";
import type { Filter } from "../../api/filter.ts";
import type { SearchSettings } from "../../api/index-settings.ts";
import type { Facets } from "../../api/option-types.ts";
import type {
  FacetSearchOptions,
  ScoringOptions,
  SearchOptions,
  SimilarOptions,
  SuggestOptions,
} from "../../api/search-options.ts";
import type {
  FacetValue,
  Hit,
  ResultOf,
  StoredDocument,
  Suggestion,
} from "../../api/search-result.ts";
import { openWorkerPool, type ThreadModule, type WorkerPool } from "../../common/threads/index.ts";
import type { CancelSignal, UrlLike, WebWorker } from "../../common/web-platform.ts";
import type { Explanation } from "../../ranking/explanation.ts";
import type { IndexLocation } from "../index-location.ts";
import type { WorkerCall, WorkerMethods } from "./index-tasks.ts";
import {
  type TransferableLocation,
  toAbsoluteUrl,
  toTransferableLocation,
} from "./transferable-location.ts";

const INDEX_THREAD: ThreadModule = {
  load: () => import("./index-tasks.ts"),
  worker: () => new Worker(new URL("./index-tasks-thread.js", import.meta.url), { type: "module" }),
  file: "./index-tasks-thread.js",
  base: import.meta.url,
};

/** How the worker of an index is started. */
export interface OpenWorkerOptions {
  /** Starts a worker on `termwise/worker-thread`, for bundlers that do not find that file by themselves. */
  readonly worker?: (() => WebWorker) | undefined;
  /** Gives up when it is aborted. */
  readonly signal?: CancelSignal | undefined;
}

/** An index open in a worker. `openInWorker` gives it. */
export class WorkerIndex<Doc extends DocumentType = SearchDocument>
  implements Readonly<Record<keyof WorkerMethods, unknown>>
{
  /** False where no worker could start, and the calling thread searches. */
  readonly isInWorker: boolean;
  readonly #pool: WorkerPool;
  readonly #index: number;

  /** Use `openInWorker`. */
  constructor(pool: WorkerPool, index: number) {
    this.isInWorker = pool.threads > 0;
    this.#pool = pool;
    this.#index = index;
  }

  /** The best documents for a query. Options as for a `SearchIndex`; a model to re-rank with by its address. */
  search<const RequestedFacets extends Facets<Doc> | undefined = undefined>(
    query: string,
    options: SearchOptions<Doc, RequestedFacets> = {},
  ): Promise<ResultOf<Doc, RequestedFacets>> {
    const { signal, rerank, ...others } = options as SearchOptions;
    const model = typeof rerank === "string" ? toAbsoluteUrl(rerank) : rerank;
    const workerOptions = model === undefined ? others : { ...others, rerank: model };
    const result: Promise<unknown> = this.#call("search", [query, workerOptions], signal);
    return result as Promise<ResultOf<Doc, RequestedFacets>>;
  }

  /** Completions of a partial query. */
  suggest(
    query: string,
    { signal, ...options }: SuggestOptions = {},
  ): Promise<readonly Suggestion[]> {
    return this.#call("suggest", [query, options], signal);
  }

  /** How the score of a document is computed, word by word. */
  explain(
    query: string,
    id: DocumentId,
    { signal, ...options }: ScoringOptions<Doc> = {},
  ): Promise<Explanation> {
    return this.#call("explain", [query, id, options as ScoringOptions], signal);
  }

  /** The documents nearest to one of the index by their vectors. */
  similar(
    id: DocumentId,
    { signal, ...options }: SimilarOptions<Doc> = {},
  ): Promise<readonly Hit<Doc>[]> {
    const hits: Promise<unknown> = this.#call("similar", [id, options as SimilarOptions], signal);
    return hits as Promise<readonly Hit<Doc>[]>;
  }

  /** The values of a field in which a word begins with each word of a text, the most frequent first. */
  facetSearch(
    field: PropertyPath<Doc>,
    text: string,
    { signal, ...options }: FacetSearchOptions<Doc> = {},
  ): Promise<readonly FacetValue[]> {
    return this.#call("facetSearch", [field, text, options as FacetSearchOptions], signal);
  }

  /** A document by its id; undefined when there is none. */
  get(id: DocumentId): Promise<StoredDocument<Doc> | undefined> {
    return this.#call("get", [id]) as Promise<StoredDocument<Doc> | undefined>;
  }

  /** How many documents there are, or how many of them pass a filter. */
  count(filter?: Filter<Doc> | string): Promise<number> {
    return this.#call("count", filter === undefined ? [] : [filter]);
  }

  /** The settings of the index: options of its searches that are stored with it. */
  settings(): Promise<SearchSettings<Doc>> {
    return this.#call("settings", []) as Promise<SearchSettings<Doc>>;
  }

  /** Sees a commit that was made or deployed since; returns whether there was one. */
  refresh(): Promise<boolean> {
    return this.#call("refresh", []);
  }

  /** Lets the index and the worker go. Calls that have not been answered are rejected with `CANCELLED`. */
  async close(): Promise<void> {
    if (!this.isInWorker) {
      await this.#pool.run("close", { index: this.#index }).catch(() => {}); // closed already
    }
    await this.#pool.close();
  }

  #call<Name extends keyof WorkerMethods>(
    method: Name,
    args: Parameters<WorkerMethods[Name]>,
    signal?: CancelSignal,
  ): ReturnType<WorkerMethods[Name]> {
    const message: WorkerCall<Name> = { index: this.#index, method, args };
    return this.#pool.run("call", message, signal) as ReturnType<WorkerMethods[Name]>;
  }
}

/**
 * Opens an index in a worker: the address of its folder, or a directory. What
 * a directory in memory holds is copied. `NOT_FOUND` where there is no index.
 */
export function openInWorker<Doc extends DocumentType = SearchDocument>(
  location: IndexLocation | UrlLike,
  options: OpenWorkerOptions = {},
): Promise<WorkerIndex<Doc>> {
  return openTransferableInWorker<Doc>(toTransferableLocation(location), options);
}

/** The same for a place that is being found out while the worker starts. */
export async function openTransferableInWorker<Doc extends DocumentType = SearchDocument>(
  location: Promise<TransferableLocation>,
  { worker, signal }: OpenWorkerOptions,
): Promise<WorkerIndex<Doc>> {
  const starting = openWorkerPool(
    worker === undefined ? INDEX_THREAD : { ...INDEX_THREAD, worker },
    1,
  );
  try {
    const [pool, transferable] = await Promise.all([starting, location]);
    return new WorkerIndex(pool, await pool.run<number>("open", transferable, signal));
  } catch (error) {
    void starting.then(
      (pool) => pool.close(),
      () => {}, // reported already
    );
    throw error;
  }
}
