/**
 * One request for one route: origin, key, media type, size and shape are
 * checked in this order, then the route answers.
 */

import * as v from "valibot";
import { checkedInput } from "./checked-input.ts";
import { HttpFailure } from "./failure.ts";
import { checkKey, checkOrigin, type GuardOptions } from "./guard.ts";
import { parseJson } from "./json-text.ts";
import { type HeldBytes, readBody } from "./request-body.ts";
import type { AnyRoute, RouteRequest, ServerContext } from "./route.ts";

/** What requests are checked with. */
export interface Checking {
  readonly guard: GuardOptions;
  readonly held: HeldBytes;
  readonly context: ServerContext;
}

const NO_QUERY = v.strictObject({});
const NO_BODY = { body: undefined, bytes: new Uint8Array(0), release: (): void => {} };

/** The answer of a route. Rejects with what `asFailure` understands. */
export async function answerRoute(
  route: AnyRoute,
  request: Request,
  params: Readonly<Record<string, string>>,
  checking: Checking,
): Promise<Response> {
  const { guard, context } = checking;
  if (route.method !== "GET") checkOrigin(request);
  checkKey(request, route.scope, guard);
  if (!context.isReady() && route.tag !== "server") {
    throw new HttpFailure(503, "UNAVAILABLE", "the server stops", { "retry-after": "5" });
  }
  const { searchParams } = new URL(request.url);
  const asked = {
    params: route.params && checkedInput(route.params, { ...params }, "the address"),
    query: checkedInput(route.query ?? NO_QUERY, queryOf(searchParams), "the address"),
    headers: request.headers,
    signal: request.signal,
  };
  const { body, bytes, release } = await bodyOf(route, request, checking);
  try {
    const given = { ...asked, body, bytes };
    return await route.handle(given as unknown as RouteRequest<never, never, never>, context);
  } finally {
    release();
  }
}

async function bodyOf(route: AnyRoute, request: Request, { held, context }: Checking) {
  const { body, bytes, bodyLimit = "bodyBytes" } = route;
  if (body === undefined && bytes === undefined) return NO_BODY;
  const { limits } = context;
  if (request.method === "GET") checkNoBody(request);
  else if (route.anyType !== true && !isMissing(request, route))
    checkMediaType(request, bytes?.types ?? ["application/json"]);
  const read = await readBody(request, limits[bytes?.limit ?? bodyLimit], held, limits);
  if (body === undefined) return { ...read, body: undefined };
  try {
    const place = { place: "the body", depth: limits.depth };
    const isNone = read.bytes.length === 0 && route.isBodyOptional === true;
    const parsed = isNone ? {} : parseJson(read.bytes, place);
    return { ...read, body: checkedInput(body, parsed, "the body") };
  } catch (error) {
    read.release();
    throw error;
  }
}

function isMissing(request: Request, { isBodyOptional }: AnyRoute): boolean {
  return isBodyOptional === true && request.body === null;
}

/** A body that comes with GET is not read, so the question would be another one. */
function checkNoBody({ headers }: Request): void {
  if ((headers.get("content-length") ?? "0") === "0" && !headers.has("transfer-encoding")) return;
  throw new HttpFailure(400, "BAD_ARGUMENT", "GET takes no body here; send it by POST");
}

function checkMediaType(request: Request, types: readonly string[]): void {
  const given = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (given !== undefined && types.includes(given)) return;
  const message = `the content type must be ${types.join(" or ")}`;
  throw new HttpFailure(415, "UNSUPPORTED_MEDIA_TYPE", message);
}

/** Values by name. `BAD_ARGUMENT`-like refusal of a name that comes twice, which one reader reads so and another so. */
function queryOf(search: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of search) {
    if (name in values) {
      throw new HttpFailure(400, "BAD_ARGUMENT", "a name in the address must not come twice");
    }
    values[name] = value;
  }
  return values;
}
