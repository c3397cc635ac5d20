/**
 * Access control. A request must name a host of this server (against DNS rebinding).
 * A request that changes data must not come from a page of another site and must have
 * a media type that such a page cannot send without a preflight (CSRF). If there are
 * keys, it must have one with the scope of the route.
 */

import type { ApiScope } from "../../src/api/operations.ts";
import { findPermittedOrigin } from "./cors.ts";
import { HttpFailure } from "./failure.ts";
import type { HttpRequest } from "./http-request.ts";
import { includesScope, isExpired, type Keys, type StoredKey } from "./keys.ts";

/** Options of the checks. */
export interface AccessOptions {
  readonly keys: Pick<Keys, "isEmpty" | "find">;
  readonly now: () => Date;
  /** Names of this server, without ports. `*` for any, which needs keys. */
  readonly hosts: readonly string[];
  /** Origins whose pages may use the server; `*` for any. */
  readonly origins: readonly string[];
}

/** Names that mean this machine itself. */
export const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]", "::1"];

/** 421 unless the request is for this server. */
export function checkHost(request: HttpRequest, { hosts }: AccessOptions): void {
  if (hosts.includes("*")) return;
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const name = host.replace(/:\d*$/, "").toLowerCase();
  if (hosts.includes(name)) return;
  throw new HttpFailure(421, "WRONG_HOST", "this server has another name; see the Host header");
}

/** 403 for a request that a page of another site sends. Programs send neither header. */
export function checkOrigin(request: HttpRequest, { origins }: AccessOptions): void {
  if (findPermittedOrigin(request, origins) !== undefined) return;
  const origin = request.headers.get("origin");
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const site = request.headers.get("sec-fetch-site");
  const isOther = origin !== null && origin !== `http://${host}` && origin !== `https://${host}`;
  const isCross = site !== null && site !== "same-origin" && site !== "none";
  if (isOther || isCross) {
    throw new HttpFailure(403, "FORBIDDEN", "pages of other sites may not use this server");
  }
}

/** The key of a request, if keys are needed. 401 without a valid key, 403 for one that lacks the scope. */
export function checkKey(
  request: HttpRequest,
  scope: ApiScope | undefined,
  { keys, now }: AccessOptions,
): StoredKey | undefined {
  if (scope === undefined || keys.isEmpty) return undefined;
  const key = readKey(request);
  const stored = key === undefined ? undefined : keys.find(key);
  if (stored === undefined || isExpired(stored, now())) {
    const message =
      key === undefined
        ? "an API key is needed: Authorization: Bearer <key>"
        : stored === undefined
          ? "the API key is not known"
          : "the API key has expired";
    throw new HttpFailure(401, "UNAUTHORIZED", message, { "www-authenticate": "Bearer" });
  }
  if (includesScope(stored.scope, scope)) return stored;
  throw new HttpFailure(
    403,
    "FORBIDDEN",
    `the API key has the scope ${stored.scope}; this needs ${scope}`,
  );
}

/** Where clients put a key: ours, Algolia's, and those of OpenSearch and Cohere, which are bearers. */
function readKey(request: HttpRequest): string | undefined {
  const bearer = /^(?:Bearer|ApiKey) +(\S+)$/i.exec(
    request.headers.get("authorization") ?? "",
  )?.[1];
  return bearer ?? request.headers.get("x-algolia-api-key") ?? undefined;
}
