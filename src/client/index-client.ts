/** One index of a server: one method per operation, typed. */

import type { BehaviorReport } from "../api/behavior.ts";
import type { DocumentPart, DocumentType, SearchDocument } from "../api/document-type.ts";
import type { FilteredDocuments } from "../api/filter.ts";
import type { SearchSettings, SettingsChange } from "../api/index-settings.ts";
import type { OperationTypes } from "../api/operation-types.ts";
import type { OperationName } from "../api/operations.ts";
import type { Facets } from "../api/option-types.ts";
import type {
  BehaviorRequest,
  CompareRequest,
  DeleteRequest,
  DocumentListRequest,
  ExplainRequest,
  JobRequest,
  JudgementsRequest,
  System,
  WordListRequest,
  WordRequest,
} from "../api/requests.ts";
import type {
  ActivationHistory,
  CompareResponse,
  DocumentListResponse,
  ExplainResponse,
  FacetSearchResponse,
  IndexDetails,
  Job,
  JudgementCounts,
  LearnedWeightsSummary,
  ResponseOf,
  SimilarResponse,
  SuggestResponse,
  SystemActivation,
  WireJudgedQuery,
  WordListResponse,
  WordResponse,
} from "../api/responses.ts";
import type { Rule } from "../api/rule.ts";
import type {
  FacetSearchOptions,
  HttpSearchOptions,
  SimilarOptions,
  SuggestOptions,
} from "../api/search-options.ts";
import type { StoredDocument } from "../api/search-result.ts";
import type { RankingSnapshot, RankingSnapshotSummary } from "../api/snapshots.ts";
import type { BackupReport } from "../index/backups/index.ts";
import type { ClientCall, OperationCaller } from "./client-call.ts";
import type { CallOptions } from "./transport.ts";

/** One index of a server. */
export class IndexClient<Doc extends DocumentType = SearchDocument> {
  readonly #client: OperationCaller;
  readonly #name: string;

  /** Use `TermwiseClient.index`. */
  constructor(client: OperationCaller, name: string) {
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

  /** The rules of the index, in the order in which they apply. */
  async rules(call?: CallOptions): Promise<readonly Rule<Doc>[]> {
    const { rules } = await this.#call("listRules", { ...call });
    return rules as readonly unknown[] as readonly Rule<Doc>[];
  }

  /** Replaces the rule with this id, or adds it as the last one, and returns all rules. */
  async putRule(rule: Rule<Doc>, call?: CallOptions): Promise<readonly Rule<Doc>[]> {
    const { rules } = await this.#call("putRule", {
      params: { id: rule.id },
      input: rule,
      ...call,
    });
    return rules as readonly unknown[] as readonly Rule<Doc>[];
  }

  /** Deletes a rule. `NOT_FOUND` where there is none. */
  async deleteRule(id: string, call?: CallOptions): Promise<void> {
    await this.#call("deleteRule", { params: { id }, ...call });
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

  /** The snapshots of rankings, the oldest first. A job of the kind `snapshot` keeps one. */
  snapshots(
    call?: CallOptions,
  ): Promise<{ readonly snapshots: readonly RankingSnapshotSummary[] }> {
    return this.#call("listSnapshots", { ...call });
  }

  /** A snapshot with the ranking of each query. `NOT_FOUND` where there is none. */
  snapshot(name: string, call?: CallOptions): Promise<RankingSnapshot> {
    return this.#call("getSnapshot", { params: { id: name }, ...call });
  }

  /** Deletes a snapshot. `NOT_FOUND` where there is none. */
  async deleteSnapshot(name: string, call?: CallOptions): Promise<void> {
    await this.#call("deleteSnapshot", { params: { id: name }, ...call });
  }

  /** What users searched for and clicked, if the server records it. */
  behavior(options: BehaviorRequest = {}, call?: CallOptions): Promise<BehaviorReport> {
    return this.#call("getBehavior", { input: options, ...call });
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
