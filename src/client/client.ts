/**
 * The client: one method per route, typed. It uses `fetch` alone, so it runs in
 * Node and in browsers.
 */

import type { StoredDocument } from "../search/search-document.ts";
import { followEvents } from "./job-events.ts";
import type {
  CompareAnswer,
  CompareRequest,
  ErrorAnswer,
  ExplainAnswer,
  ExplainRequest,
  IndexDetails,
  IndexSummary,
  Job,
  JobRequest,
  JudgementCounts,
  JudgementsRequest,
  LearnedWeightsSummary,
  ModelSummary,
  Publication,
  Publications,
  SearchAnswer,
  SearchRequest,
  System,
  WireJudgedQuery,
  WordAnswer,
  WordsAnswer,
} from "./shapes.ts";

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
) => Promise<FetchAnswer>;

/** As much of a response as the client needs. */
export interface FetchAnswer {
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

  constructor(status: number, { code, message, request }: ErrorAnswer) {
    super(message);
    this.status = status;
    this.code = code;
    this.request = request;
  }
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** A server, from afar. */
export class TermwiseClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  indexes(): Promise<{ indexes: IndexSummary[] }> {
    return this.#json("GET", "/indexes");
  }

  models(): Promise<{ models: ModelSummary[] }> {
    return this.#json("GET", "/models");
  }

  createIndex(name: string, options: object = {}): Promise<IndexSummary> {
    return this.#json("POST", "/indexes", { name, ...options });
  }

  deleteIndex(name: string): Promise<void> {
    return this.#json("DELETE", `/indexes/${encodeURIComponent(name)}`);
  }

  /** One index. Nothing is asked before a method of it is called. */
  index(name: string): IndexClient {
    const base = `/indexes/${encodeURIComponent(name)}`;
    return new IndexClient((method, path, body) => this.#json(method, base + path, body));
  }

  jobs(): Promise<{ jobs: Job[] }> {
    return this.#json("GET", "/jobs");
  }

  job(id: string): Promise<Job> {
    return this.#json("GET", `/jobs/${encodeURIComponent(id)}`);
  }

  cancelJob(id: string): Promise<Job> {
    return this.#json("DELETE", `/jobs/${encodeURIComponent(id)}`);
  }

  /** The states of a job as it goes on; the last one has ended. */
  async *follow(id: string): AsyncGenerator<Job> {
    const response = await this.#ask("GET", `/jobs/${encodeURIComponent(id)}/events`);
    const { body } = response;
    if (body instanceof ReadableStream) yield* followEvents(body);
  }

  async #json<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#ask(method, path, body);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  async #ask(method: string, path: string, body?: unknown): Promise<FetchAnswer> {
    const { url, key, fetch: send = fetch } = this.#options;
    const headers = {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    } as Record<string, string>;
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await send(url.replace(/\/$/, "") + path, init);
    if (response.ok) return response;
    const error = (await response.json().catch(() => ({}))) as Partial<ErrorAnswer>;
    const { code = "UNKNOWN", message = `status ${response.status}`, request = "" } = error;
    throw new ServerError(response.status, { code, message, request });
  }
}

/** Asks for a path below an index. */
type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** One index of a server. */
export class IndexClient {
  readonly #ask: Ask;

  /** Use `TermwiseClient.index`. */
  constructor(ask: Ask) {
    this.#ask = ask;
  }

  describe(): Promise<IndexDetails> {
    return this.#ask("GET", "");
  }

  /** Adds documents, each in place of the one with its id if there is one. */
  put(documents: object | readonly object[]): Promise<{ documents: number }> {
    return this.#ask("POST", "/documents", documents);
  }

  /** Adds documents; none of them when one is there already. */
  add(documents: object | readonly object[]): Promise<{ documents: number }> {
    return this.#ask("POST", "/documents?duplicates=refuse", documents);
  }

  get(id: string): Promise<StoredDocument> {
    return this.#ask("GET", `/documents/${encodeURIComponent(id)}`);
  }

  delete(ids: readonly string[]): Promise<{ deleted: number }> {
    return this.#ask("DELETE", "/documents", { ids });
  }

  search(query: string, options: Omit<SearchRequest, "query"> = {}): Promise<SearchAnswer> {
    return this.#ask("POST", "/search", { query, ...options });
  }

  suggest(q: string, limit?: number): Promise<{ suggestions: { text: string }[] }> {
    return this.#ask("GET", `/suggest${asked({ q, limit })}`);
  }

  explain(request: ExplainRequest): Promise<ExplainAnswer> {
    return this.#ask("POST", "/explain", request);
  }

  compare(request: CompareRequest): Promise<CompareAnswer> {
    return this.#ask("POST", "/compare", request);
  }

  words(options: Values = {}): Promise<WordsAnswer> {
    return this.#ask("GET", `/words${asked(options)}`);
  }

  word(word: string, options: Values = {}): Promise<WordAnswer> {
    return this.#ask("GET", `/words/${encodeURIComponent(word)}${asked(options)}`);
  }

  judgements(): Promise<{ queries: WireJudgedQuery[] }> {
    return this.#ask("GET", "/judgements");
  }

  judge(request: JudgementsRequest): Promise<JudgementCounts> {
    return this.#ask("PUT", "/judgements", request);
  }

  start(job: JobRequest): Promise<Job> {
    return this.#ask("POST", "/jobs", job);
  }

  weights(): Promise<{ weights: LearnedWeightsSummary[] }> {
    return this.#ask("GET", "/weights");
  }

  published(): Promise<Publications> {
    return this.#ask("GET", "/published");
  }

  publish(system: System): Promise<Publication> {
    return this.#ask("POST", "/publish", system);
  }

  rollBack(): Promise<Publication> {
    return this.#ask("POST", "/rollback");
  }
}

/** The part of an address after its path. */
function asked(values: Values): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
