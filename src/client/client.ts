/**
 * The client of the server: one method per operation, typed. Paths and types come
 * from the declarations in src/api. It uses `fetch` alone, so it runs in Node and in
 * browsers.
 */

import type { DocumentPart, DocumentType, SearchDocument } from "../api/document-type.ts";
import type { FilteredDocuments } from "../api/filter.ts";
import type { SearchSettings, SettingsChange } from "../api/index-settings.ts";
import type { OperationTypes } from "../api/operation-types.ts";
import { OPERATIONS, type OperationName } from "../api/operations.ts";
import type { Facets } from "../api/option-types.ts";
import type {
  CompareRequest,
  CreateIndexRequest,
  DeleteRequest,
  DocumentListRequest,
  ExplainRequest,
  JobRequest,
  JudgementsRequest,
  KeyRequest,
  System,
  WordListRequest,
  WordRequest,
} from "../api/requests.ts";
import type {
  ActivationHistory,
  CompareResponse,
  CreatedKey,
  DocumentListResponse,
  ErrorResponse,
  ExplainResponse,
  FacetSearchResponse,
  IndexDetails,
  IndexSummary,
  Job,
  JudgementCounts,
  KeySummary,
  LearnedWeightsSummary,
  ModelSummary,
  ResponseOf,
  SimilarResponse,
  SuggestResponse,
  SystemActivation,
  WireJudgedQuery,
  WordListResponse,
  WordResponse,
} from "../api/responses.ts";
import type {
  FacetSearchOptions,
  HttpSearchOptions,
  SimilarOptions,
  SuggestOptions,
} from "../api/search-options.ts";
import type { StoredDocument } from "../api/search-result.ts";
import type { BackupReport } from "../index/backups/index.ts";
import { followEvents } from "./job-events.ts";
import {
  type CallOptions,
  type ClientOptions,
  type Fetch,
  type FetchResponse,
  ServerError,
} from "./transport.ts";

/** A call of an operation: the parameters of its path, its request, and more parameters of the address. */
export interface ClientCall<Name extends OperationName> extends CallOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly input?: OperationTypes[Name]["input"];
  readonly address?: object | undefined;
}

/** A server on the network. */
export class TermwiseClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  indexes(call?: CallOptions): Promise<{ readonly indexes: readonly IndexSummary[] }> {
    return this.call("listIndexes", { ...call });
  }

  models(call?: CallOptions): Promise<{ readonly models: readonly ModelSummary[] }> {
    return this.call("listModels", { ...call });
  }

  createIndex(
    name: string,
    options: Omit<CreateIndexRequest, "name"> = {},
    call?: CallOptions,
  ): Promise<IndexSummary> {
    return this.call("createIndex", { input: { name, ...options }, ...call });
  }

  async deleteIndex(name: string, call?: CallOptions): Promise<void> {
    await this.call("deleteIndex", { params: { name }, ...call });
  }

  /** The API keys, without their secrets. */
  keys(call?: CallOptions): Promise<{ readonly keys: readonly KeySummary[] }> {
    return this.call("listKeys", { ...call });
  }

  /** Creates an API key. Its secret cannot be shown again. */
  createKey(request: KeyRequest, call?: CallOptions): Promise<CreatedKey> {
    return this.call("createKey", { input: request, ...call });
  }

  async revokeKey(name: string, call?: CallOptions): Promise<void> {
    await this.call("revokeKey", { params: { id: name }, ...call });
  }

  /** One index. Nothing is sent before a method of it is called. */
  index<Doc extends DocumentType = SearchDocument>(name: string): IndexClient<Doc> {
    return new IndexClient<Doc>(this, name);
  }

  jobs(call?: CallOptions): Promise<{ readonly jobs: readonly Job[] }> {
    return this.call("listJobs", { ...call });
  }

  job(id: string, call?: CallOptions): Promise<Job> {
    return this.call("getJob", { params: { id }, ...call });
  }

  cancelJob(id: string, call?: CallOptions): Promise<Job> {
    return this.call("cancelJob", { params: { id }, ...call });
  }

  /** The states of a job as it goes on; the last one has ended. */
  async *follow(id: string, call?: CallOptions): AsyncGenerator<Job> {
    const { body } = await this.#send("followJob", { params: { id }, ...call });
    if (body instanceof ReadableStream) yield* followEvents(body);
  }

  /** Calls an operation by its name. The other methods are short for this one. */
  async call<Name extends OperationName>(
    name: Name,
    call: ClientCall<Name> = {},
  ): Promise<OperationTypes[Name]["output"]> {
    const response = await this.#send(name, call);
    const { type = "application/json" } = OPERATIONS[name];
    if (response.status === 204) return undefined as OperationTypes[Name]["output"];
    const isJson = type === "application/json";
    return (
      isJson ? await response.json() : await response.text()
    ) as OperationTypes[Name]["output"];
  }

  async #send<Name extends OperationName>(
    name: Name,
    { params = {}, input, address, signal }: ClientCall<Name>,
  ): Promise<FetchResponse> {
    const { method, path } = OPERATIONS[name];
    const { url, key, fetch: send = fetch as unknown as Fetch } = this.#options;
    const isBody = method !== "GET" && input !== undefined;
    const location = path.replaceAll(/:(\w+)/g, (_, each: string) =>
      encodeURIComponent(params[each] ?? ""),
    );
    const query = toQueryString({ ...(isBody ? {} : (input as object | undefined)), ...address });
    const response = await send(url.replace(/\/$/, "") + location + query, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(isBody ? { "content-type": "application/json" } : {}),
      },
      ...(isBody ? { body: JSON.stringify(input) } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
    if (response.ok) return response;
    const error = (await response.json().catch(() => ({}))) as Partial<ErrorResponse>;
    const { code = "UNKNOWN", message = `status ${response.status}`, request = "" } = error;
    throw new ServerError(response.status, { code, message, request });
  }
}

