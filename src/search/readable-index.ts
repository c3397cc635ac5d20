/// <reference lib="esnext.disposable" preserve="true" />

/**
 * An index open for reading: the part of the facade that a page needs. `SearchIndex`
 * adds documents and learning to it.
 *
 * A search runs on the caller's thread and holds it for as long as ranking takes:
 * well under a millisecond for most queries over a million documents, longer for
 * feedback, phrases and re-ranking. `timeout` bounds ranking; the `threads` option
 * moves it to workers.
 */

import type {
  DocumentId,
  DocumentType,
  PropertyPath,
  SearchDocument,
} from "../api/document-type.ts";
import type { Filter } from "../api/filter.ts";
import type { SearchSettings } from "../api/index-settings.ts";
import type { Facets, RerankSource } from "../api/option-types.ts";
import type {
  FacetSearchOptions,
  ScoringOptions,
  SearchOptions,
  SimilarOptions,
  SuggestOptions,
} from "../api/search-options.ts";
import type {
  FacetValue,
  Hit,
  ResultOf,
  SearchResult,
  StoredDocument,
  Suggestion,
} from "../api/search-result.ts";
import { badArgument, TermwiseError } from "../common/errors.ts";
import { type CancelSignal, untilAborted } from "../common/web-platform.ts";
import type { IndexEncoder, IndexEncoderOptions } from "../dense/index.ts";
import { retryOnPageFault } from "../index/snapshots/index.ts";
import type { Explanation } from "../ranking/explanation.ts";
import { needsQueryVector } from "../ranking/needs-query-vector.ts";
import type { HitReranker } from "../reranking/reranker.ts";
import { CurrentReader } from "./current-reader.ts";
import type { IndexReader } from "./index-reader.ts";
import { loadDense, loadSimilarDocuments, loadTrainedModels } from "./neural-parts.ts";
import { toIdText, toStoredDocument } from "./search-document.ts";
import { searchHits } from "./search-hits.ts";
import { checkQuery, checkScoringOptions, checkSearchOptions } from "./search-options.ts";
import { applySettings, readSettings } from "./search-settings.ts";
import type { TrainedModels } from "./trained-models.ts";

/** Loaded during the first search, which is a general one: it loads and opens what later ones need. */
let loadedPlainSearch: typeof import("./plain-search.ts") | undefined;

/** The error codes of a file that was removed or replaced. */
const GONE_CODES: ReadonlySet<string> = new Set(["NOT_FOUND", "CORRUPT_INDEX"]);

/** An index open for reading: queries in, hits out. The code behind it is untyped. */
export class ReadableIndex<Doc extends DocumentType = SearchDocument> {
  readonly #current: CurrentReader;
  /** Loaded with the first search that re-ranks. */
  #models: TrainedModels | undefined;
  readonly #encoding: IndexEncoderOptions;
  /** Loaded with the first search or document that needs a vector. */
  #encoder: IndexEncoder | undefined;
  #isClosed = false;

