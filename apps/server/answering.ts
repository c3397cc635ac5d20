/**
 * One request for one route: origin, key, media type, size and shape are
 * checked in this order, then the route answers, on this thread or on another.
 */

import * as v from "valibot";
import { addressValues } from "./address-values.ts";
import type { AskedHeaders, AskedRequest } from "./asked-request.ts";
import { checkedInput } from "./checked-input.ts";
import { HttpFailure, overloaded } from "./failure.ts";
import { checkKey, checkOrigin, type GuardOptions } from "./guard.ts";
import { parseJson } from "./json-text.ts";
import { type HeldBytes, RequestBody } from "./request-body.ts";
import {
  type Answer,
  type AnyRoute,
  jsonAnswer,
  type RouteRequest,
  type ServerContext,
} from "./route.ts";

/** What requests are checked with. */
export interface Checking {
  readonly guard: GuardOptions;
  readonly held: HeldBytes;
  readonly context: ServerContext;
}

/** Made once: what is refused by the thousand must cost little. */
const TOO_MUCH = overloaded("too many requests at once");
const NO_QUERY = v.strictObject({});
/** Blocks of a body that are here before a thread is asked to read it: a slow client holds up nobody. */
const AHEAD = 8;

/** The answer of a route. Rejects with what `asFailure` understands. */
export async function answerRoute(
  route: AnyRoute,
  request: AskedRequest,
  params: Readonly<Record<string, string>>,
  checking: Checking,
): Promise<Answer> {
  const { guard, context } = checking;
  if (route.method !== "GET") checkOrigin(request);
  checkKey(request, route.scope, guard);
  if (!context.isReady() && route.tag !== "server") {
    throw new HttpFailure(503, "UNAVAILABLE", "the server stops", { "retry-after": "5" });
  }
  if (route.isSearch === true && context.isOverloaded()) throw TOO_MUCH;
  const asked = new Asked(request, {
    params: route.params && checkedInput(route.params, { ...params }, "the address"),
    query: checkedInput(route.query ?? NO_QUERY, addressValues(request.url), "the address"),
  });
  const handle = (given: { body?: unknown; blocks?: RequestBody }): Answer | Promise<Answer> =>
    route.handle(
      Object.assign(asked, given) as unknown as RouteRequest<never, never, never>,
      context,
    );
  if (route.body === undefined && route.bytes === undefined) return handle({});
  const read = bodyOf(route, request, checking);
  try {
    if (route.bytes !== undefined) {
      await read.fill(AHEAD);
      return await handle({ blocks: read });
    }
    const bytes = await read.bytes();
    const { aside } = route;
    if (aside === undefined || (aside.over > 0 && bytes.length <= aside.over)) {
      return await handle({ body: checkedBody(route, bytes, context.limits.depth) });
    }
    const { method, path } = route;
    const { params: named, query } = asked;
    const index = (named as { name?: string } | undefined)?.name ?? "";
    const { depth } = context.limits;
    const input = { index, call: { method, path, params: named, query, depth } };
    return jsonAnswer(await context.engine[aside.thread]("callRoute", input, { blocks: read }));
  } finally {
    read.release();
  }
}

/**
 * What a route is given. It is a class because of its getter: each object that is
 * written with one has a shape of its own, which holds on to the request until all
 * of the heap is marked.
 */
class Asked {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: AskedHeaders;
  readonly #request: AskedRequest;

  constructor(
    request: AskedRequest,
    checked: { readonly params: unknown; readonly query: unknown },
  ) {
    this.params = checked.params;
    this.query = checked.query;
    this.headers = request.headers;
    this.#request = request;
  }

  /** Made when it is asked for, which few routes do. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}

/** The body of a request, checked by its headers alone. */
function bodyOf(route: AnyRoute, request: AskedRequest, { held, context }: Checking): RequestBody {
  const { bytes, bodyLimit = "bodyBytes" } = route;
  const { limits } = context;
  if (request.method === "GET") checkNoBody(request);
  else if (route.anyType !== true && !isMissing(request, route))
    checkMediaType(request, bytes?.types ?? ["application/json"]);
  return new RequestBody(request, { most: limits[bytes?.limit ?? bodyLimit], held, limits });
}

/** The body of a route as its schema gives it. `BAD_ARGUMENT` or `LIMIT_EXCEEDED` for another. */
export function checkedBody(route: AnyRoute, bytes: Uint8Array, depth: number): unknown {
  const isNone = bytes.length === 0 && route.isBodyOptional === true;
  const parsed = isNone ? {} : parseJson(bytes, { place: "the body", depth });
  return checkedInput(route.body ?? NO_QUERY, parsed, "the body");
}

function isMissing(request: AskedRequest, { isBodyOptional }: AnyRoute): boolean {
  return isBodyOptional === true && request.body === null;
}

/** A body that comes with GET is not read, so the question would be another one. */
function checkNoBody({ headers }: AskedRequest): void {
  if ((headers.get("content-length") ?? "0") === "0" && !headers.has("transfer-encoding")) return;
  throw new HttpFailure(400, "BAD_ARGUMENT", "GET takes no body here; send it by POST");
}

function checkMediaType(request: AskedRequest, types: readonly string[]): void {
  const given = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (given !== undefined && types.includes(given)) return;
  const message = `the content type must be ${types.join(" or ")}`;
  throw new HttpFailure(415, "UNSUPPORTED_MEDIA_TYPE", message);
}
