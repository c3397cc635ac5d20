/**
 * What a route is: data that says how it is asked and what it answers, and a
 * function. Checking, documentation and metrics all come from the data.
 */

import type { GenericSchema } from "valibot";
import type { OptionTableName } from "../../src/api/index.ts";
import type { ApiScope } from "../../src/api/operations.ts";
import type { Engine } from "./engine/engine.ts";
import type { HttpHeaders } from "./http-request.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import type { Block } from "./request-body.ts";

/** What routes work with. */
export interface ServerContext {
  readonly engine: Engine;
  readonly jobs: Jobs;
  readonly limits: Limits;
  readonly metrics: Metrics;
  /** False while the server starts or stops. */
  isReady(): boolean;
  /** Whether a search would wait too long, of a client if its engine is given, or the thread of the sockets cannot keep up. */
  isOverloaded(engine?: Engine): boolean;
  now(): Date;
}

/** A schema whose output is T. */
export type Schema<T> = GenericSchema<unknown, T>;

/** What a route is given. */
export interface RouteRequest<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The body of a route that takes bytes. Its blocks may be handed over to another thread. */
  readonly blocks: AsyncIterable<Block>;
  readonly headers: HttpHeaders;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** Where a route runs that may take long, and from what size of its body on. */
export interface OffloadOptions {
  readonly thread: "read" | "write";
  /** Bytes of a body that the thread of the sockets still reads. */
  readonly over: number;
}

/** Of what size a body is no work to speak of. */
export const SMALL_BODY = 16_384;

/** A route. */
export interface Route<P = unknown, Q = unknown, B = unknown> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** With parameters as `:name`. */
  readonly path: string;
  /** One line, in the imperative. */
  readonly summary: string;
  readonly tag: string;
  /** Undefined for a route that is open to all. */
  readonly scope?: ApiScope;
  readonly params?: Schema<P>;
  readonly query?: Schema<Q>;
  readonly body?: Schema<B>;
  /** Bodies as bytes: media types, and the limit. */
  readonly bytes?: { readonly types: readonly string[]; readonly limit: keyof Limits };
  /** Bytes of a JSON body, by the name of the limit. Default `bodyBytes`. */
  readonly bodyLimit?: keyof Limits;
  /** A JSON body that other media types may carry too: clients of others send it as text. */
  readonly anyType?: boolean;
  /**
   * A route that runs as a whole on a thread that reads or writes when its body
   * has more bytes than `over`: JSON that is long takes time to parse, check and
   * make, and everybody would wait for it. It answers 200 and JSON.
   */
  readonly offload?: OffloadOptions;
  /** Whether it is refused, before anything is read or checked, while the server has too much to do. */
  readonly isSearch?: boolean;
  /** Tables of options in its request, whose documentation the OpenAPI document has. */
  readonly options?: readonly OptionTableName[];
  /** The same by the `kind` of the request. */
  readonly variants?: Readonly<Record<string, readonly OptionTableName[]>>;
  /** A request as an example. */
  readonly example?: object;
  /** Whether another route replaces it. */
  readonly isDeprecated?: boolean;
  /** Whether the body may be missing. */
  readonly isBodyOptional?: boolean;
  readonly response: {
    readonly status: number;
    /** JSON Schema. */
    readonly schema?: object;
    /** Default `application/json`; absent body for 204. */
    readonly type?: string;
    readonly text: string;
  };
  handle(
    request: RouteRequest<P, Q, B>,
    server: ServerContext,
  ): Promise<HttpResponse> | HttpResponse;
}

/** A route whose types the list of all routes does not ask for. */
export type AnyRoute = Route<never, never, never>;

/** Declares a route. */
export function createRoute<P, Q, B>(definition: Route<P, Q, B>): AnyRoute {
  return definition as unknown as AnyRoute;
}

/**
 * What a route answers. It is plain data until all headers are known: a response
 * whose headers are changed afterwards costs as much as the rest of a short answer.
 */
export interface HttpResponse {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

const JSON_TYPE = { "content-type": "application/json" };

/** JSON text as an answer. */
export function createJsonResponse(json: string, status = 200): HttpResponse {
  return { status, headers: JSON_TYPE, body: json };
}

/** Plain text as an answer. */
export function createTextResponse(text: string, type = "text/plain; charset=utf-8"): HttpResponse {
  return { status: 200, headers: { "content-type": type }, body: text };
}

/** Nothing to say: it is done. */
export const NO_CONTENT: HttpResponse = { status: 204, headers: {}, body: null };
