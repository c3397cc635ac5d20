/**
 * The responses of the server, each declared once. scripts/build-options.mjs derives
 * the JSON Schemas of the OpenAPI document from the interfaces, so their properties
 * have simple types.
 */

import type { Explanation } from "../ranking/explanation.ts";
import type { PairExplanation } from "../reranking/explanation.ts";
import type { SearchDocument } from "./document-type.ts";
import type { JobRequest, System } from "./requests.ts";
import type {
  Count,
  FacetValue,
  Hit,
  HitSnippet,
  ResultOf,
  SearchResult,
  StoredDocument,
  Suggestion,
} from "./search-result.ts";

/** The result of a search, and the system that ranked. */
export interface SearchResponse extends SearchResult, ResponseDetails {}

/** The part of a response that the server adds to the result of a search. */
export interface ResponseDetails {
  /** The system that ranked. */
  readonly system: System;
  /** Options that were not used, because the index is on a cluster. */
  readonly ignored?: readonly string[];
  /** Id of the search for events, if the server records behavior. */
  readonly queryId?: string;
}

/** The response to a search by the type of the documents and by the facets that it requested. */
export type ResponseOf<Doc, RequestedFacets> = ResultOf<Doc, RequestedFacets> & ResponseDetails;

/** Completions of a query. */
export interface SuggestResponse {
  readonly suggestions: readonly Suggestion[];
}

/** Values of a field, the most frequent first. */
export interface FacetSearchResponse {
  readonly values: readonly FacetValue[];
}

/** Documents that are similar to another, best first. */
export interface SimilarResponse<Doc = SearchDocument> {
  readonly hits: readonly Hit<Doc>[];
}

/** A document with the explanation of its score. */
export interface ExplainedDocument {
  readonly id: string;
  readonly title?: string;
  /** From 1; null where it is not among the first 1,000. */
  readonly rank: Count | null;
  /** Of the last stage that scored it. */
  readonly score: number;
  /** Why it is not found, as a sentence. */
  readonly missing?: string;
  /** The first stage. */
  readonly explanation: Explanation;
  /** The second stage, where a model re-ranks. */
  readonly neural?: PairExplanation;
}

/** One part of the difference between two scores. */
export interface ScoreDifference {
  readonly label: string;
  readonly first: number;
  readonly second: number;
  readonly difference: number;
}

/** Why a document has its score; with another one, what makes the difference. */
export interface ExplainResponse {
  readonly query: string;
  readonly system: System;
  readonly document: ExplainedDocument;
  readonly other?: ExplainedDocument;
  /** Parts of the first stage, the largest first. */
  readonly difference?: readonly ScoreDifference[];
  /** The words of the query by their index terms, where these differ, such as stems. */
  readonly words?: Readonly<Record<string, string>>;
}

/** One column of a comparison. */
export interface ComparedSystem {
  readonly name: string;
  readonly system: System;
  readonly took: number;
  readonly total: Count;
  /** The time of the comparison expired: there may be better hits of this system, and more of them. */
  readonly isPartial: boolean;
  readonly hits: readonly { readonly id: string; readonly rank: Count; readonly score: number }[];
  /** Where the query is judged. */
  readonly measures?: Readonly<Record<string, number>>;
  /** Hits of a snapshot that the index no longer has. */
  readonly deleted?: readonly string[];
}

/** A document that a system shows. */
export interface ComparedDocument {
  readonly document: StoredDocument;
  readonly snippet?: HitSnippet;
}

/** The results of one query by several systems, and the ranks of each document. */
export interface CompareResponse {
  readonly query: string;
  readonly systems: readonly ComparedSystem[];
  /** The documents that any system shows, by id. */
  readonly documents: Readonly<Record<string, ComparedDocument>>;
  /** One rank per system; null below the limit. */
  readonly moves: readonly { readonly id: string; readonly ranks: readonly (Count | null)[] }[];
  readonly judged: boolean;
  /** Grades of the shown documents, where the query is judged. */
  readonly grades?: Readonly<Record<string, number>>;
}

/** An index in a list. */
export interface IndexSummary {
  readonly name: string;
  readonly documents: Count;
  readonly bytes: Count;
  readonly ranker: string;
  readonly active: SystemActivation;
  /**
   * The former name of `active`.
   * @deprecated Use `active`.
   */
  readonly published: SystemActivation;
  /** Files of the server's state of the index that are damaged. The index itself can be read. */
  readonly damaged?: readonly string[];
}

