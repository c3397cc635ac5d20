/**
 * The requests of the server, each declared once. Types, the checks of the server and
 * the OpenAPI document derive from the tables; `operations.ts` names the tables of
 * each operation.
 */

import type { LEARN_OPTIONS, SETTINGS_OPTIONS, TRAIN_OPTIONS } from "./learning-options.ts";
import type { HttpOptionValues } from "./option-types.ts";
import type { HttpScoringOptions, HttpSearchOptions } from "./search-options.ts";
import type { SNAPSHOT_JOB_OPTIONS } from "./snapshots.ts";

/** Options of a search that make up a ranking system. */
export const SYSTEM_SEARCH_OPTIONS = ["ranker", "weights", "rerank", "depth"] as const;

/** A system with a name. */
export const NAMED_SYSTEM_OPTIONS = {
  /** Name for tables and columns. Default: formed from the parts of the system. */
  name: { type: "text" },
  /** Name of a snapshot of rankings, in place of a system. */
  snapshot: { type: "name" },
} as const;

/** The query of a body. */
export const QUERY_OPTIONS = {
  /** Text to search for. */
  query: { type: "query", isRequired: true },
} as const;

/** The query of an address. */
export const ADDRESS_OPTIONS = {
  /** Text to search for. Default: empty. */
  q: { type: "query" },
} as const;

/** The documents whose scores are explained. */
export const EXPLAIN_OPTIONS = {
  /** Text to search for. */
  query: { type: "query", isRequired: true },
  /** Document whose score is explained. */
  id: { type: "id", isRequired: true },
  /** Another document to compare the score with. */
  other: { type: "id" },
  /** Time limit in ms of the search that finds the ranks, beyond which the request fails. Default 1000. */
  timeout: { type: "milliseconds", httpMin: 1, httpMax: 10_000 },
} as const;

/** Options of a search that a comparison has too. */
export const COMPARE_SEARCH_OPTIONS = [
  "filter",
  "vector",
  "vectorFallback",
  "withoutVector",
  "timeout",
] as const;

/** One query for several systems. */
export const COMPARE_OPTIONS = {
  /** Text to search for. */
  query: { type: "query", isRequired: true },
  /** Systems to compare. The first is the baseline. */
  systems: { type: "systems", httpMax: 8, isRequired: true },
  /** Maximum number of hits per system. Default 10. */
  limit: { type: "integer", min: 1, httpMax: 100 },
  /** Return a passage of each document. Default false. */
  snippet: { type: "flag" },
  /** Measures to compute if the query is judged. */
  measures: { type: "measures" },
} as const;

/** Settings of a new index. */
export const CREATE_INDEX_OPTIONS = {
  /** Name of the index. */
  name: { type: "name", isRequired: true },
  /** Store positions, for phrases and proximity. Default true. */
  positions: { type: "flag" },
  /** Text analysis. See `AnalyzerOptions`. */
  analysis: { type: "data" },
  /** Fields with their types. See `SchemaOptions`. */
  fields: { type: "data" },
} as const;

/** How documents are added. */
export const ADD_DOCUMENTS_OPTIONS = {
  /** Action for a document whose id is already in the index. Default `replace`. */
  duplicates: { type: "choice", choices: ["replace", "refuse"] },
} as const;

/** Which documents are listed. */
export const DOCUMENT_LIST_OPTIONS = {
  /** Maximum number of documents. Default 20. */
  limit: { type: "integer", min: 1, httpMax: 1000 },
  /** Continue after another page. The value is that page's `next`. */
  after: { type: "integer", min: 0, httpMax: 4_000_000_000 },
  /** Format of the response. `ndjson` streams all documents. Default `json`. */
  format: { type: "choice", choices: ["json", "ndjson"] },
} as const;

