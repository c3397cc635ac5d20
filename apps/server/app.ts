/**
 * The server without a port: requests in, responses out. Every request is for
 * this server or refused; every answer has the same headers, an id, and a line in
 * the log.
 */

import { randomUUID } from "node:crypto";
import { ALL_ROUTES } from "./all-routes.ts";
import { answerRoute, type Checking } from "./answering.ts";
import type { AskedRequest } from "./asked-request.ts";
import type { Engine } from "./engine/engine.ts";
import { asFailure, type HttpFailure } from "./failure.ts";
import { checkHost, type GuardOptions, LOOPBACK } from "./guard.ts";
import { Jobs } from "./jobs/jobs.ts";
import type { JobKeeper } from "./jobs/kept-jobs.ts";
import { Keys } from "./keys.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { Metrics } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { HeldBytes } from "./request-body.ts";
import { type LogSink, RequestLog } from "./request-log.ts";
import type { Answer, ServerContext } from "./route.ts";
import { type PageFiles, routerOf } from "./router.ts";
import { secured } from "./security-headers.ts";

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
  /** Where jobs are kept beyond the end of the server. */
  readonly keptJobs?: JobKeeper;
  /** Whether the thread of the sockets cannot keep up. */
  readonly isLate?: () => boolean;
}

/** Requests under way below which a late thread is the fault of the machine, and refusing would not help. */
const FEW = 16;

/** A server without a port. */
export interface App {
  /** Answers a request, with all headers that the answer has. Never rejects. */
  answer(request: AskedRequest): Promise<Answer>;
  /** The same as the web has it. */
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
  const { engine, version = "0", page, now = () => new Date(), isLate = () => false } = options;
  const limits: Limits = { ...LIMITS, ...options.limits };
  const guard: GuardOptions = {
    keys: options.keys ?? new Keys(),
    hosts: options.hosts ?? LOOPBACK,
  };
  const log = new RequestLog(options.log, now);
  const metrics = new Metrics();
  const jobs = new Jobs(engine, limits, now, options.keptJobs);
  let [isReady, active] = [true, 0];
  const context: ServerContext = {
    ...{ engine, jobs, limits, metrics, now },
    isReady: () => isReady,
    isOverloaded: () => engine.isFull || (active > FEW && isLate()),
  };
  const checking: Checking = { guard, context, held: new HeldBytes(limits.heldBytes) };
  const described = JSON.stringify(openApi(ALL_ROUTES, version));
  const find = routerOf(
    ALL_ROUTES,
    (route, request, params) => answerRoute(route, request, params, checking),
    { described, page },
  );

  async function answered(request: AskedRequest): Promise<Answer> {
    const id = randomUUID();
    const begun = performance.now();
    active++;
    const { method } = request;
    let route = "none";
    let answer: Answer;
    let fault: string | undefined;
    try {
      checkHost(request, guard);
      const found = find(request);
      route = found.route;
      answer = await found.answer();
    } catch (error) {
      const failure = asFailure(error);
      if (failure.status === 500) fault = String((error as Error)?.stack ?? error);
      answer = failed(failure, id);
    } finally {
      active--;
    }
    const { status, body } = answer;
    const ms = performance.now() - begun;
    metrics.answered(method, route, status, ms / 1000);
    log.request({ request: id, method, route, status, ms: Math.round(ms * 1000) / 1000, fault });
    const headers = secured(answer.headers, id);
    return { status, headers, body: method === "HEAD" ? null : body };
  }

  async function fetch(request: Request): Promise<Response> {
    const { body, ...init } = await answered(request);
    return new Response(body, init);
  }

  return {
    answer: answered,
    fetch,
    request: (path, init) => fetch(new Request(new URL(path, "http://localhost"), init)),
    ...{ jobs, log, limits },
    active: () => active,
    drain: () => {
      isReady = false;
    },
  };
}

function failed({ status, code, message, headers }: HttpFailure, request: string): Answer {
  const body = JSON.stringify({ code, message, request });
  return { status, headers: { ...headers, "content-type": "application/json" }, body };
}