/** One index of a server. */
export class IndexClient<Doc extends DocumentType = SearchDocument> {
  readonly #client: TermwiseClient;
  readonly #name: string;

  /** Use `TermwiseClient.index`. */
  constructor(client: TermwiseClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Backs up the current commit to the server's folder of backups. */
  backUp(call?: CallOptions): Promise<BackupReport> {
    return this.#call("backUpIndex", { ...call });
  }

  describe(call?: CallOptions): Promise<IndexDetails> {
    return this.#call("describeIndex", { ...call });
  }

  /** The settings of the index: options of its searches that are stored with it. */
  settings(call?: CallOptions): Promise<SearchSettings<Doc>> {
    return this.#call("getSettings", { ...call }) as Promise<SearchSettings<Doc>>;
  }

  /** Changes settings of the index, and returns all of them; null resets one. */
  updateSettings(change: SettingsChange<Doc>, call?: CallOptions): Promise<SearchSettings<Doc>> {
    const input = change as SettingsChange;
    const settings: Promise<unknown> = this.#call("updateSettings", { input, ...call });
    return settings as Promise<SearchSettings<Doc>>;
  }

  /** Adds documents, each in place of the one with its id if there is one. */
  put(
    documents: Doc | readonly Doc[],
    call?: CallOptions,
  ): Promise<{ readonly documents: number }> {
    return this.#call("addDocuments", { input: documents, ...call });
  }

  /** Adds documents; none of them when one is there already. */
  add(
    documents: Doc | readonly Doc[],
    call?: CallOptions,
  ): Promise<{ readonly documents: number }> {
    const address = { duplicates: "refuse" };
    return this.#call("addDocuments", { input: documents, address, ...call });
  }

  /** Changes properties of documents; null removes one. */
  update(
    parts: DocumentPart<Doc> | readonly DocumentPart<Doc>[],
    call?: CallOptions,
  ): Promise<{ readonly documents: number }> {
    return this.#call("updateDocuments", { input: parts, ...call });
  }

  /** Replaces all documents. Searches return the old ones until the new ones are complete. */
  replace(documents: readonly Doc[], call?: CallOptions): Promise<{ readonly documents: number }> {
    return this.#call("replaceDocuments", { input: documents, ...call });
  }

  get(id: string, call?: CallOptions): Promise<StoredDocument<Doc>> {
    return this.#call("getDocument", { params: { id }, ...call }) as Promise<StoredDocument<Doc>>;
  }

  /** A page of documents in the order of the index. */
  list(options: DocumentListRequest = {}, call?: CallOptions): Promise<DocumentListResponse> {
    return this.#call("listDocuments", { input: options, ...call });
  }

  /** Deletes documents by their ids, or all that pass a filter, as `{ filter }`. */
  delete(
    documents: readonly string[] | FilteredDocuments<Doc>,
    call?: CallOptions,
  ): Promise<{ readonly deleted: number }> {
    const isFilter = "filter" in documents && !Array.isArray(documents);
    const input = isFilter ? documents : { ids: documents };
    return this.#call("deleteDocuments", { input: input as DeleteRequest, ...call });
  }

  search<const RequestedFacets extends Facets<Doc> | undefined = undefined>(
    query: string,
    options: HttpSearchOptions<Doc, RequestedFacets> = {},
    call?: CallOptions,
  ): Promise<ResponseOf<Doc, RequestedFacets>> {
    const input = { query, ...(options as HttpSearchOptions) };
    const response: Promise<unknown> = this.#call("search", { input, ...call });
    return response as Promise<ResponseOf<Doc, RequestedFacets>>;
  }

  /** Completions of a partial query. A number is the option `limit`. */
  suggest(
    q: string,
    options: SuggestOptions | number = {},
    call?: CallOptions,
  ): Promise<SuggestResponse> {
    const { signal, ...input }: SuggestOptions =
      typeof options === "number" ? { limit: options } : options;
    return this.#call("suggest", { input: { q, ...input }, signal, ...call });
  }

  /** The values of a field in which a word begins with each word of a text, the most frequent first. */
  facetSearch(
    field: string,
    q: string,
    options: FacetSearchOptions<Doc> = {},
    call?: CallOptions,
  ): Promise<FacetSearchResponse> {
    const { signal, ...input } = options as unknown as FacetSearchOptions;
    return this.#call("facetSearch", {
      params: { field },
      input: { q, ...input },
      signal,
      ...call,
    });
  }

  explain(request: ExplainRequest, call?: CallOptions): Promise<ExplainResponse> {
    return this.#call("explain", { input: request, ...call });
  }

  /** The documents nearest to one of the index by their vectors. */
  similar(
    id: string,
    options: SimilarOptions<Doc> = {},
    call?: CallOptions,
  ): Promise<SimilarResponse<Doc>> {
    const { signal, ...input } = options as unknown as SimilarOptions;
    const sent = { params: { id }, input, signal, ...call };
    const response: Promise<unknown> = this.#call("similar", sent);
    return response as Promise<SimilarResponse<Doc>>;
  }

  compare(request: CompareRequest, call?: CallOptions): Promise<CompareResponse> {
    return this.#call("compare", { input: request, ...call });
  }

  words(options: WordListRequest = {}, call?: CallOptions): Promise<WordListResponse> {
    return this.#call("listWords", { input: options, ...call });
  }

  word(word: string, options: WordRequest = {}, call?: CallOptions): Promise<WordResponse> {
    return this.#call("getWord", { params: { word }, input: options, ...call });
  }

  judgements(call?: CallOptions): Promise<{ readonly queries: readonly WireJudgedQuery[] }> {
    return this.#call("getJudgements", { ...call });
  }

  judge(request: JudgementsRequest, call?: CallOptions): Promise<JudgementCounts> {
    return this.#call("putJudgements", { input: request, ...call });
  }

  start(job: JobRequest, call?: CallOptions): Promise<Job> {
    return this.#call("startJob", { input: job, ...call });
  }

  weights(call?: CallOptions): Promise<{ readonly weights: readonly LearnedWeightsSummary[] }> {
    return this.#call("listWeights", { ...call });
  }

  /** The active system, and the history. */
  active(call?: CallOptions): Promise<ActivationHistory> {
    return this.#call("getActive", { ...call });
  }

  /** Activates a system: it ranks searches that name no system. */
  activate(system: System, call?: CallOptions): Promise<SystemActivation> {
    return this.#call("activate", { input: system, ...call });
  }

  /** Returns to the system that was active before. */
  rollBack(call?: CallOptions): Promise<SystemActivation> {
    return this.#call("rollBack", { ...call });
  }

  /** @deprecated Use `active`. */
  published(): Promise<ActivationHistory> {
    return this.active();
  }

  /** @deprecated Use `activate`. */
  publish(system: System): Promise<SystemActivation> {
    return this.activate(system);
  }

  #call<Name extends OperationName>(
    name: Name,
    { params, ...call }: ClientCall<Name>,
  ): Promise<OperationTypes[Name]["output"]> {
    return this.#client.call(name, { params: { name: this.#name, ...params }, ...call });
  }
}

/** The part of an address after its path. Lists and objects are written as JSON. */
function toQueryString(values: object): string {
  const entries = Object.entries(values as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]);
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}