  /** Takes ownership of the reader and closes it. */
  constructor(reader: IndexReader, encoding: IndexEncoderOptions = {}) {
    this.#encoding = encoding;
    this.#current = new CurrentReader(reader, async (closedReader) =>
      this.#models?.close(closedReader),
    );
  }

  /**
   * The best documents for a query, which may be any text. Documents without a query
   * word are not returned.
   */
  async search<const RequestedFacets extends Facets<Doc> | undefined = undefined>(
    query: string,
    options: SearchOptions<Doc, RequestedFacets> = {},
  ): Promise<ResultOf<Doc, RequestedFacets>> {
    const begun = performance.now();
    checkQuery(query);
    const untyped = options as SearchOptions;
    checkSearchOptions(untyped);
    const { signal } = untyped;
    signal?.throwIfAborted();
    const plain: unknown = this.#searchNow(query, untyped, begun);
    if (plain !== undefined) return plain as ResultOf<Doc, RequestedFacets>;
    const loading = this.#loadPlainSearch();
    const result = await this.#read(async (reader) => {
      const { rerank } = untyped;
      const reranker = rerank === undefined ? undefined : await this.loadReranker(rerank, reader);
      const applied = applySettings(reader.snapshot.settings, untyped);
      const searchOptions = await this.withVector(reader, query, applied);
      return searchHits(reader, query, searchOptions, reranker);
    }, signal);
    // A caller that awaits one search after another may never let an import end by itself.
    await loading;
    const timed: unknown = { ...result, took: performance.now() - begun };
    return timed as ResultOf<Doc, RequestedFacets>;
  }

  /** Undefined where it is not needed: a search of a remote index waits for bytes, so a page that makes one does not load it. */
  #loadPlainSearch(): Promise<void> | undefined {
    if (loadedPlainSearch !== undefined) return undefined;
    if (this.#current.reader.directory.isRemote === true) return undefined;
    return import("./plain-search.ts").then(
      (loaded) => {
        loadedPlainSearch = loaded;
      },
      () => {}, // the general search remains
    );
  }

  /** Undefined if the search has to wait; also where it fails, which the general search handles. */
  #searchNow(query: string, options: SearchOptions, begun: number): SearchResult | undefined {
    this.checkOpen();
    const { reader } = this.#current;
    const applied = applySettings(reader.snapshot.settings, options);
    if (this.encodesByDefault(reader, applied)) return undefined;
    try {
      return loadedPlainSearch?.searchNow(reader, query, applied, begun);
    } catch {
      return undefined;
    }
  }

  /**
   * Suggestions for a query while a person types: the last word completed, and
   * titles of documents that contain all words.
   */
  async suggest(query: string, options: SuggestOptions = {}): Promise<readonly Suggestion[]> {
    const { checkSuggestOptions, findSuggestions } = await import("./suggestions.ts");
    checkSuggestOptions(query, options);
    return this.#read((reader) => findSuggestions(reader, query, options), options.signal);
  }

  /** Explains the score of a document, word by word. `NOT_FOUND` for an unknown id. */
  async explain(
    query: string,
    id: DocumentId,
    options: ScoringOptions<Doc> = {},
  ): Promise<Explanation> {
    checkQuery(query);
    const untyped = options as ScoringOptions;
    checkScoringOptions(untyped);
    const { explainDocument } = await import("./explain-document.ts");
    return this.#read(
      (reader) =>
        explainDocument(reader, query, toIdText(id), untyped, (applied) =>
          this.withVector(reader, query, applied),
        ),
      options.signal,
    );
  }

  /**
   * The documents most similar to one of the index, best first, by the cosine of
   * their vectors. `NOT_FOUND` for an unknown id; `BAD_ARGUMENT` for an index
   * without vectors.
   */
  async similar(id: DocumentId, options: SimilarOptions<Doc> = {}): Promise<readonly Hit<Doc>[]> {
    const { findSimilarDocuments } = await loadSimilarDocuments();
    const untyped = options as unknown as SimilarOptions;
    const hits: unknown = await this.#read(
      (reader) => findSimilarDocuments(reader, toIdText(id), untyped),
      options.signal,
    );
    return hits as readonly Hit<Doc>[];
  }

  /**
   * The values of a field in which a word begins with each word of a text, the most
   * frequent first: to complete a filter while a person types. `UNAVAILABLE` after its timeout.
   */
  async facetSearch(
    field: PropertyPath<Doc>,
    text: string,
    options: FacetSearchOptions<Doc> = {},
  ): Promise<readonly FacetValue[]> {
    const { searchFacetValues } = await import("./facet-values.ts");
    return searchFacetValues(this as never, field, text, options as never);
  }

  /** A document by its id; undefined if there is none. */
  async get(id: DocumentId): Promise<StoredDocument<Doc> | undefined> {
    const name = toIdText(id);
    return this.#read(async ({ snapshot }) => {
      const document = snapshot.find(name);
      if (document === undefined) return undefined;
      const fields = snapshot.settings.stored ? await snapshot.readStoredFields(document) : {};
      return toStoredDocument(name, fields) as StoredDocument<Doc>;
    });
  }

  /** The number of documents, or of those that pass a filter. */
  async count(filter?: Filter<Doc> | string): Promise<number> {
    return this.#read(async ({ snapshot }) => {
      if (filter === undefined) return snapshot.documentCount;
      const { countLive, filterDocuments } = await import("./filter-documents.ts");
      return countLive(snapshot, await filterDocuments(snapshot, filter));
    });
  }

  /** The settings of the index: options of its searches that are stored with it. */
  async settings(): Promise<SearchSettings<Doc>> {
    this.checkOpen();
    const { settings } = this.#current.reader.snapshot;
    return structuredClone(readSettings(settings)) as SearchSettings<Doc>;
  }

  /**
   * Opens the newest commit of other processes; returns whether there was one.
   * Models that were passed as folders are read again.
   */
  async refresh(): Promise<boolean> {
    this.checkOpen();
    this.#models?.clear();
    return this.#current.refresh();
  }

  /**
   * Runs `work` with the parts of the index as of one commit: the snapshot, its
   * analyzer, a searcher. They are valid until `work` ends.
   */
  withReader<T>(work: (reader: IndexReader) => Promise<T>): Promise<T> {
    return this.#read(work);
  }

  /** The same for a pending change, which is finished also after `close` was called. */
  protected useReader<T>(work: (reader: IndexReader) => Promise<T>): Promise<T> {
    return this.#current.use(work);
  }

  /** Waits for pending operations, then releases the index. A second call does nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.finish();
    await this.#current.close();
    await this.#encoder?.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** The reranker of a model or an encoder over a snapshot. */
  protected async loadReranker(source: RerankSource, reader: IndexReader): Promise<HitReranker> {
    const { TrainedModels } = await loadTrainedModels();
    this.#models ??= new TrainedModels();
    return this.#models.loadReranker(source, reader);
  }

  /** Name of the GPU that encodes queries and documents, once one does. */
  get encoderDevice(): string | undefined {
    return this.#encoder?.device;
  }

  protected async loadEncoder(): Promise<IndexEncoder> {
    const { IndexEncoder } = await loadDense();
    this.#encoder ??= new IndexEncoder(this.#encoding);
    return this.#encoder;
  }

  /** The options with the vector of the query, if the ranker, named or the default, needs one. */
  protected async withVector<T extends ScoringOptions & Pick<SearchOptions, "rerank">>(
    reader: IndexReader,
    query: string,
    options: T,
  ): Promise<T> {
    if (!needsQueryVector(options.ranker) && !this.encodesByDefault(reader, options)) {
      return options;
    }
    return (await this.loadEncoder()).withVector(reader.snapshot.settings, query, options);
  }

  /** Whether the default ranker needs a query vector that is given or that an encoder may compute. */
  protected encodesByDefault(
    { snapshot }: IndexReader,
    {
      ranker,
      rerank,
      vector,
      vectorFallback,
    }: Pick<SearchOptions, "ranker" | "rerank" | "vector" | "vectorFallback">,
  ): boolean {
    if (ranker !== undefined || snapshot.settings.vectors === undefined) return false;
    const canEncode = this.#encoding.encoder !== undefined || vectorFallback === "refuse";
    return vector !== undefined || (rerank === undefined && canEncode);
  }

  /** Finishes pending operations before the reader is closed. */
  protected async finish(): Promise<void> {}

  protected checkOpen(): void {
    if (this.#isClosed) throw badArgument("the index is closed");
  }

  /** Opens the newest commit, and returns whether it has changed. */
  protected refreshReader(): Promise<boolean> {
    return this.#current.refresh();
  }

  /**
   * Reads as of the newest commit. If another process removed its files, or a
   * deployment replaced them, reads as of the next one.
   */
  #read<T>(work: (reader: IndexReader) => Promise<T>, signal?: CancelSignal): Promise<T> {
    const result = this.#readNewest(work);
    return signal === undefined ? result : untilAborted(result, signal);
  }

  async #readNewest<T>(work: (reader: IndexReader) => Promise<T>): Promise<T> {
    this.checkOpen();
    const { generation } = this.#current;
    const runWork = (reader: IndexReader): Promise<T> => retryOnPageFault(() => work(reader));
    try {
      return await this.#current.use(runWork);
    } catch (error) {
      const isGone = error instanceof TermwiseError && GONE_CODES.has(error.code);
      if (!isGone || generation !== this.#current.generation) throw error;
      if (!(await this.#current.refresh())) throw error;
      return this.#current.use(runWork);
    }
  }
}
