/**
 * One request for one route: origin, key, media type, size and shape are
 * checked in this order, then the route runs, on this thread or on another.
 */

import * as v from "valibot";
import type { StoredKey } from "./access/api-keys.ts";
import { checkApiKey, type KeyOptions } from "./access/check-api-key.ts";
import { checkOrigin, type OriginOptions } from "./access/check-origin.ts";
import { ClientEngine } from "./engine/client-engine.ts";
import type { TaskOptions } from "./engine/engine.ts";
import { createOverloaded, HttpFailure } from "./failure.ts";
import type { HttpHeaders, HttpRequest } from "./http-request.ts";
import { parseJson } from "./parse-json.ts";
import { parseQueryString } from "./query-string.ts";
import { type ByteBudget, RequestBody } from "./request-body.ts";
import {
  type AnyRoute,
  createJsonResponse,
  type HttpResponse,
  type OffloadOptions,
  type RouteRequest,
  type ServerContext,
} from "./route.ts";
import { validateInput } from "./validate-input.ts";

/** The parts that requests are checked with. */
export interface RequestChecks {
  readonly guard: OriginOptions & KeyOptions;
  readonly budget: ByteBudget;
  readonly context: ServerContext;
}

/** Preallocated, because rejection must stay cheap under overload. */
const OVERLOADED = createOverloaded("too many requests at once");
const NO_QUERY = v.strictObject({});

/** The response of a route. Rejects with errors that `toFailure` converts. */
export async function handleRoute(
  route: AnyRoute,
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
  checks: RequestChecks,
): Promise<HttpResponse> {
  const { guard } = checks;
  if (route.method !== "GET") checkOrigin(request, guard);
  // Most requests wait for nothing before they are counted and refused under overload.
  const keysAreRead = checks.context.keys.refresh();
  if (keysAreRead !== undefined) await keysAreRead;
  const key = checkApiKey(request, route.scope, guard);
  if (key !== undefined) checkIndex(key, route, params);
  const context = withClient(checks.context, key);
  if (!context.isReady() && route.tag !== "server") {
    throw new HttpFailure(503, "UNAVAILABLE", "the server stops", { "retry-after": "5" });
  }
  if (route.isSearch === true && context.isOverloaded(context.engine)) throw OVERLOADED;
  const validated = new ValidatedRequest(request, {
    params: route.params && validateInput(route.params, { ...params }, "the address"),
    query: validateInput(route.query ?? NO_QUERY, parseQueryString(request.url), "the address"),
  });
  const handle = (bodyFields: {
    body?: unknown;
    blocks?: RequestBody;
  }): HttpResponse | Promise<HttpResponse> =>
    route.handle(
      Object.assign(validated, bodyFields) as unknown as RouteRequest<never, never, never>,
      context,
    );
  const { offload } = route;
  const callOnThread = async (
    { thread }: OffloadOptions,
    bodyBytes: number,
    options: TaskOptions,
  ): Promise<HttpResponse> => {
    const { method, path } = route;
    const { params: pathParams, query } = validated;
    const index = (pathParams as { name?: string } | undefined)?.name ?? "";
    const { depth } = context.limits;
    const behavior = route.isRecorded === true ? context.behavior : undefined;
    const recording = behavior?.openRecording(index, request.headers);
    const call = { method, path, params: pathParams, query, depth, bodyBytes };
    const input = { index, call: { ...call, recording } };
    const text = await context.engine[thread]("callRoute", input, options);
    const isRecorded = behavior !== undefined && recording !== undefined;
    return createJsonResponse(isRecorded ? behavior.addSearch(index, text) : text);
  };
  if (route.body === undefined && route.bytes === undefined) {
    return offload === undefined ? handle({}) : callOnThread(offload, 0, {});
  }
  const requestBody = openBody(route, request, checks);
  try {
    if (route.bytes !== undefined) {
      await requestBody.fill(); // before a thread reads it, so that a slow client blocks no thread
      return await handle({ blocks: requestBody });
    }
    const bytes = await requestBody.bytes();
    const isSmall = offload !== undefined && offload.over > 0 && bytes.length <= offload.over;
    if (offload === undefined || isSmall) {
      return await handle({ body: parseBody(route, bytes, context.limits.depth) });
    }
    return await callOnThread(offload, bytes.length, { blocks: requestBody });
  } finally {
    requestBody.release();
  }
}

/** The context for one client. Without keys all requests are of one client. */
function withClient(context: ServerContext, key: StoredKey | undefined): ServerContext {
  if (key === undefined) return context;
  return { ...context, engine: new ClientEngine(context.engine, key) };
}

/**
 * 403 for another index than those of the key, and for what belongs to no index. A
 * search may name its indexes in the body; the engine of the client checks them.
 */
function checkIndex(
  { indexes }: StoredKey,
  { scope }: AnyRoute,
  { name }: Readonly<Record<string, string>>,
): void {
  if (indexes === undefined || scope === "search") return;
  if (name !== undefined && indexes.includes(name)) return;
  throw new HttpFailure(403, "FORBIDDEN", `the API key is for the indexes ${indexes.join(", ")}`);
}

/**
 * A validated request. It is a class because of its getter: each object literal with
 * a getter has its own hidden class, which retains the request until a full garbage
 * collection.
 */
class ValidatedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: HttpHeaders;
  readonly #request: HttpRequest;

  constructor(
    request: HttpRequest,
    checked: { readonly params: unknown; readonly query: unknown },
  ) {
    this.params = checked.params;
    this.query = checked.query;
    this.headers = request.headers;
    this.#request = request;
  }

  /** Created on first use; few routes need it. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** The body of a request, checked by its headers alone. */
function openBody(
  route: AnyRoute,
  request: HttpRequest,
  { budget, context }: RequestChecks,
): RequestBody {
  const { bytes, bodyLimit = "bodyBytes" } = route;
  const { limits } = context;
  if (request.method === "GET") checkNoBody(request);
  else if (route.anyType !== true && !isBodyMissing(request, route))
    checkMediaType(request, bytes?.types ?? ["application/json"]);
  return new RequestBody(request, { maxBytes: limits[bytes?.limit ?? bodyLimit], budget, limits });
}

/** The body of a route as its schema gives it. `BAD_ARGUMENT` or `LIMIT_EXCEEDED` for another. */
export function parseBody(route: AnyRoute, bytes: Uint8Array, depth: number): unknown {
  const isNone = bytes.length === 0 && route.isBodyOptional === true;
  const parsed = isNone ? {} : parseJson(bytes, { location: "the body", depth });
  return validateInput(route.body ?? NO_QUERY, parsed, "the body");
}

function isBodyMissing(request: HttpRequest, { isBodyOptional }: AnyRoute): boolean {
  return isBodyOptional === true && request.body === null;
}

/** The body of GET is not read, so the request would not be the intended one. */
function checkNoBody({ headers }: HttpRequest): void {
  if ((headers.get("content-length") ?? "0") === "0" && !headers.has("transfer-encoding")) return;
  throw new HttpFailure(400, "BAD_ARGUMENT", "GET takes no body here; send it by POST");
}

function checkMediaType(request: HttpRequest, types: readonly string[]): void {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== undefined && types.includes(mediaType)) return;
  const message = `the content type must be ${types.join(" or ")}`;
  throw new HttpFailure(415, "UNSUPPORTED_MEDIA_TYPE", message);
}