/** Which documents are deleted: one of these. */
export const DELETE_DOCUMENTS_OPTIONS = {
  /** Ids of the documents to delete. */
  ids: { type: "ids", httpMax: 100_000 },
  /** Delete all documents for which this holds. See `Filter`. */
  filter: { type: "filter" },
} as const;

/** Sources of the statistics of a word. */
export const WORD_OPTIONS = {
  /** Id of learned weights to return. */
  weights: { type: "name" },
  /** Name of a model, for salience and neighbours. */
  model: { type: "name" },
  /** Return what was read in so many milliseconds. The response says so: `isPartial`. */
  timeout: { type: "milliseconds", httpMin: 1, httpMax: 10_000 },
} as const;

/** Which words are listed, in which order. */
export const WORD_LIST_OPTIONS = {
  /** Only words that begin with this text. */
  prefix: { type: "text", httpMin: 0, httpMax: 255 },
  /** Sort key of the words. Default `frequency`. */
  order: { type: "choice", choices: ["term", "frequency", "idf", "weight", "salience"] },
  /** Maximum number of words. Default 100. */
  limit: { type: "integer", min: 1, httpMax: 10_000 },
  /** Number of words to skip. Default 0. */
  offset: { type: "integer", min: 0, httpMax: 1_000_000_000 },
  /** Return the distributions of the statistics. Default false. */
  histogram: { type: "flag" },
} as const;

/** An API key to create. */
export const KEY_OPTIONS = {
  /** Scope of the key. `search` searches, `read` also reads documents, `write` also changes indexes, `admin` may do everything. */
  scope: { type: "choice", choices: ["search", "read", "write", "admin"], isRequired: true },
  /** Name of the key. Default: `key-` and a number. */
  name: { type: "text", httpMax: 100 },
  /** The only indexes that it may be used for. Default: all. */
  indexes: { type: "names", httpMax: 1000 },
  /** Filter of every search with the key, which must have the scope `search`. */
  filter: { type: "filter" },
  /** When the key ends, as a date such as `2027-01-31`. Default: never. */
  expires: { type: "text", httpMax: 40 },
} as const;

/** A judged query. */
export const JUDGED_QUERY_OPTIONS = {
  /** Id of the query. Default: that of the stored query with this text, else a new one. */
  id: { type: "id" },
  /** Text of the query. */
  text: { type: "query", httpMin: 1, isRequired: true },
  /** Grades by document. Above 0 relevant, 0 not relevant; null removes the judgement. */
  relevant: { type: "grades", isRequired: true },
} as const;

/** Judgements to store. */
export const JUDGEMENTS_OPTIONS = {
  /** Queries with their judgements. */
  queries: { type: "judgedQueries", httpMax: 10_000, isRequired: true },
  /** Add to the stored judgements, or replace them. Default `merge`. */
  mode: { type: "choice", choices: ["merge", "replace"] },
} as const;

/** A report of behavior. */
export const BEHAVIOR_OPTIONS = {
  /** Only searches of the last days. Default: all that are stored. */
  days: { type: "integer", min: 1, httpMax: 3660 },
  /** Maximum number of queries per list. Default 20. */
  limit: { type: "integer", min: 1, httpMax: 1000 },
} as const;

/** Judgements in the formats of TREC. */
export const TREC_OPTIONS = {
  /** Judgements as TREC qrels. */
  qrels: { type: "file", isRequired: true },
  /** Queries as TSV: id, tab, text. Default: the stored queries. */
  queries: { type: "file" },
} as const;

/** A job that learns term weights. */
export const LEARN_JOB_OPTIONS = {
  /** Id of the learned weights. Default: that of the job. */
  name: { type: "name" },
  /** Source of the judgements: those of people, or the recorded clicks. Default `judgements`. */
  from: { type: "choice", choices: ["judgements", "clicks"] },
  /** Write a pruned copy of the index, as `discriminate --out` does, for searches by the weights. They read it until the index changes; activating the weights writes it again. Default false. */
  pruned: { type: "flag" },
} as const;

