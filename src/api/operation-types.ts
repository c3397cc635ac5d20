/** The types of requests and responses, by operation. A request is the body, or the parameters of the address. */

import type { BackupReport } from "../index/backups/index.ts";
import type { BehaviorReport, RecordedCounts, UbiEvent, UbiQuery } from "./behavior.ts";
import type { SearchSettings, SettingsChange } from "./index-settings.ts";
import type { HttpOptionValues } from "./option-types.ts";
import type {
  ADD_DOCUMENTS_OPTIONS,
  BehaviorRequest,
  CompareRequest,
  CreateIndexRequest,
  DeleteRequest,
  DocumentListRequest,
  ExplainRequest,
  JobRequest,
  JudgementsRequest,
  KeyRequest,
  SearchRequest,
  System,
  TrecRequest,
  WordListRequest,
  WordRequest,
} from "./requests.ts";
import type {
  ActivationHistory,
  CompareResponse,
  CreatedKey,
  DocumentListResponse,
  ExplainResponse,
  FacetSearchResponse,
  IndexDetails,
  IndexSummary,
  Job,
  JudgementCounts,
  KeySummary,
  LearnedWeightsSummary,
  ModelSummary,
  SearchResponse,
  SimilarResponse,
  SuggestResponse,
  SystemActivation,
  WireJudgedQuery,
  WordListResponse,
  WordResponse,
} from "./responses.ts";
import type { RuleList } from "./rule.ts";
import type {
  FacetSearchOptions,
  HttpSearchOptions,
  SimilarOptions,
  SuggestOptions,
} from "./search-options.ts";
import type { Count, StoredDocument } from "./search-result.ts";
import type { RankingSnapshot, RankingSnapshotSummary } from "./snapshots.ts";

interface Types<Input, Output, Address = Input> {
  readonly input: Input;
  readonly output: Output;
  /** Options in the address, where the input is a body that is read as bytes. */
  readonly address: Address;
}

type Nothing = undefined;
interface Status {
  readonly status: string;
}

/** The input and the output of each operation. */
export interface OperationTypes {
  readonly health: Types<Nothing, Status>;
  readonly ready: Types<Nothing, Status>;
  readonly metrics: Types<Nothing, string>;
  readonly listIndexes: Types<Nothing, { readonly indexes: readonly IndexSummary[] }>;
  readonly createIndex: Types<CreateIndexRequest, IndexSummary>;
  readonly describeIndex: Types<Nothing, IndexDetails>;
  readonly deleteIndex: Types<Nothing, Nothing>;
  readonly getSettings: Types<Nothing, SearchSettings>;
  readonly updateSettings: Types<SettingsChange, SearchSettings>;
  readonly listRules: Types<Nothing, RuleList>;
  readonly putRule: Types<object, RuleList>;
  readonly deleteRule: Types<Nothing, Nothing>;
  readonly backUpIndex: Types<Nothing, BackupReport>;
  readonly addDocuments: Types<
    object | readonly object[],
    { readonly documents: Count },
    HttpOptionValues<typeof ADD_DOCUMENTS_OPTIONS>
  >;
  readonly listDocuments: Types<DocumentListRequest, DocumentListResponse>;
  readonly deleteDocuments: Types<DeleteRequest, { readonly deleted: Count }>;
  readonly updateDocuments: Types<object | readonly object[], { readonly documents: Count }>;
  readonly replaceDocuments: Types<object | readonly object[], { readonly documents: Count }>;
  readonly updateDocument: Types<object, { readonly documents: Count }>;
  readonly putDocument: Types<object, { readonly documents: Count }>;
  readonly getDocument: Types<Nothing, StoredDocument>;
  readonly deleteDocument: Types<Nothing, Nothing>;
  readonly searchByAddress: Types<HttpSearchOptions & { readonly q?: string }, SearchResponse>;
  readonly search: Types<SearchRequest, SearchResponse>;
  readonly suggest: Types<SuggestOptions & { readonly q?: string }, SuggestResponse>;
  readonly facetSearch: Types<FacetSearchOptions & { readonly q?: string }, FacetSearchResponse>;
  readonly explain: Types<ExplainRequest, ExplainResponse>;
  readonly similar: Types<SimilarOptions, SimilarResponse>;
  readonly compare: Types<CompareRequest, CompareResponse>;
  readonly listWords: Types<WordListRequest, WordListResponse>;
  readonly getWord: Types<WordRequest, WordResponse>;
  readonly getJudgements: Types<Nothing, { readonly queries: readonly WireJudgedQuery[] }>;
  readonly putJudgements: Types<JudgementsRequest, JudgementCounts>;
  readonly exportTrec: Types<Nothing, string>;
  readonly exportQueries: Types<Nothing, string>;
  readonly importTrec: Types<TrecRequest, JudgementCounts>;
  readonly listSnapshots: Types<Nothing, { readonly snapshots: readonly RankingSnapshotSummary[] }>;
  readonly getSnapshot: Types<Nothing, RankingSnapshot>;
  readonly exportSnapshot: Types<Nothing, string>;
  readonly deleteSnapshot: Types<Nothing, Nothing>;
  readonly sendEvents: Types<UbiEvent | readonly UbiEvent[], RecordedCounts>;
  readonly sendQueries: Types<UbiQuery | readonly UbiQuery[], RecordedCounts>;
  readonly getBehavior: Types<BehaviorRequest, BehaviorReport>;
  readonly startJob: Types<JobRequest, Job>;
  readonly listJobs: Types<Nothing, { readonly jobs: readonly Job[] }>;
  readonly getJob: Types<Nothing, Job>;
  readonly followJob: Types<Nothing, Job>;
  readonly cancelJob: Types<Nothing, Job>;
  readonly listWeights: Types<Nothing, { readonly weights: readonly LearnedWeightsSummary[] }>;
  readonly listKeys: Types<Nothing, { readonly keys: readonly KeySummary[] }>;
  readonly createKey: Types<KeyRequest, CreatedKey>;
  readonly revokeKey: Types<Nothing, Nothing>;
  readonly listModels: Types<Nothing, { readonly models: readonly ModelSummary[] }>;
  readonly getActive: Types<Nothing, ActivationHistory>;
  readonly activate: Types<System, SystemActivation>;
  readonly rollBack: Types<Nothing, SystemActivation>;
  readonly getPublished: Types<Nothing, ActivationHistory>;
  readonly publish: Types<System, SystemActivation>;
}
