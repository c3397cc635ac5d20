/**
 * The server without a port: requests in, responses out. Requests for
 * other hosts are rejected. Every response has the same headers, an id, and a line in
 * the log.
 */

import { randomUUID } from "node:crypto";
import { KeyStore } from "./access/api-key-store.ts";
import { Keys } from "./access/api-keys.ts";
import type { KeyOptions } from "./access/check-api-key.ts";
import { checkHost, LOOPBACK, type OriginOptions } from "./access/check-origin.ts";
import {
  addCorsHeaders,
  findPermittedOrigin,
  isPreflight,
  PREFLIGHT_RESPONSE,
} from "./access/cors.ts";
import { ALL_ROUTES } from "./all-routes.ts";
import type { BehaviorLog } from "./behavior/behavior-log.ts";
import type { Engine } from "./engine/engine.ts";
import { HttpFailure, toFailure } from "./failure.ts";
import { handleRoute, type RequestChecks } from "./handle-route.ts";
import type { HttpRequest } from "./http-request.ts";
import type { JobPersistence } from "./jobs/job-store.ts";
import { Jobs } from "./jobs/jobs.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { Metrics } from "./metrics.ts";
import { createOpenApi } from "./openapi.ts";
import { ByteBudget } from "./request-body.ts";
import { type LogSink, RequestLog } from "./request-log.ts";
import type { AnyRoute, HttpResponse, ServerContext } from "./route.ts";
import { createRouter, type PageFiles } from "./router.ts";
import { addSecurityHeaders } from "./security-headers.ts";

/** Options of the application. */
export interface AppOptions {
  readonly engine: Engine;
  readonly keys?: Keys | KeyStore;
  /** Names of this server, without ports. Default: those of loopback. */
  readonly hosts?: readonly string[];
  /** Origins whose pages may use the server, such as `https://shop.example`. `*` for any. Default: none. */
  readonly origins?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly log?: LogSink;
  readonly version?: string;
  readonly now?: () => Date;
  readonly page?: PageFiles;
  /** Storage of jobs beyond the end of the server. */
  readonly jobStore?: JobPersistence;
  /** Whether the thread of the sockets cannot keep up. */
  readonly isDelayed?: () => boolean;
  /** Records searches and events. Default: nothing is recorded. */
  readonly behavior?: BehaviorLog | undefined;
}

/** Requests under way below which a late thread is the fault of the machine, and refusing would not help. */
const MIN_ACTIVE = 16;

/** A server without a port. */
export interface App {
  /** Handles a request; the response has all headers. Never rejects. */
  handle(request: HttpRequest): Promise<HttpResponse>;
  /** The same as the web has it. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request by its path, for tests and for programs in the same process. */
  request(path: string, init?: RequestInit): Promise<Response>;
  readonly jobs: Jobs;
  readonly log: RequestLog;
  readonly limits: Limits;
  /** From now on `/ready` fails, and new work is rejected. */
  drain(): void;
  /** Number of pending requests. */
  active(): number;
}

/** Makes a server. */
export function createApp(options: AppOptions): App {
  const { engine, version = "0", page, now = () => new Date(), isDelayed = () => false } = options;
  const limits: Limits = { ...LIMITS, ...options.limits };
  const { keys: ownKeys = new Keys() } = options;
  const keys = ownKeys instanceof Keys ? new KeyStore(ownKeys) : ownKeys;
  const guard: OriginOptions & KeyOptions = {
    ...{ keys, now },
    hosts: options.hosts ?? LOOPBACK,
    origins: options.origins ?? [],
  };
  const log = new RequestLog(options.log, now);
  const metrics = new Metrics();
  const jobs = new Jobs(engine, limits, now, options.jobStore);
  let [isReady, active] = [true, 0];
  const context: ServerContext = {
    ...{ engine, jobs, keys, limits, metrics, now, behavior: options.behavior },
    isReady: () => isReady,
    isOverloaded: (client = engine) => client.isFull || (active > MIN_ACTIVE && isDelayed()),
  };
  const checks: RequestChecks = { guard, context, budget: new ByteBudget(limits.heldBytes) };
  const openApiJson = JSON.stringify(createOpenApi(ALL_ROUTES, version));
  const find = createRouter(
    ALL_ROUTES,
    (route, request, params) => handleRoute(route, request, params, checks),
    { openApiJson, page },
  );

  async function handleRequest(request: HttpRequest): Promise<HttpResponse> {
    const id = randomUUID();
    const startTime = performance.now();
    active++;
    const { method } = request;
    const origin = findPermittedOrigin(request, guard.origins);
    let route = "none";
    let response: HttpResponse;
    let fault: string | undefined;
    let describeError: AnyRoute["describeError"];
    try {
      checkHost(request, guard);
      if (origin !== undefined && isPreflight(request)) {
        [route, response] = ["preflight", PREFLIGHT_RESPONSE];
      } else {
        const routeMatch = find(request);
        ({ route, describeError } = routeMatch);
        response = await routeMatch.respond();
      }
    } catch (error) {
      const failure = toFailure(error);
      if (!(error instanceof HttpFailure) && failure.status >= 500)
        fault = String((error as Error)?.stack ?? error);
      response = toErrorResponse(failure, id, describeError?.(failure));
    } finally {
      active--;
    }
    const { status, body } = response;
    const ms = performance.now() - startTime;
    metrics.recordResponse(method, route, status, ms / 1000);
    log.request({ request: id, method, route, status, ms: Math.round(ms * 1000) / 1000, fault });
    const own = addSecurityHeaders(response.headers, id);
    const headers = origin === undefined ? own : addCorsHeaders(own, origin);
    return { status, headers, body: method === "HEAD" ? null : body };
  }

  async function fetch(request: Request): Promise<Response> {
    const { body, ...init } = await handleRequest(request);
    return new Response(body, init);
  }

  return {
    handle: handleRequest,
    fetch,
    request: (path, init) => fetch(new Request(new URL(path, "http://localhost"), init)),
    ...{ jobs, log, limits },
    active: () => active,
    drain: () => {
      isReady = false;
    },
  };
}

function toErrorResponse(
  { status, code, message, headers }: HttpFailure,
  request: string,
  more: object = {},
): HttpResponse {
  const body = JSON.stringify({ code, message, request, ...more });
  return { status, headers: { ...headers, "content-type": "application/json" }, body };
}