/** A job that trains a model. */
export const TRAIN_JOB_OPTIONS = {
  /** Name of the trained model. Default: the id of the job. */
  name: { type: "name" },
  /** Kind of model, such as `knrm`. */
  model: { type: "text", isRequired: true },
} as const;

/** A job that evaluates systems on the judgements of an index. */
export const EVALUATE_JOB_OPTIONS = {
  /** Systems to compare. The first is the baseline. */
  systems: { type: "systems", httpMax: 16, isRequired: true },
  /** Measures to compute. Default nDCG@10, RR@10 and AP. */
  measures: { type: "measures" },
  /** Correction for several comparisons. Default `holm`. */
  correction: { type: "choice", choices: ["none", "bonferroni", "holm", "tukey"] },
} as const;

/** A way to rank. Without any of its parts, the active one is used. */
export interface System extends Pick<HttpSearchOptions, (typeof SYSTEM_SEARCH_OPTIONS)[number]> {}

/** A system with a name for tables and columns. */
export interface NamedSystem extends System, HttpOptionValues<typeof NAMED_SYSTEM_OPTIONS> {}

/** A search. */
export interface SearchRequest extends HttpSearchOptions, HttpOptionValues<typeof QUERY_OPTIONS> {}

/** Explain why a document has its score, or why one document is above another. */
export interface ExplainRequest
  extends HttpScoringOptions,
    System,
    HttpOptionValues<typeof EXPLAIN_OPTIONS> {}

/** One query for several systems. */
export interface CompareRequest
  extends Pick<HttpSearchOptions, (typeof COMPARE_SEARCH_OPTIONS)[number]>,
    HttpOptionValues<typeof COMPARE_OPTIONS> {}

/** Settings of a new index. */
export interface CreateIndexRequest extends HttpOptionValues<typeof CREATE_INDEX_OPTIONS> {}

/** Which documents are listed. */
export interface DocumentListRequest extends HttpOptionValues<typeof DOCUMENT_LIST_OPTIONS> {}

/** Which documents are deleted. */
export interface DeleteRequest extends HttpOptionValues<typeof DELETE_DOCUMENTS_OPTIONS> {}

/** Which statistics of a word are returned. */
export interface WordRequest extends HttpOptionValues<typeof WORD_OPTIONS> {}

/** Which words are listed, in which order. */
export interface WordListRequest extends WordRequest, HttpOptionValues<typeof WORD_LIST_OPTIONS> {}

/** An API key to create. */
export interface KeyRequest extends HttpOptionValues<typeof KEY_OPTIONS> {}

/** A judged query to store. */
export interface JudgedQueryRequest extends HttpOptionValues<typeof JUDGED_QUERY_OPTIONS> {}

/** Judgements to store. */
export interface JudgementsRequest extends HttpOptionValues<typeof JUDGEMENTS_OPTIONS> {}

/** A report of behavior. */
export interface BehaviorRequest extends HttpOptionValues<typeof BEHAVIOR_OPTIONS> {}

/** Judgements in the formats of TREC. */
export interface TrecRequest extends HttpOptionValues<typeof TREC_OPTIONS> {}

/** A job to start. */
export type JobRequest =
  | ({ readonly kind: "learn" } & HttpOptionValues<typeof LEARN_JOB_OPTIONS> &
      HttpOptionValues<typeof LEARN_OPTIONS>)
  | ({ readonly kind: "train" } & HttpOptionValues<typeof TRAIN_JOB_OPTIONS> &
      HttpOptionValues<typeof TRAIN_OPTIONS> &
      HttpOptionValues<typeof SETTINGS_OPTIONS>)
  | ({ readonly kind: "evaluate" } & HttpOptionValues<typeof EVALUATE_JOB_OPTIONS>)
  | ({ readonly kind: "snapshot" } & HttpOptionValues<typeof SNAPSHOT_JOB_OPTIONS> & System);
