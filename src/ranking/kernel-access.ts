/** The search kernels of an index, loaded and opened when a query first needs them. */

import { quote, TermwiseError } from "../common/errors.ts";
import type { IndexView } from "../index/snapshots/index.ts";
import type { BlockMaxSearch } from "./block-max/block-max-search.ts";
import type { createKernelSearch } from "./block-max/kernel-search.ts";
import type { SharedIndex } from "./block-max/shared-index.ts";

/**
 * Loaded with the first index that is large enough or searched often; a page with a small index
 * hardly ever loads them.
 */
let loadedKernels: typeof createKernelSearch | undefined;

export class KernelAccess {
  /** Searches until the kernels are used, if above 0. */
  #searchesLeft: number;
  readonly #view: IndexView;
  readonly #shared: SharedIndex | undefined;
  #blockMax: BlockMaxSearch | undefined;

  constructor(
    view: IndexView,
    { shared, minDocuments }: { shared: SharedIndex | undefined; minDocuments: number },
  ) {
    // What searches of a smaller index save adds up to the set-up of the kernels; Infinity stays.
    this.#searchesLeft = view.documentLimit < minDocuments ? minDocuments / 40 : 0;
    this.#view = view;
    this.#shared = shared;
  }

  /** Whether the index is large enough for the kernels, or searched often enough. */
  get isUsed(): boolean {
    return this.#searchesLeft <= 0;
  }

  /** Counts a search, before it begins. */
  count(): void {
    this.#searchesLeft--;
  }

  /** Whether the kernels are loaded, if the index needs them. */
  get isLoaded(): boolean {
    return loadedKernels !== undefined || !this.isUsed;
  }

  /** Plain traversals search an index whose kernels cannot be fetched. */
  async load(): Promise<void> {
    if (this.isLoaded) return;
    const kernels = await import("./block-max/kernel-search.ts").catch((): undefined => {
      this.#searchesLeft = Infinity;
    });
    loadedKernels = kernels?.createKernelSearch;
  }

  /**
   * Undefined if the index does not use or support the kernels. They trust the lists,
   * whose bytes are checked. A list that was forged to fit its checksum may cause a
   * trap. `words` are the words of the query.
   */
  run<T>(work: (kernels: BlockMaxSearch) => T, words: () => readonly string[]): T | undefined {
    if (this.isUsed) this.#blockMax ??= loadedKernels?.(this.#view, this.#shared);
    if (this.#blockMax === undefined) return undefined;
    try {
      return work(this.#blockMax);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#blockMax = undefined; // its state is inconsistent after a trap
      const terms = words().join(" ");
      const message = `a posting list of ${quote(terms)} is damaged: ${error.message}`;
      throw new TermwiseError("CORRUPT_INDEX", message, { terms }, { cause: error });
    }
  }
}
