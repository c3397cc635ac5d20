/** `GET /metrics`: counters and latencies for Prometheus. */

import { monitorEventLoopDelay } from "node:perf_hooks";
import { type AnyRoute, createRoute, createTextResponse } from "../route.ts";

/** How late timers of this thread were since the metrics were last read; watched once they have been. */
const delay = monitorEventLoopDelay({ resolution: 20 });
const SECONDS = 1e-9;

export const metrics: AnyRoute = createRoute({
  method: "GET",
  path: "/metrics",
  summary: "Give counters and latencies in the text format of Prometheus",
  tag: "server",
  scope: "read",
  response: { status: 200, type: "text/plain", text: "The metrics." },
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
