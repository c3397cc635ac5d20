/**
 * Cross-origin requests (the CORS protocol of the Fetch standard, section 3.2): pages
 * of the origins that the server permits may use it. None by default. Cookies are never
 * used, so credentials are not permitted; keys travel in headers.
 */

import type { HttpRequest } from "../http-request.ts";
import type { HttpResponse } from "../route.ts";

/** Headers that clients send: ours, and those of clients for Algolia. */
const REQUEST_HEADERS = [
  ...["authorization", "content-type", "x-algolia-api-key", "x-algolia-application-id"],
  "x-algolia-agent",
].join(", ");

/** Seconds for which a browser may cache a preflight. */
const MAX_AGE = "600";

/** The origin of a request if pages of it may use the server; undefined otherwise. */
export function findPermittedOrigin(
  { headers }: HttpRequest,
  origins: readonly string[],
): string | undefined {
  const origin = headers.get("origin");
  if (origin === null) return undefined;
  return origins.includes("*") || origins.includes(origin) ? origin : undefined;
}

/** Whether a request asks if another one may be sent. */
export function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === "OPTIONS" && headers.has("access-control-request-method");
}

/** The response to a preflight. The other headers come from `addCorsHeaders`. */
export const PREFLIGHT_RESPONSE: HttpResponse = {
  status: 204,
  headers: {
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": REQUEST_HEADERS,
    "access-control-max-age": MAX_AGE,
  },
  body: null,
};

/** The headers that let a page of the origin read a response. */
export function addCorsHeaders(
  headers: Readonly<Record<string, string>>,
  origin: string,
): Record<string, string> {
  return {
    ...headers,
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "x-request-id, retry-after",
    "cross-origin-resource-policy": "cross-origin",
    vary: "origin",
  };
}
