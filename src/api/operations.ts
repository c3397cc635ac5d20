/**
 * The operations of the server as a data table, each declared once. Routes, the
 * OpenAPI document and the client derive from it; `OperationTypes` has the types of
 * requests and responses.
 */

import type { OperationTypes } from "./operation-types.ts";
import type { OptionTableName } from "./option-tables.ts";

/** Permissions of an API key; each scope includes those before it. */
export type ApiScope = "search" | "read" | "write" | "admin";

/** The limit of the server that a body has. */
export type BodyLimit = "bodyBytes" | "settingsBytes" | "listBytes" | "documentsBytes";

/** How an operation is called over HTTP. */
export interface ApiOperation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters as `:name`. */
  readonly path: string;
  /** One line, in the imperative. */
  readonly summary: string;
  readonly tag: string;
  /** Absent for an operation that needs no key. */
  readonly scope?: ApiScope;
  /** Options of the request: the body, or the address of GET and of a body that is read as bytes. */
  readonly options?: readonly OptionTableName[];
  /** Options of the request by its `kind`. */
  readonly variants?: Readonly<Record<string, readonly OptionTableName[]>>;
  /** A request as an example. */
  readonly example?: object;
  /** Media types of a body that is read as bytes. */
  readonly accepts?: readonly string[];
  /** Default `bodyBytes`. */
  readonly limit?: BodyLimit;
  /** Status of a success. Default 200. */
  readonly status?: number;
  /** Media type of the response. Default `application/json`. */
  readonly type?: string;
  /** The response, in a few words. */
  readonly returns: string;
  /** The operation that replaces a deprecated one. */
  readonly successor?: OperationName;
}

/** The name of an operation. */
export type OperationName = keyof OperationTypes;

const JSON_TYPE = "application/json";
const INDEX = "/indexes/:name";
const DOCUMENTS = `${INDEX}/documents`;
const JUDGEMENTS = `${INDEX}/judgements`;

