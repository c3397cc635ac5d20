/** The state of the server itself: health, readiness, metrics. */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { HttpFailure } from "../failure.ts";
import { createOperation } from "../operation.ts";
import { type AnyRoute, createJsonResponse, createTextResponse } from "../route.ts";

/** Delay of this thread's timers since the metrics were last read; measured from the first reading on. */
const delay = monitorEventLoopDelay({ resolution: 20 });
const SECONDS = 1e-9;

const health = createOperation("health", {
  handle: () => createJsonResponse('{"status":"ok"}'),
});

const ready = createOperation("ready", {
  handle: (_, { isOverloaded, isReady }) => {
    const isFull = isOverloaded();
    if (isReady() && !isFull) return createJsonResponse('{"status":"ready"}');
    const reason = isFull ? "too many requests wait" : "the server starts or stops";
    throw new HttpFailure(503, "UNAVAILABLE", reason, { "retry-after": "1" });
  },
});

const metrics = createOperation("metrics", {
  handle: (_, { metrics: serverMetrics, engine, jobs }) => {
    const { rss, heapUsed } = process.memoryUsage();
    const gauges = {
      requests_waiting: engine.waiting,
      jobs_active: jobs.active,
      resident_bytes: rss,
      heap_bytes: heapUsed,
      event_loop_delay_p99_seconds: SECONDS * (delay.count === 0 ? 0 : delay.percentile(99)),
      event_loop_delay_max_seconds: SECONDS * (delay.count === 0 ? 0 : delay.max),
    };
    delay.enable();
    delay.reset();
    return createTextResponse(
      serverMetrics.text(gauges),
      "text/plain; version=0.0.4; charset=utf-8",
    );
  },
});

export const SERVER_ROUTES: readonly AnyRoute[] = [health, ready, metrics];
