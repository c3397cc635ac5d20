/**
 * A published index with the interface of a local one. The cluster finds the documents that may
 * match; this program scores, filters, sorts and shows them by the code of local searches, with the
 * statistics of the whole index. Where all documents that match are among them, every part of the
 * result is that of the local index; otherwise `candidates` says which parts are limited.
 */

import type { DocumentId, DocumentType, SearchDocument } from "../../src/api/document-type.ts";
import type { Filter } from "../../src/api/filter.ts";
import type { SearchSettings } from "../../src/api/index-settings.ts";
import type { QueryInput } from "../../src/api/judged-query.ts";
import type { Facets } from "../../src/api/option-types.ts";
import type {
  FacetSearchOptions,
  ScoringOptions,
  SearchOptions,
  SimilarOptions,
  SuggestOptions,
} from "../../src/api/search-options.ts";
import type {
  FacetValue,
  Hit,
  ResultOf,
  StoredDocument,
  Suggestion,
} from "../../src/api/search-result.ts";
import type { Run } from "../../src/collection/run.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import { untilAborted } from "../../src/common/web-platform.ts";
import { type EncoderSource, IndexEncoder } from "../../src/dense/index.ts";
import { retryOnPageFault } from "../../src/index/snapshots/index.ts";
import type { Explanation } from "../../src/ranking/explanation.ts";
import { searchFacetValues } from "../../src/search/facet-values.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { toQueries } from "../../src/search/query-inputs.ts";
import { type OneOrMany, toIdText, toStoredDocument } from "../../src/search/search-document.ts";
import {
  checkQuery,
  checkScoringOptions,
  checkSearchOptions,
} from "../../src/search/search-options.ts";
import { readSettings } from "../../src/search/search-settings.ts";
import { checkSuggestOptions, findSuggestions } from "../../src/search/suggestions.ts";
import { TrainedModels } from "../../src/search/trained-models.ts";
import { createCandidateQuery } from "./candidate-query.ts";
import { openCandidates, type PublishedContent } from "./candidate-reader.ts";
import type { UntimedResult } from "./candidate-result.ts";
import {
  type ChangedIndex,
  deleteDocuments,
  forEachBatch,
  putDocuments,
} from "./change-documents.ts";
import type { Cluster } from "./cluster.ts";
import { ClusterStatistics } from "./cluster-statistics.ts";
import { readSchema } from "./columns.ts";
import { createFilterQuery } from "./filter-query.ts";
import { findCandidates, MAX_CANDIDATES, readDocumentById } from "./find-candidates.ts";
import { returnNothing } from "./late-result.ts";
import {
  describeChanges,
  type PublishedChanges,
  readChanges,
  type StoredChanges,
} from "./published-changes.ts";
import type { PublishedRecord } from "./published-record.ts";
import { describeFallback, type OptionContext, resolveOptions } from "./resolve-options.ts";
import { OpenSearchRetriever, type OpenSearchRetrieverOptions } from "./retriever.ts";
import {
  type CandidateSearch,
  explainAmongCandidates,
  searchCandidates,
  withCandidates,
} from "./search-candidates.ts";
import { findSimilarOnCluster } from "./similar-documents.ts";

/** How a published index is searched. */
export interface ClusterIndexOptions
  extends Pick<OpenSearchRetrieverOptions, "partial" | "patience"> {
  /** Documents that are scored at first, 1 to 10,000; more where that proves the page. Default 200. */
  readonly candidates?: number | undefined;
  /** The encoder of an index with vectors, as for a local one. Without one, words rank. */
  readonly encoder?: EncoderSource | undefined;
}

/** Time to return hits that were found. */
const GRACE_MS = 25;

/** A published index. */
export class ClusterSearchIndex<Doc extends DocumentType = SearchDocument> {
  readonly record: PublishedRecord;
  readonly #retriever: OpenSearchRetriever;
  #content: PublishedContent;
  #statistics: ClusterStatistics;
  /** The index without documents: it reads queries. */
  #probe: IndexReader;
  readonly #count: number;
  readonly #encoder: IndexEncoder;
  readonly #canEncode: boolean;
  readonly #models = new TrainedModels();
  #isClosed = false;

  private constructor(
    retriever: OpenSearchRetriever,
    content: PublishedContent,
    statistics: ClusterStatistics,
    probe: IndexReader,
    count: number,
    encoder: EncoderSource | undefined,
  ) {
    this.record = retriever.record;
    this.#retriever = retriever;
    this.#content = content;
    this.#statistics = statistics;
    this.#probe = probe;
    this.#count = count;
    this.#encoder = new IndexEncoder({ encoder });
    this.#canEncode = encoder !== undefined;
  }

