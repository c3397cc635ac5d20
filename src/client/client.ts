/**
 * The client of the server: one method per operation, typed. Paths and types come
 * from the declarations in src/api. It uses `fetch` alone, so it runs in Node and in
 * browsers.
 */

import type { RecordedCounts, UbiEvent, UbiQuery } from "../api/behavior.ts";
import type { DocumentType, SearchDocument } from "../api/document-type.ts";
import type { OperationTypes } from "../api/operation-types.ts";
import { OPERATIONS, type OperationName } from "../api/operations.ts";
import type { CreateIndexRequest, KeyRequest } from "../api/requests.ts";
import type {
  CreatedKey,
  ErrorResponse,
  IndexSummary,
  Job,
  KeySummary,
  ModelSummary,
} from "../api/responses.ts";
import { formatAddress } from "./address.ts";
import { type ClickedHit, createClickEvent } from "./click-event.ts";
import type { ClientCall } from "./client-call.ts";
import { IndexClient } from "./index-client.ts";
import { followEvents } from "./job-events.ts";
import {
  type CallOptions,
  type ClientOptions,
  type Fetch,
  type FetchResponse,
  ServerError,
} from "./transport.ts";

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

  /** Records events of users, such as clicks. A server records them only if it is set to. */
  sendEvents(
    events: UbiEvent | readonly UbiEvent[],
    call: CallOptions = { keepalive: true },
  ): Promise<RecordedCounts> {
    return this.call("sendEvents", { input: events, ...call });
  }

  /** Records searches that the server did not answer itself. */
  sendQueries(
    queries: UbiQuery | readonly UbiQuery[],
    call: CallOptions = { keepalive: true },
  ): Promise<RecordedCounts> {
    return this.call("sendQueries", { input: queries, ...call });
  }

  /** Records a click on a hit of a search. */
  click(click: ClickedHit, call?: CallOptions): Promise<RecordedCounts> {
    return this.sendEvents(createClickEvent(click), call);
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
    { params = {}, input, address, signal, keepalive }: ClientCall<Name>,
  ): Promise<FetchResponse> {
    const { method, path } = OPERATIONS[name];
    const { url, key, fetch: send = fetch as unknown as Fetch } = this.#options;
    const isBody = method !== "GET" && input !== undefined;
    const query = { ...(isBody ? {} : (input as object | undefined)), ...address };
    const response = await send(url.replace(/\/$/, "") + formatAddress(path, params, query), {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(isBody ? { "content-type": "application/json" } : {}),
      },
      ...(isBody ? { body: JSON.stringify(input) } : {}),
      ...(signal === undefined ? {} : { signal }),
      ...(keepalive === undefined ? {} : { keepalive }),
    });
    if (response.ok) return response;
    const error = (await response.json().catch(() => ({}))) as Partial<ErrorResponse>;
    const { code = "UNKNOWN", message = `status ${response.status}`, request = "" } = error;
    throw new ServerError(response.status, { code, message, request });
  }
}
