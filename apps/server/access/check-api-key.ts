/** The API key of a request. If there are keys, a request must have one with the scope of the route. */

import type { ApiScope } from "../../../src/api/operations.ts";
import { HttpFailure } from "../failure.ts";
import type { HttpRequest } from "../http-request.ts";
import { includesScope, isExpired, type Keys, type StoredKey } from "./api-keys.ts";

/** The keys of the server, and its clock. */
export interface KeyOptions {
  readonly keys: Pick<Keys, "isEmpty" | "find">;
  readonly now: () => Date;
}

/** The key of a request, if keys are needed. 401 without a valid key, 403 for one that lacks the scope. */
export function checkApiKey(
  request: HttpRequest,
  scope: ApiScope | undefined,
  { keys, now }: KeyOptions,
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
