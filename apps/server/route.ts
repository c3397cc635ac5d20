/**
 * The definition of a route: data and a handler. Validation, documentation and
 * metrics derive from the data.
 */

import type { GenericSchema } from "valibot";
import type { OptionTableName } from "../../src/api/index.ts";
import type { ApiScope } from "../../src/api/operations.ts";
import type { KeyStore } from "./access/api-key-store.ts";
import type { BehaviorLog } from "./behavior/behavior-log.ts";
import type { Engine } from "./engine/engine.ts";
import type { HttpFailure } from "./failure.ts";
import type { HttpHeaders } from "./http-request.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Limits } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import type { Block } from "./request-body.ts";

/** The parts of the server that handlers use. */
export interface ServerContext {
  readonly engine: Engine;
  readonly jobs: Jobs;
  readonly keys: KeyStore;
  readonly limits: Limits;
  readonly metrics: Metrics;
  /** The log of searches and events; undefined if they are not recorded. */
  readonly behavior?: BehaviorLog | undefined;
  /** False while the server starts or stops. */
  isReady(): boolean;
  /** Whether a search would wait too long, of a client if its engine is given, or the thread of the sockets cannot keep up. */
  isOverloaded(engine?: Engine): boolean;
  now(): Date;
}

/** A schema whose output is T. */
export type Schema<T> = GenericSchema<unknown, T>;

/** A validated request. */
export interface RouteRequest<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The body of a route that takes bytes. Its blocks may be handed over to another thread. */
  readonly blocks: AsyncIterable<Block>;
  readonly headers: HttpHeaders;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The thread of a route with a long body, and the size from which it runs there. */
export interface OffloadOptions {
  readonly thread: "read" | "write";
  /** Largest body in bytes that the socket thread reads. */
  readonly over: number;
}

/** Bytes of a body that is cheap to parse. */
export const SMALL_BODY = 16_384;

/** A route. */
export interface Route<P = unknown, Q = unknown, B = unknown> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
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
  /** Accepts a JSON body of any media type: clients of other engines send it as text. */
  readonly anyType?: boolean;
  /**
   * Runs the whole route on a reading or writing thread if its body has more bytes
   * than `over`, or if it takes none: parsing, checking and writing long JSON would
   * block all other requests. Such a route returns 200 and JSON.
   */
  readonly offload?: OffloadOptions;
  /** Whether it is rejected under overload, before anything is read or checked. */
  readonly isSearch?: boolean;
  /** Whether it is a search that the log of behavior records. */
  readonly isRecorded?: boolean;
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
  /** Properties that the body of an error has beside the server's own, for clients of other engines. */
  readonly describeError?: (failure: HttpFailure) => object;
  handle(
    request: RouteRequest<P, Q, B>,
    server: ServerContext,
  ): Promise<HttpResponse> | HttpResponse;
}

/** A route with its types erased, for lists. */
export type AnyRoute = Route<never, never, never>;

/** Declares a route. */
export function createRoute<P, Q, B>(definition: Route<P, Q, B>): AnyRoute {
  return definition as unknown as AnyRoute;
}

/**
 * A response. It is plain data until all headers are set: changing the headers of a
 * web `Response` costs as much as the rest of a short response.
 */
export interface HttpResponse {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

const JSON_TYPE = { "content-type": "application/json" };

/** A response of JSON text. */
export function createJsonResponse(json: string, status = 200): HttpResponse {
  return { status, headers: JSON_TYPE, body: json };
}

/** A response of plain text. */
export function createTextResponse(text: string, type = "text/plain; charset=utf-8"): HttpResponse {
  return { status: 200, headers: { "content-type": type }, body: text };
}

/** A success without a body. */
export const NO_CONTENT: HttpResponse = { status: 204, headers: {}, body: null };
