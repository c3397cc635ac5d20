/**
 * The server without a port: requests in, responses out. Every request is for
 * this server or refused; every answer has the same headers, an id, and a line in
 * the log.
 */

import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { ALL_ROUTES } from "./all-routes.ts";
import { answerRoute, type Checking } from "./answering.ts";
import type { Engine } from "./engine/engine.ts";
import { asFailure, HttpFailure } from "./failure.ts";
import { checkHost, type GuardOptions, LOOPBACK } from "./guard.ts";
import { Jobs } from "./jobs/jobs.ts";
import { Keys } from "./keys.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { Metrics } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { HeldBytes } from "./request-body.ts";
import { type LogSink, RequestLog } from "./request-log.ts";
import { jsonAnswer, type ServerContext } from "./route.ts";
import { secured } from "./security-headers.ts";

/** Answers what no route does, such as the files of the page; undefined where it has nothing. */
export type PageFiles = (path: string) => Promise<Response | undefined>;

/** What a server is made with. */
export interface AppOptions {
  readonly engine: Engine;
  readonly keys?: Keys;
  /** Names of this server, without ports. Default: those of loopback. */
  readonly hosts?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly log?: LogSink;
  readonly version?: string;
  readonly now?: () => Date;
  readonly page?: PageFiles;
}

/** A server without a port. */
export interface App {
  /** Answers a request. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request by its path, for tests and for programs in the same process. */
  request(path: string, init?: RequestInit): Promise<Response>;
  readonly jobs: Jobs;
  readonly log: RequestLog;
  readonly limits: Limits;
  /** From now on `/ready` says no, and new work is refused. */
  drain(): void;
  /** Requests that are being answered. */
  active(): number;
}

/** Makes a server. */
export function createApp(options: AppOptions): App {
  const { engine, version = "0", page, now = () => new Date() } = options;
  const limits: Limits = { ...LIMITS, ...options.limits };
  const guard: GuardOptions = {
    keys: options.keys ?? new Keys(),
    hosts: options.hosts ?? LOOPBACK,
  };
  const log = new RequestLog(options.log ?? (() => {}), now);
  const metrics = new Metrics();
  const jobs = new Jobs(engine, limits, now);
  let [isReady, active] = [true, 0];
  const context: ServerContext = { engine, jobs, limits, metrics, now, isReady: () => isReady };
  const checking: Checking = { guard, context, held: new HeldBytes(limits.heldBytes) };
  const { answer, routeOf } = router(checking, version, page);

  async function fetch(request: Request): Promise<Response> {
    const id = randomUUID();
    const begun = performance.now();
    active++;
    let response: Response;
    let fault: string | undefined;
    try {
      checkHost(request, guard);
      response = await answer(request);
    } catch (error) {
      const failure = asFailure(error);
      if (failure.status === 500) fault = String((error as Error)?.stack ?? error);
      response = failed(failure, id);
    } finally {
      active--;
    }
    secured(response.headers);
    response.headers.set("x-request-id", id);
    const { method } = request;
    const [route, ms] = [routeOf(request), performance.now() - begun];
    metrics.answered(method, route, response.status, ms / 1000);
    const told = { request: id, method, route, status: response.status };
    log.request({ ...told, ms: Math.round(ms * 1000) / 1000, fault });
    return response;
  }

  return {
    fetch,
    request: (path, init) => fetch(new Request(new URL(path, "http://localhost"), init)),
    ...{ jobs, log, limits },
    active: () => active,
    drain: () => {
      isReady = false;
    },
  };
}

/** Finds the route of a request. `routeOf` tells afterwards which one it was, as it was declared. */
function router(checking: Checking, version: string, page: PageFiles | undefined) {
  const found = new WeakMap<Request, string>();
  const hono = new Hono();
  for (const route of ALL_ROUTES) {
    hono.on(route.method, route.path, (c) => {
      found.set(c.req.raw, route.path);
      return answerRoute(route, c.req.raw, c.req.param(), checking);
    });
  }
  const described = JSON.stringify(openApi(ALL_ROUTES, version));
  hono.get("/openapi.json", (c) => {
    found.set(c.req.raw, "/openapi.json");
    return jsonAnswer(described);
  });
  for (const [path, methods] of methodsByPath()) {
    hono.all(path, (c) => {
      found.set(c.req.raw, path);
      const allow = methods.join(", ");
      const message = `this route takes ${allow}`;
      throw new HttpFailure(405, "METHOD_NOT_ALLOWED", message, { allow });
    });
  }
  hono.get("*", async (c) => {
    const file = await page?.(c.req.path);
    if (file === undefined) throw noRoute();
    found.set(c.req.raw, "page");
    return file;
  });
  hono.notFound(() => {
    throw noRoute();
  });
  hono.onError((error) => {
    throw error; // answered by whoever called
  });
  return {
    answer: async (request: Request): Promise<Response> => hono.fetch(request),
    routeOf: (request: Request): string => found.get(request) ?? "none",
  };
}

function noRoute(): HttpFailure {
  return new HttpFailure(404, "NOT_FOUND", "there is no such route; /openapi.json lists them");
}

function failed({ status, code, message, headers }: HttpFailure, request: string): Response {
  return new Response(JSON.stringify({ code, message, request }), {
    status,
    headers: { ...headers, "content-type": "application/json" },
  });
}

function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>([["/openapi.json", ["GET"]]]);
  for (const { path, method } of ALL_ROUTES) {
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}
