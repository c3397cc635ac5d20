/** `GET /metrics`: counters and latencies for Prometheus. */

import { type AnyRoute, route, textAnswer } from "../route.ts";

export const metrics: AnyRoute = route({
  method: "GET",
  path: "/metrics",
  summary: "Give counters and latencies in the text format of Prometheus",
  tag: "server",
  scope: "read",
  answer: { status: 200, type: "text/plain", text: "The metrics." },
  handle: (_, { metrics: counted, engine, jobs }) => {
    const { rss, heapUsed } = process.memoryUsage();
    const gauges = {
      requests_waiting: engine.waiting,
      jobs_active: jobs.active,
      resident_bytes: rss,
      heap_bytes: heapUsed,
    };
    return textAnswer(counted.text(gauges), "text/plain; version=0.0.4; charset=utf-8");
  },
});
