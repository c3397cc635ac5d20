/**
 * The host and the origin of a request. A request must name a host of this server (against DNS
 * rebinding). A request that changes data must not come from a page of another site (CSRF).
 */

import { HttpFailure } from "../failure.ts";
import type { HttpRequest } from "../http-request.ts";
import { findPermittedOrigin } from "./cors.ts";

/** The hosts and origins that the server accepts. */
export interface OriginOptions {
  /** Names of this server, without ports. `*` for any, which needs keys. */
  readonly hosts: readonly string[];
  /** Origins whose pages may use the server; `*` for any. */
  readonly origins: readonly string[];
}

/** Names that mean this machine itself. */
export const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]", "::1"];

/** 421 unless the request is for this server. */
export function checkHost(request: HttpRequest, { hosts }: OriginOptions): void {
  if (hosts.includes("*")) return;
  const host = request.headers.get("host") ?? new URL(request.url).host;
  const name = host.replace(/:\d*$/, "").toLowerCase();
  if (hosts.includes(name)) return;
  throw new HttpFailure(421, "WRONG_HOST", "this server has another name; see the Host header");
}

/** 403 for a request that a page of another site sends. Programs send neither header. */
export function checkOrigin(request: HttpRequest, { origins }: OriginOptions): void {
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
