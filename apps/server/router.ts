/**
 * Finds the route of a request by Hono's router. Hono's application would make a
 * context and a chain of handlers for each request; a route needs neither.
 */

import type { Router } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { getPath, tryDecodeURIComponent } from "hono/utils/url";
import type { AskedRequest } from "./asked-request.ts";
import { HttpFailure } from "./failure.ts";
import { type Answer, type AnyRoute, jsonAnswer } from "./route.ts";

/** Answers what no route does, such as the files of the page; undefined where it has nothing. */
export type PageFiles = (path: string) => Answer | undefined;

/** A request and the parts of its address that the route names. */
export type RouteAnswer = (
  route: AnyRoute,
  request: AskedRequest,
  params: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** What is answered beside the routes. */
export interface RouterOptions {
  /** The OpenAPI document. */
  readonly described: string;
  readonly page?: PageFiles | undefined;
}

/** The route of a request as it was declared, and its answer. */
export interface Routed {
  readonly route: string;
  readonly answer: () => Promise<Answer>;
}

type Handler = (
  request: AskedRequest,
  params: Readonly<Record<string, string>>,
  path: string,
) => Routed;

/** What a path leads to. */
interface Place {
  readonly handler: Handler;
  readonly params: Readonly<Record<string, string>>;
}

/** Paths whose place is remembered, and characters that such a path has at most: most searches ask for few. */
const REMEMBERED = 1000;
const LONGEST = 200;

const NOWHERE: Routed = {
  route: "none",
  answer: async () => {
    throw new HttpFailure(404, "NOT_FOUND", "there is no such route; /openapi.json lists them");
  },
};

/** Makes the function that finds the route of a request. */
export function routerOf(
  routes: readonly AnyRoute[],
  answered: RouteAnswer,
  { described, page }: RouterOptions,
): (request: AskedRequest) => Routed {
  const router: Router<Handler> = new SmartRouter({
    routers: [new RegExpRouter(), new TrieRouter()],
  });
  for (const route of routes) {
    router.add(route.method, route.path, (request, params) => ({
      route: route.path,
      answer: () => answered(route, request, params),
    }));
  }
  router.add("GET", "/openapi.json", () => ({
    route: "/openapi.json",
    answer: async () => jsonAnswer(described),
  }));
  for (const [path, methods] of methodsByPath(routes)) {
    router.add("ALL", path, () => ({ route: path, answer: () => notAllowed(methods) }));
  }
  router.add("GET", "*", (_, __, path) => {
    const file = page?.(path);
    return file === undefined ? NOWHERE : { route: "page", answer: async () => file };
  });
  const known = new Map<string, Place>();
  return (request) => {
    const path = getPath(request as Request);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const key = `${method} ${path}`;
    const place = known.get(key) ?? placeOf(router, method, path);
    if (place === undefined) return NOWHERE;
    if (key.length <= LONGEST && !known.has(key)) {
      if (known.size >= REMEMBERED) known.clear();
      known.set(key, place);
    }
    return place.handler(request, place.params, path);
  };
}

function placeOf(router: Router<Handler>, method: string, path: string): Place | undefined {
  const [handlers, values] = router.match(method, path);
  const [found] = handlers;
  if (found === undefined) return undefined;
  const [handler, places] = found;
  const params: Record<string, string> = {};
  for (const [name, place] of Object.entries(places)) {
    const value = values === undefined ? place : values[place as number];
    if (value !== undefined) params[name] = tryDecodeURIComponent(value as string);
  }
  return { handler, params: Object.freeze(params) };
}

async function notAllowed(methods: readonly string[]): Promise<Answer> {
  const allow = methods.join(", ");
  throw new HttpFailure(405, "METHOD_NOT_ALLOWED", `this route takes ${allow}`, { allow });
}

function methodsByPath(routes: readonly AnyRoute[]): Map<string, string[]> {
  const methods = new Map<string, string[]>([["/openapi.json", ["GET"]]]);
  for (const { path, method } of routes) {
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}