/** All operations, in the order of the documentation. */
export const OPERATIONS: Readonly<Record<OperationName, ApiOperation>> = {
  health: {
    method: "GET",
    path: "/health",
    tag: "server",
    summary: "Report that the process runs",
    returns: "It runs.",
  },
  ready: {
    method: "GET",
    path: "/ready",
    tag: "server",
    summary: "Report whether requests are accepted",
    returns: "Requests are accepted.",
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    tag: "server",
    scope: "read",
    type: "text/plain",
    summary: "Return counters and latencies in the text format of Prometheus",
    returns: "The metrics.",
  },
  listIndexes: {
    method: "GET",
    path: "/indexes",
    tag: "indexes",
    scope: "read",
    summary: "List the indexes",
    returns: "The indexes.",
  },
  createIndex: {
    method: "POST",
    path: "/indexes",
    tag: "indexes",
    scope: "admin",
    options: ["CREATE_INDEX"],
    limit: "settingsBytes",
    status: 201,
    example: { name: "recipes", positions: true },
    summary: "Create an empty index",
    returns: "The new index.",
  },
  describeIndex: {
    method: "GET",
    path: INDEX,
    tag: "indexes",
    scope: "read",
    summary: "Describe an index",
    returns: "Settings and statistics.",
  },
  deleteIndex: {
    method: "DELETE",
    path: INDEX,
    tag: "indexes",
    scope: "admin",
    status: 204,
    summary: "Delete an index",
    returns: "It is deleted.",
  },
  getSettings: {
    method: "GET",
    path: `${INDEX}/settings`,
    tag: "indexes",
    scope: "read",
    summary: "Return the settings of an index",
    returns: "The settings, by name.",
  },
  updateSettings: {
    method: "PATCH",
    path: `${INDEX}/settings`,
    tag: "indexes",
    scope: "write",
    options: ["INDEX_SETTINGS"],
    limit: "settingsBytes",
    example: { prefix: true, synonyms: "sofa, couch", stopWords: null },
    summary: "Change settings of an index; null resets one",
    returns: "All settings, by name.",
  },
  listRules: {
    method: "GET",
    path: `${INDEX}/rules`,
    tag: "indexes",
    scope: "read",
    summary: "List the rules of an index, in the order in which they apply",
    returns: "The rules.",
  },
  putRule: {
    method: "PUT",
    path: `${INDEX}/rules/:id`,
    tag: "indexes",
    scope: "write",
    accepts: [JSON_TYPE],
    limit: "settingsBytes",
    summary: "Add or replace a rule of an index",
    returns: "All rules.",
  },
  deleteRule: {
    method: "DELETE",
    path: `${INDEX}/rules/:id`,
    tag: "indexes",
    scope: "write",
    status: 204,
    summary: "Delete a rule of an index",
    returns: "It is deleted.",
  },
  backUpIndex: {
    method: "POST",
    path: `${INDEX}/backup`,
    tag: "indexes",
    scope: "admin",
    summary: "Back up the current commit of an index to the server's folder of backups",
    returns: "The commit, and how much was copied.",
  },
  addDocuments: {
    method: "POST",
    path: DOCUMENTS,
    tag: "documents",
    scope: "write",
    options: ["ADD_DOCUMENTS"],
    accepts: [JSON_TYPE, "application/x-ndjson"],
    limit: "documentsBytes",
    summary: "Add documents",
    returns: "The number of documents added.",
  },
  listDocuments: {
    method: "GET",
    path: DOCUMENTS,
    tag: "documents",
    scope: "read",
    options: ["DOCUMENT_LIST"],
    summary: "List documents, or stream all as NDJSON",
    returns: "Documents in the order of the index.",
  },
  deleteDocuments: {
    method: "DELETE",
    path: DOCUMENTS,
    tag: "documents",
    scope: "write",
    options: ["DELETE_DOCUMENTS"],
    limit: "listBytes",
    example: { ids: ["eggs", "soup"] },
    summary: "Delete documents by their ids, or all that pass a filter",
    returns: "The number of documents deleted.",
  },
  updateDocuments: {
    method: "PATCH",
    path: DOCUMENTS,
    tag: "documents",
    scope: "write",
    accepts: [JSON_TYPE, "application/x-ndjson"],
    limit: "documentsBytes",
    summary: "Change properties of documents; null removes one",
    returns: "The number of documents changed.",
  },
  replaceDocuments: {
    method: "PUT",
    path: DOCUMENTS,
    tag: "documents",
    scope: "write",
    accepts: [JSON_TYPE, "application/x-ndjson"],
    limit: "documentsBytes",
    summary: "Replace all documents of an index by others",
    returns: "The number of documents added.",
  },
  updateDocument: {
    method: "PATCH",
    path: `${DOCUMENTS}/:id`,
    tag: "documents",
    scope: "write",
    accepts: [JSON_TYPE],
    limit: "bodyBytes",
    summary: "Change properties of a document; null removes one",
    returns: "The number of documents changed.",
  },
  putDocument: {
    method: "PUT",
    path: `${DOCUMENTS}/:id`,
    tag: "documents",
    scope: "write",
    accepts: [JSON_TYPE],
    limit: "bodyBytes",
    summary: "Add or replace a document",
    returns: "The number of documents added.",
  },
  getDocument: {
    method: "GET",
    path: `${DOCUMENTS}/:id`,
    tag: "documents",
    scope: "read",
    summary: "Return a document",
    returns: "The document.",
  },
  deleteDocument: {
    method: "DELETE",
    path: `${DOCUMENTS}/:id`,
    tag: "documents",
    scope: "write",
    status: 204,
    summary: "Delete a document",
    returns: "It is deleted.",
  },
  searchByAddress: {
    method: "GET",
    path: `${INDEX}/search`,
    tag: "search",
    scope: "search",
    options: ["ADDRESS", "SCORING", "RESULT"],
    summary: "Search, with the options in the address",
    returns: "The hits.",
  },
  search: {
    method: "POST",
    path: `${INDEX}/search`,
    tag: "search",
    scope: "search",
    options: ["QUERY", "SCORING", "RESULT"],
    example: { query: "boiled eggs", limit: 5, snippet: true },
    summary: "Search",
    returns: "The hits.",
  },
  suggest: {
    method: "GET",
    path: `${INDEX}/suggest`,
    tag: "search",
    scope: "search",
    options: ["ADDRESS", "SUGGEST"],
    summary: "Complete a partial query",
    returns: "Completions, the best first.",
  },
  facetSearch: {
    method: "GET",
    path: `${INDEX}/facets/:field`,
    tag: "search",
    scope: "search",
    options: ["ADDRESS", "FACET_SEARCH"],
    summary: "Search within the values of a field",
    returns: "The values with their counts, the most frequent first.",
  },
  explain: {
    method: "POST",
    path: `${INDEX}/explain`,
    tag: "search",
    scope: "read",
    options: ["EXPLAIN", "SCORING", "SYSTEM"],
    example: { query: "boiled eggs", id: "eggs" },
    summary: "Explain a score",
    returns: "The parts of the score.",
  },
  similar: {
    method: "GET",
    path: `${DOCUMENTS}/:id/similar`,
    tag: "search",
    scope: "read",
    options: ["SIMILAR"],
    summary: "Find similar documents by their vectors",
    returns: "The hits.",
  },
  compare: {
    method: "POST",
    path: `${INDEX}/compare`,
    tag: "search",
    scope: "read",
    options: ["COMPARE"],
    example: { query: "boiled eggs", systems: [{ ranker: "bm25" }, { ranker: "lm" }] },
    summary: "Compare systems on one query",
    returns: "The hits of each system, and the ranks of each document.",
  },
  listWords: {
    method: "GET",
    path: `${INDEX}/words`,
    tag: "words",
    scope: "read",
    options: ["WORD_LIST", "WORD"],
    summary: "List words of an index",
    returns: "Words in the requested order.",
  },
  getWord: {
    method: "GET",
    path: `${INDEX}/words/:word`,
    tag: "words",
    scope: "read",
    options: ["WORD"],
    summary: "Describe a word",
    returns: "The terms of the word, and its neighbours.",
  },
  getJudgements: {
    method: "GET",
    path: JUDGEMENTS,
    tag: "judgements",
    scope: "read",
    summary: "Return all judgements",
    returns: "The judged queries.",
  },
  putJudgements: {
    method: "PUT",
    path: JUDGEMENTS,
    tag: "judgements",
    scope: "write",
    options: ["JUDGEMENTS"],
    limit: "listBytes",
    example: { queries: [{ text: "boiled eggs", relevant: { eggs: 2, bread: 0 } }] },
    summary: "Store judgements",
    returns: "The number of judgements stored.",
  },
  exportTrec: {
    method: "GET",
    path: `${JUDGEMENTS}/trec`,
    tag: "judgements",
    scope: "read",
    type: "text/plain",
    summary: "Export judgements as TREC qrels",
    returns: "One line per judgement.",
  },
  exportQueries: {
    method: "GET",
    path: `${JUDGEMENTS}/queries`,
    tag: "judgements",
    scope: "read",
    type: "text/plain",
    summary: "Export judged queries as TSV",
    returns: "One line per query.",
  },
  importTrec: {
    method: "POST",
    path: `${JUDGEMENTS}/trec`,
    tag: "judgements",
    scope: "write",
    options: ["TREC"],
    limit: "listBytes",
    example: { qrels: "1 0 eggs 2\n", queries: "1\tboiled eggs\n" },
    summary: "Import TREC qrels",
    returns: "The number of judgements stored.",
  },
  sendEvents: {
    method: "POST",
    path: "/ubi/events",
    tag: "behavior",
    scope: "search",
    accepts: [JSON_TYPE],
    limit: "settingsBytes",
    summary: "Record events of users, such as clicks, as User Behavior Insights 1.3 has them",
    returns: "The number of events stored.",
  },
  sendQueries: {
    method: "POST",
    path: "/ubi/queries",
    tag: "behavior",
    scope: "search",
    accepts: [JSON_TYPE],
    limit: "settingsBytes",
    summary:
      "Record searches that this server did not answer, as User Behavior Insights 1.3 has them",
    returns: "The number of searches stored.",
  },
  getBehavior: {
    method: "GET",
    path: `${INDEX}/behavior`,
    tag: "behavior",
    scope: "write",
    options: ["BEHAVIOR"],
    summary: "Report what users searched for and clicked",
    returns: "Top queries, queries without hits, queries without clicks, and days.",
  },
  startJob: {
    method: "POST",
    path: `${INDEX}/jobs`,
    tag: "jobs",
    scope: "write",
    variants: {
      learn: ["LEARN_JOB", "LEARN"],
      train: ["TRAIN_JOB", "TRAIN", "SETTINGS"],
      evaluate: ["EVALUATE_JOB"],
    },
    status: 202,
    limit: "settingsBytes",
    example: { kind: "learn", name: "w1" },
    summary: "Start a job",
    returns: "The job.",
  },
  listJobs: {
    method: "GET",
    path: "/jobs",
    tag: "jobs",
    scope: "read",
    summary: "List jobs",
    returns: "The jobs, the newest first.",
  },
  getJob: {
    method: "GET",
    path: "/jobs/:id",
    tag: "jobs",
    scope: "read",
    summary: "Return a job",
    returns: "The job.",
  },
  followJob: {
    method: "GET",
    path: "/jobs/:id/events",
    tag: "jobs",
    scope: "read",
    type: "text/event-stream",
    summary: "Follow a job",
    returns: "Events `progress`, then `end`.",
  },
  cancelJob: {
    method: "DELETE",
    path: "/jobs/:id",
    tag: "jobs",
    scope: "write",
    summary: "Cancel a job",
    returns: "The job.",
  },
  listWeights: {
    method: "GET",
    path: `${INDEX}/weights`,
    tag: "learning",
    scope: "read",
    summary: "List learned weights",
    returns: "Learned weights, the oldest first.",
  },
  listKeys: {
    method: "GET",
    path: "/keys",
    tag: "keys",
    scope: "admin",
    summary: "List the API keys",
    returns: "The keys, without their secrets.",
  },
  createKey: {
    method: "POST",
    path: "/keys",
    tag: "keys",
    scope: "admin",
    status: 201,
    limit: "settingsBytes",
    options: ["KEY"],
    example: { scope: "search", indexes: ["recipes"], filter: { public: true } },
    summary: "Create an API key",
    returns: "The key, which cannot be shown again.",
  },
  revokeKey: {
    method: "DELETE",
    path: "/keys/:id",
    tag: "keys",
    scope: "admin",
    status: 204,
    summary: "Revoke an API key",
    returns: "It is revoked.",
  },
  listModels: {
    method: "GET",
    path: "/models",
    tag: "learning",
    scope: "read",
    summary: "List the trained models",
    returns: "The models.",
  },
  getActive: {
    method: "GET",
    path: `${INDEX}/active`,
    tag: "learning",
    scope: "read",
    summary: "Return the active system",
    returns: "The active system, and the history.",
  },
  activate: {
    method: "POST",
    path: `${INDEX}/activate`,
    tag: "learning",
    scope: "admin",
    options: ["SYSTEM"],
    limit: "settingsBytes",
    example: { weights: "w1" },
    summary: "Activate a system",
    returns: "The activation.",
  },
  rollBack: {
    method: "POST",
    path: `${INDEX}/rollback`,
    tag: "learning",
    scope: "admin",
    summary: "Return to the system that was active before",
    returns: "The active system.",
  },
  getPublished: {
    method: "GET",
    path: `${INDEX}/published`,
    tag: "learning",
    scope: "read",
    successor: "getActive",
    summary: "Return the active system",
    returns: "The active system, and the history.",
  },
  publish: {
    method: "POST",
    path: `${INDEX}/publish`,
    tag: "learning",
    scope: "admin",
    options: ["SYSTEM"],
    successor: "activate",
    limit: "settingsBytes",
    summary: "Activate a system",
    returns: "The activation.",
  },
};
