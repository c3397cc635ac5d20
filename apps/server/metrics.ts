/** Counters and latencies in the text format of Prometheus. */

/** Upper bounds of the latency buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counters of one route. */
interface RouteCounters {
  readonly labels: string;
  readonly statuses: Map<number, number>;
  readonly counts: number[];
  sum: number;
  count: number;
}

/** Measurements since the start. */
export class Metrics {
  readonly #routes = new Map<string, RouteCounters>();

  /** Records a request. `route` is the declared route, so that there are few. */
  recordResponse(method: string, route: string, status: number, seconds: number): void {
    const counters = this.#findCounters(method, route);
    counters.statuses.set(status, (counters.statuses.get(status) ?? 0) + 1);
    counters.sum += seconds;
    counters.count++;
    for (let i = BOUNDS.length - 1; i >= 0 && seconds <= (BOUNDS[i] as number); i--) {
      counters.counts[i] = (counters.counts[i] as number) + 1;
    }
  }

  /** The page that Prometheus reads. `gauges` are values of the moment, by name. */
  text(gauges: Readonly<Record<string, number>>): string {
    const routes = [...this.#routes.values()];
    const lines = [
      "# HELP termwise_requests_total Requests answered.",
      "# TYPE termwise_requests_total counter",
      ...routes.flatMap(({ labels: key, statuses }) =>
        [...statuses].map(
          ([status, count]) => `termwise_requests_total{${key},status="${status}"} ${count}`,
        ),
      ),
      "# HELP termwise_request_seconds Time to answer a request.",
      "# TYPE termwise_request_seconds histogram",
    ];
    for (const { labels: key, counts, sum, count } of routes) {
      for (const [i, bound] of BOUNDS.entries()) {
        lines.push(`termwise_request_seconds_bucket{${key},le="${bound}"} ${counts[i]}`);
      }
      lines.push(`termwise_request_seconds_bucket{${key},le="+Inf"} ${count}`);
      lines.push(`termwise_request_seconds_sum{${key}} ${sum}`);
      lines.push(`termwise_request_seconds_count{${key}} ${count}`);
    }
    for (const [name, value] of Object.entries(gauges)) {
      lines.push(`# TYPE termwise_${name} gauge`, `termwise_${name} ${value}`);
    }
    return `${lines.join("\n")}\n`;
  }

  #findCounters(method: string, route: string): RouteCounters {
    const key = `${method} ${route}`;
    const existing = this.#routes.get(key);
    if (existing !== undefined) return existing;
    const counts = new Array<number>(BOUNDS.length).fill(0);
    const created = {
      labels: formatLabels({ method, route }),
      statuses: new Map(),
      counts,
      sum: 0,
      count: 0,
    };
    this.#routes.set(key, created);
    return created;
  }
}

function formatLabels(entries: Readonly<Record<string, string>>): string {
  const escaped = (value: string): string => value.replaceAll(/["\\\n]/g, (c) => `\\${c}`);
  return Object.entries(entries)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",");
}