/** Settings and statistics of an index. */
export interface IndexDetails extends IndexSummary {
  readonly terms: Count;
  readonly postings: Count;
  readonly averageLength: number;
  readonly settings: Readonly<Record<string, unknown>>;
  /** True if the server encodes queries for semantic search: the index has vectors, and the server has their encoder. */
  readonly canEncodeQueries?: boolean;
  /**
   * The former name of `canEncodeQueries`.
   * @deprecated Use `canEncodeQueries`.
   */
  readonly byMeaning?: boolean;
  /** Name of the GPU on which the server encodes, if it does. */
  readonly encoderDevice?: string;
}

/** A page of documents in the order of the index. */
export interface DocumentListResponse {
  readonly documents: readonly StoredDocument[];
  readonly total: Count;
  /** Where the next page begins; null at the end. */
  readonly next: Count | null;
}

/** A word of the index. */
export interface WordStatistics {
  readonly term: string;
  readonly documentFrequency: Count;
  readonly collectionFrequency: Count;
  readonly idf: number;
  /** Learned weights, if requested. */
  readonly weight?: { readonly query: number; readonly document: number };
  /** Salience of the word in a model, if requested. */
  readonly salience?: number;
}

/** A distribution: `counts[i]` values are from `edges[i]` up to `edges[i + 1]`. */
export interface Histogram {
  readonly edges: readonly number[];
  readonly counts: readonly Count[];
}

/** Words of an index. */
export interface WordListResponse {
  /** Number of words, returned or not; of a partial response, of those that were read. */
  readonly total: Count;
  /** The timeout expired: not all words were read. */
  readonly isPartial: boolean;
  readonly words: readonly WordStatistics[];
  readonly histograms?: Readonly<Record<string, Histogram>>;
}

/** A word of a query, with its index terms. */
export interface WordResponse {
  readonly word: string;
  /** A word may have none (a stop word) or several (with a hyphen). */
  readonly terms: readonly WordStatistics[];
  readonly neighbours: readonly { readonly word: string; readonly cosine: number }[];
  /** The timeout expired: there may be nearer neighbours. */
  readonly isPartial: boolean;
}

/** A query with grades by document: above 0 relevant, 0 not relevant. */
export interface WireJudgedQuery {
  readonly id: string;
  readonly text: string;
  readonly relevant: Readonly<Record<string, number>>;
}

/** Number of stored judgements. */
export interface JudgementCounts {
  readonly queries: Count;
  readonly judgements: Count;
}

/** The state of a job. */
export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled" | "interrupted";

/** A report of a stage of a job. */
export interface JobProgress {
  readonly stage: string;
  readonly done: number;
  readonly total?: number;
  readonly unit: string;
  readonly note?: string;
}

/** A long piece of work on an index. */
export interface Job {
  readonly id: string;
  readonly index: string;
  readonly kind: JobRequest["kind"];
  readonly state: JobState;
  readonly created: string;
  readonly started?: string;
  readonly ended?: string;
  /** The newest report of each stage, in the order of the stages. */
  readonly progress: readonly JobProgress[];
  /** Curves: loss and validation by examples. */
  readonly points: readonly { readonly series: string; readonly x: number; readonly y: number }[];
  /** With state `done`; its shape depends on the kind. */
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** An active system. Version 0 is the system of an index before the first activation. */
export interface SystemActivation {
  readonly version: Count;
  readonly system: System;
  /** ISO 8601; empty for version 0. */
  readonly at: string;
}

/** The active system, and those before. */
export interface ActivationHistory {
  readonly current: SystemActivation;
  /** The oldest first. */
  readonly history: readonly SystemActivation[];
}

/** Stored learned weights. */
export interface LearnedWeightsSummary {
  readonly id: string;
  readonly at: string;
  readonly ranker: string;
  readonly report: unknown;
  /** Whether searches by the weights read a pruned copy of the index; absent for weights without one. */
  readonly isPruned?: boolean;
}

/** A trained model that can re-rank. */
export interface ModelSummary {
  readonly name: string;
  /** The index that it was trained for here; absent for a model in the folder of the indexes. */
  readonly index?: string;
  readonly kind: string;
  readonly depth?: Count;
  readonly hasSalience: boolean;
  readonly training?: unknown;
  /** Of a published cross-encoder: the tensors of its file that are not used. */
  readonly unusedTensors?: readonly string[];
}

/** An API key, without its secret. */
export interface KeySummary {
  readonly name: string;
  readonly scope: string;
  /** The only indexes that it may be used for; absent for all. */
  readonly indexes?: readonly string[];
  /** Filter of every search with the key. */
  readonly filter?: unknown;
  /** When it ends, as ISO 8601; absent for never. */
  readonly expires?: string;
}

/** An API key that was created. */
export interface CreatedKey extends KeySummary {
  /** The secret, which cannot be shown again. */
  readonly key: string;
}

/** The body of every error. */
export interface ErrorResponse {
  readonly code: string;
  readonly message: string;
  /** The id of the request, as in the log. */
  readonly request: string;
}