  /** Opens an alias or index. `BAD_ARGUMENT` for one that was published without documents. */
  static async open<Doc extends DocumentType = SearchDocument>(
    cluster: Cluster,
    alias: string,
    { candidates = 200, encoder, ...options }: ClusterIndexOptions = {},
  ): Promise<ClusterSearchIndex<Doc>> {
    if (!Number.isInteger(candidates) || candidates < 1 || candidates > MAX_CANDIDATES) {
      throw badArgument(`candidates must be 1 to ${MAX_CANDIDATES}, got ${candidates}`);
    }
    const retriever = await OpenSearchRetriever.open(cluster, alias, options);
    const index = await ClusterSearchIndex.#openOver<Doc>(retriever, candidates, encoder);
    if (index !== undefined) return index;
    throw badArgument(
      `${quote(alias)} was published without its documents; searches with all options need them`,
    );
  }

  /** The retriever of an alias, and the index over it if it was published with documents. */
  static async openIfPossible(
    cluster: Cluster,
    alias: string,
    { candidates = 200, encoder, ...options }: ClusterIndexOptions = {},
  ): Promise<{ index: ClusterSearchIndex | undefined; retriever: OpenSearchRetriever }> {
    const retriever = await OpenSearchRetriever.open(cluster, alias, options);
    const index = await ClusterSearchIndex.#openOver(retriever, candidates, encoder);
    return { index, retriever };
  }

