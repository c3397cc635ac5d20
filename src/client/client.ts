/**
 * The client: one method per route, typed. It uses `fetch` alone, so it runs in
 * Node and in browsers.
 */

import type {
  CompareRequest,
  CompareResponse,
  ErrorResponse,
  ExplainRequest,
  ExplainResponse,
  IndexDetails,
  IndexSummary,
  Job,
  JobRequest,
  JudgementCounts,
  JudgementsRequest,
  LearnedWeightsSummary,
  ModelSummary,
  Publication,
  PublicationHistory,
  SearchRequest,
  SearchResponse,
  System,
  WireJudgedQuery,
  WordListResponse,
  WordResponse,
} from "../api/http-types.ts";
import type { StoredDocument } from "../api/search-result.ts";
import { followEvents } from "./job-events.ts";

/** Where the server is, and the key for it. */
export interface ClientOptions {
  /** Such as `http://127.0.0.1:7700`. */
  readonly url: string;
  readonly key?: string | undefined;
  /** Default: that of the platform. */
  readonly fetch?: Fetch | undefined;
}

/** As much of `fetch` as the client needs, said without the types of a platform. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
  },
) => Promise<FetchResponse>;

/** As much of a response as the client needs. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  /** A stream of bytes, or null. */
  readonly body: unknown;
  json(): Promise<unknown>;
}

/** An answer of the server that says no. */
export class ServerError extends Error {
  override readonly name = "ServerError";
  readonly status: number;
  readonly code: string;
  /** The id of the request, as in the log of the server. */
  readonly request: string;

  constructor(status: number, { code, message, request }: ErrorResponse) {
    super(message);
    this.status = status;
    this.code = code;
    this.request = request;
  }
}

type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** A server, from afar. */
export class TermwiseClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  indexes(): Promise<{ indexes: IndexSummary[] }> {
    return this.#requestJson("GET", "/indexes");
  }

  models(): Promise<{ models: ModelSummary[] }> {
    return this.#requestJson("GET", "/models");
  }

  createIndex(name: string, options: object = {}): Promise<IndexSummary> {
    return this.#requestJson("POST", "/indexes", { name, ...options });
  }

  deleteIndex(name: string): Promise<void> {
    return this.#requestJson("DELETE", `/indexes/${encodeURIComponent(name)}`);
  }

  /** One index. Nothing is asked before a method of it is called. */
  index(name: string): IndexClient {
    const base = `/indexes/${encodeURIComponent(name)}`;
    return new IndexClient((method, path, body) => this.#requestJson(method, base + path, body));
  }

  jobs(): Promise<{ jobs: Job[] }> {
    return this.#requestJson("GET", "/jobs");
  }

  job(id: string): Promise<Job> {
    return this.#requestJson("GET", `/jobs/${encodeURIComponent(id)}`);
  }

  cancelJob(id: string): Promise<Job> {
    return this.#requestJson("DELETE", `/jobs/${encodeURIComponent(id)}`);
  }

  /** The states of a job as it goes on; the last one has ended. */
  async *follow(id: string): AsyncGenerator<Job> {
    const response = await this.#request("GET", `/jobs/${encodeURIComponent(id)}/events`);
    const { body } = response;
    if (body instanceof ReadableStream) yield* followEvents(body);
  }

  async #requestJson<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#request(method, path, body);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  async #request(method: string, path: string, body?: unknown): Promise<FetchResponse> {
    const { url, key, fetch: send = fetch } = this.#options;
    const headers = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    } as Record<string, string>;
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await send(url.replace(/\/$/, "") + path, init);
    if (response.ok) return response;
    const error = (await response.json().catch(() => ({}))) as Partial<ErrorResponse>;
    const { code = "UNKNOWN", message = `status ${response.status}`, request = "" } = error;
    throw new ServerError(response.status, { code, message, request });
  }
}

/** Asks for a path below an index. */
type RequestSender = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** One index of a server. */
export class IndexClient {
  readonly #send: RequestSender;

  /** Use `TermwiseClient.index`. */
  constructor(send: RequestSender) {
    this.#send = send;
  }

  describe(): Promise<IndexDetails> {
    return this.#send("GET", "");
  }

  /** Adds documents, each in place of the one with its id if there is one. */
  put(documents: object | readonly object[]): Promise<{ documents: number }> {
    return this.#send("POST", "/documents", documents);
  }

  /** Adds documents; none of them when one is there already. */
  add(documents: object | readonly object[]): Promise<{ documents: number }> {
    return this.#send("POST", "/documents?duplicates=refuse", documents);
  }

  get(id: string): Promise<StoredDocument> {
    return this.#send("GET", `/documents/${encodeURIComponent(id)}`);
  }

  delete(ids: readonly string[]): Promise<{ deleted: number }> {
    return this.#send("DELETE", "/documents", { ids });
  }

  search(query: string, options: Omit<SearchRequest, "query"> = {}): Promise<SearchResponse> {
    return this.#send("POST", "/search", { query, ...options });
  }

  suggest(q: string, limit?: number): Promise<{ suggestions: { text: string }[] }> {
    return this.#send("GET", `/suggest${toQueryString({ q, limit })}`);
  }

  explain(request: ExplainRequest): Promise<ExplainResponse> {
    return this.#send("POST", "/explain", request);
  }

  compare(request: CompareRequest): Promise<CompareResponse> {
    return this.#send("POST", "/compare", request);
  }

  words(options: QueryParameters = {}): Promise<WordListResponse> {
    return this.#send("GET", `/words${toQueryString(options)}`);
  }

  word(word: string, options: QueryParameters = {}): Promise<WordResponse> {
    return this.#send("GET", `/words/${encodeURIComponent(word)}${toQueryString(options)}`);
  }

  judgements(): Promise<{ queries: WireJudgedQuery[] }> {
    return this.#send("GET", "/judgements");
  }

  judge(request: JudgementsRequest): Promise<JudgementCounts> {
    return this.#send("PUT", "/judgements", request);
  }

  start(job: JobRequest): Promise<Job> {
    return this.#send("POST", "/jobs", job);
  }

  weights(): Promise<{ weights: LearnedWeightsSummary[] }> {
    return this.#send("GET", "/weights");
  }

  published(): Promise<PublicationHistory> {
    return this.#send("GET", "/published");
  }

  publish(system: System): Promise<Publication> {
    return this.#send("POST", "/publish", system);
  }

  rollBack(): Promise<Publication> {
    return this.#send("POST", "/rollback");
  }
}

/** The part of an address after its path. */
function toQueryString(values: QueryParameters): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return "";
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
