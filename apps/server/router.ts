/**
 * Finds the route of a request by Hono's router. Hono's application would make a
 * context and a chain of handlers for each request; a route needs neither.
 */

import type { Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { getPath, tryDecodeURIComponent } from "hono/utils/url";
import { HttpFailure } from "./failure.ts";
import type { HttpRequest } from "./http-request.ts";
import { type AnyRoute, createJsonResponse, type HttpResponse } from "./route.ts";

/** Handles requests without a route, such as files of the page; undefined if it has no response. */
export type PageFiles = (path: string) => HttpResponse | undefined;

/** A request and the parts of its address that the route names. */
export type RouteHandler = (
  route: AnyRoute,
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
) => Promise<HttpResponse>;

/** Handlers beside the routes. */
export interface RouterOptions {
  /** The OpenAPI document. */
  readonly openApiJson: string;
  readonly page?: PageFiles | undefined;
}

/** The declared route of a request, and its response. */
export interface RouteMatch {
  readonly route: string;
  readonly respond: () => Promise<HttpResponse>;
  readonly describeError?: AnyRoute["describeError"] | undefined;
}

type Handler = (
  request: HttpRequest,
  params: Readonly<Record<string, string>>,
  path: string,
) => RouteMatch;

/** The routes of a path. */
interface CachedRoute {
  readonly handler: Handler;
  readonly params: Readonly<Record<string, string>>;
}

/** Maximum number of cached paths, and maximum length of a cached path. */
const MAX_CACHED_ROUTES = 1000;
const MAX_CACHED_KEY = 200;

const NOT_FOUND: RouteMatch = {
  route: "none",
  respond: async () => {
    throw new HttpFailure(404, "NOT_FOUND", "there is no such route; /openapi.json lists them");
  },
};

/** Makes the function that finds the route of a request. */
export function createRouter(
  routes: readonly AnyRoute[],
  handleRoute: RouteHandler,
  { openApiJson, page }: RouterOptions,
): (request: HttpRequest) => RouteMatch {
  const router: Router<Handler> = new SmartRouter({
    routers: [new RegExpRouter(), new TrieRouter()],
  });
  for (const route of routes) {
    router.add(route.method, route.path, (request, params) => ({
      route: route.path,
      respond: () => handleRoute(route, request, params),
      describeError: route.describeError,
    }));
  }
  router.add("GET", "/openapi.json", () => ({
    route: "/openapi.json",
    respond: async () => createJsonResponse(openApiJson),
  }));
  for (const [path, methods] of groupMethodsByPath(routes)) {
    router.add("ALL", path, () => ({ route: path, respond: () => rejectMethod(methods) }));
  }
  router.add("GET", "*", (_, __, path) => {
    const file = page?.(path);
    return file === undefined ? NOT_FOUND : { route: "page", respond: async () => file };
  });
  const cache = new Map<string, CachedRoute>();
  return (request) => {
    const path = getPath(request as Request);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const key = `${method} ${path}`;
    const cachedRoute = cache.get(key) ?? matchRoute(router, method, path);
    if (cachedRoute === undefined) return NOT_FOUND;
    if (key.length <= MAX_CACHED_KEY && !cache.has(key)) {
      if (cache.size >= MAX_CACHED_ROUTES) cache.clear();
      cache.set(key, cachedRoute);
    }
    return cachedRoute.handler(request, cachedRoute.params, path);
  };
}

function matchRoute(
  router: Router<Handler>,
  method: string,
  path: string,
): CachedRoute | undefined {
  const [handlers, values] = router.match(method, path);
  const [firstMatch] = handlers;
  if (firstMatch === undefined) return undefined;
  const [handler, paramIndexes] = firstMatch;
  const params: Record<string, string> = {};
  for (const [name, position] of Object.entries(paramIndexes)) {
    const value = values === undefined ? position : values[position as number];
    if (value !== undefined) params[name] = tryDecodeURIComponent(value as string);
  }
  return { handler, params: Object.freeze(params) };
}

async function rejectMethod(methods: readonly string[]): Promise<HttpResponse> {
  const allow = methods.join(", ");
  throw new HttpFailure(405, "METHOD_NOT_ALLOWED", `this route takes ${allow}`, { allow });
}

function groupMethodsByPath(routes: readonly AnyRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>([["/openapi.json", ["GET"]]]);
  for (const { path, method } of routes) {
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}
