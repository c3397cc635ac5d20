/** Counters and latencies in the text format of Prometheus. */

/** Upper bounds of the latency buckets, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Latency {
  readonly counts: number[];
  sum: number;
  count: number;
}

/** What was measured since the start. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #latencies = new Map<string, Latency>();

  /** A request that was answered. `route` is the route as declared, so that there are few. */
  answered(method: string, route: string, status: number, seconds: number): void {
    const key = labels({ method, route, status: String(status) });
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    const name = labels({ method, route });
    const latency = this.#latencies.get(name) ?? {
      counts: new Array<number>(BOUNDS.length).fill(0),
      sum: 0,
      count: 0,
    };
    this.#latencies.set(name, latency);
    latency.sum += seconds;
    latency.count++;
    for (const [i, bound] of BOUNDS.entries()) {
      if (seconds <= bound) latency.counts[i] = (latency.counts[i] as number) + 1;
    }
  }

  /** The page that Prometheus reads. `gauges` are values of the moment, by name. */
  text(gauges: Readonly<Record<string, number>>): string {
    const lines = [
      "# HELP termwise_requests_total Requests answered.",
      "# TYPE termwise_requests_total counter",
      ...[...this.#requests].map(([key, count]) => `termwise_requests_total{${key}} ${count}`),
      "# HELP termwise_request_seconds Time to answer a request.",
      "# TYPE termwise_request_seconds histogram",
    ];
    for (const [key, { counts, sum, count }] of this.#latencies) {
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
}

function labels(given: Readonly<Record<string, string>>): string {
  const escaped = (value: string): string => value.replaceAll(/["\\\n]/g, (c) => `\\${c}`);
  return Object.entries(given)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(",");
}