  static async #openOver<Doc extends DocumentType>(
    retriever: OpenSearchRetriever,
    candidates: number,
    encoder: EncoderSource | undefined,
  ): Promise<ClusterSearchIndex<Doc> | undefined> {
    const { settings, statistics: stored, indexId, generation, pruned } = retriever.record;
    if (settings === undefined || stored === undefined || indexId === undefined) return undefined;
    const { cluster } = retriever;
    const hasFields = (readSchema(retriever.record)?.textFields.length ?? 0) > 0;
    const { index } = retriever;
    const changes = await readChanges(cluster, index, stored.set);
    const statistics = await ClusterStatistics.open(
      cluster,
      index,
      indexId,
      stored,
      hasFields,
      changes,
    );
    const isPruned = pruned === true;
    const content = { settings, indexId, generation, collection: statistics, isPruned };
    const probe = await openCandidates(content, []);
    return new ClusterSearchIndex<Doc>(
      ...([retriever, content, statistics, probe, candidates, encoder] as const),
    );
  }

  /** The best documents for a query, as `search` of a local index returns them. */
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
    const searching = this.#searchByDefault(query, untyped);
    const result = await (signal === undefined ? searching : untilAborted(searching, signal));
    const timed: unknown = { ...result, took: performance.now() - begun };
    return timed as ResultOf<Doc, RequestedFacets>;
  }

  async #searchByDefault(query: string, options: SearchOptions): Promise<UntimedResult> {
    const context = this.#getShared();
    const applied = await resolveOptions(context, query, options);
    return describeFallback(context, options, applied, await this.#search(query, applied));
  }

  async #search(query: string, options: SearchOptions): Promise<UntimedResult> {
    this.#checkOpen();
    this.#statistics.trim();
    const { timeout } = options;
    const end = timeout === undefined ? undefined : readClock() + timeout;
    const work = searchCandidates(this.#getShared(), query, options, end);
    if (end === undefined) return work;
    const late = returnNothing(this.#probe, query, options, (timeout as number) + GRACE_MS);
    try {
      return await Promise.race([work, late.result]);
    } finally {
      late.cancel();
    }
  }

  /** What searches of candidates share. */
  #getShared(): CandidateSearch & OptionContext {
    this.#checkOpen();
    return {
      ...{ encoder: this.#encoder, canEncode: this.#canEncode },
      ...{ record: this.record, retriever: this.#retriever, content: this.#content },
      ...{ probe: this.#probe, models: this.#models, count: this.#count },
    };
  }

  /** Suggestions for a query while a person types. */
  async suggest(query: string, options: SuggestOptions = {}): Promise<readonly Suggestion[]> {
    checkSuggestOptions(query, options);
    this.#checkOpen();
    const reading = { prefix: true, fuzzy: true } as const;
    const schema = readSchema(this.record);
    const candidates = await retryOnPageFault(() =>
      createCandidateQuery(this.record, schema, this.#probe, query, reading, false),
    );
    const found = await findCandidates(this.#retriever, {
      ...{ candidates, schema, options: reading, count: this.#count, ids: [], timeout: undefined },
      needsVectors: false,
    });
    return withCandidates(this.#getShared(), found, (reader) =>
      findSuggestions(reader, query, options),
    );
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
    const applied = await resolveOptions(this.#getShared(), query, untyped);
    const name = toIdText(id);
    const document = await readDocumentById(this.#retriever, name);
    if (document === undefined) {
      throw new TermwiseError("NOT_FOUND", `the index has no document ${quote(name)}`);
    }
    return explainAmongCandidates(this.#getShared(), query, applied, document);
  }

  /** The nearest documents to one of the index, by the cosine of their vectors, best first. */
  async similar(id: DocumentId, options: SimilarOptions<Doc> = {}): Promise<readonly Hit<Doc>[]> {
    const untyped = options as unknown as SimilarOptions;
    const hits: unknown = await findSimilarOnCluster(this.#getShared(), toIdText(id), untyped);
    return hits as readonly Hit<Doc>[];
  }

  /** The values of a field in which a word begins with each word of a text. */
  async facetSearch(
    field: string,
    text: string,
    options: FacetSearchOptions<Doc> = {},
  ): Promise<readonly FacetValue[]> {
    return searchFacetValues(this as never, field, text, options as never);
  }

  /** A document by its id; undefined if there is none. */
  async get(id: DocumentId): Promise<StoredDocument<Doc> | undefined> {
    const name = toIdText(id);
    this.#checkOpen();
    const document = await readDocumentById(this.#retriever, name);
    if (document === undefined) return undefined;
    return toStoredDocument(name, document.fields) as StoredDocument<Doc>;
  }

  /** The number of documents, or of those that pass a filter. */
  async count(filter?: Filter<Doc> | string): Promise<number> {
    this.#checkOpen();
    const schema = readSchema(this.record);
    if (schema === undefined && filter !== undefined) {
      throw badArgument("a cluster counts by a filter only in an index with fields");
    }
    const isFiltered = schema !== undefined && filter !== undefined;
    const queries = isFiltered ? [createFilterQuery(schema, filter as Filter | string)] : [];
    const body = { query: { bool: { filter: [{ exists: { field: "key" } }, ...queries] } } };
    const path = `/${this.#retriever.index}/_count`;
    const { count } = await this.#retriever.cluster.request<{ count: number }>({
      ...{ method: "POST", path, body },
    });
    return count;
  }

  /**
   * Puts documents: one with an id that exists replaces it. They are found when this returns; the
   * local index stays as it is. Returns their number.
   */
  async put(documents: OneOrMany<Doc>): Promise<number> {
    this.#checkOpen();
    return forEachBatch(documents as OneOrMany<SearchDocument>, async (batch) => {
      await this.#applyChanges(await putDocuments(this.#getTarget(), batch));
    });
  }

  /** Deletes documents by their ids and returns the number of those that existed. */
  async delete(ids: DocumentId | readonly DocumentId[]): Promise<number> {
    this.#checkOpen();
    const names = [...new Set([ids].flat().map(toIdText))];
    const { changes, deleted } = await deleteDocuments(this.#getTarget(), names);
    if (changes !== undefined) await this.#applyChanges(changes);
    return deleted;
  }

  /** How many documents were put and deleted since the publication, and whether to publish again. */
  async changes(): Promise<PublishedChanges> {
    this.#checkOpen();
    const { cluster, index, set } = this.#getTarget();
    return describeChanges(await readChanges(cluster, index, set), this.record.documents);
  }

  #getTarget(): ChangedIndex {
    const { cluster, index } = this.#retriever;
    const set = this.record.statistics?.set ?? "";
    const [content, statistics, encoder] = [this.#content, this.#statistics, this.#encoder];
    return { ...{ cluster, index, set, content, statistics, encoder }, record: this.record };
  }

  /** Searches that have begun keep the words that they began with. */
  async #applyChanges(changes: StoredChanges): Promise<void> {
    if (changes.terms.length === 0) return;
    this.#statistics = this.#statistics.withChanges(changes);
    this.#content = { ...this.#content, collection: this.#statistics };
    this.#probe = await openCandidates(this.#content, []);
  }

  /** The settings that the index was published with. */
  async settings(): Promise<SearchSettings<Doc>> {
    const { settings } = this.#probe.snapshot;
    return structuredClone(readSettings(settings)) as SearchSettings<Doc>;
  }

  /** Ranks documents for many queries, as a run for `evaluate` and `compare`. */
  async run(
    queries: readonly QueryInput[],
    { limit = 1000, name, ...options }: SearchOptions & { readonly name?: string } = {},
  ): Promise<Run> {
    const rankings = new Map<string, { documents: string[]; scores: Float64Array }>();
    let ranker = this.record.ranker;
    for (const { id, text } of toQueries(queries)) {
      const extra = { limit, select: [], total: false, didYouMean: false } as const;
      const result = await this.search(text, { ...options, ...extra } as SearchOptions<Doc>);
      ranker = result.ranker;
      rankings.set(id, {
        documents: result.hits.map((hit) => hit.id),
        scores: Float64Array.from(result.hits, ({ score }) => score),
      });
    }
    return { name: name ?? ranker, rankings };
  }

  /** `BAD_ARGUMENT`: the parts of an index that such work needs are in a local one. */
  async withReader<T>(_work: (reader: IndexReader) => Promise<T>): Promise<T> {
    throw badArgument("the index is on a cluster; this needs a local index");
  }

  /**
   * Reads words: `reader` has the analysis and the statistics of the whole index, but no documents.
   * `work` may run several times, until all statistics that it reads have been fetched.
   */
  async withWords<T>(work: (reader: IndexReader) => Promise<T>): Promise<T> {
    this.#checkOpen();
    return retryOnPageFault(() => work(this.#probe));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#probe.close();
    await this.#encoder.close();
    await this.#retriever.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw badArgument("the index is closed");
  }
}
