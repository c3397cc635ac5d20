/**
 * Loads on a server: closed loops of clients with one request at a time, and what an open loop
 * (server-open-loop.ts) measures.
 */

import type { ServerClient } from "./server-client.ts";

/** Latencies in ms. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** The result of closed loops. Latencies and throughput are those of completed searches. */
export interface ClosedLoopResult extends Percentiles {
  readonly perSecond: number;
  readonly statuses: Readonly<Record<number, number>>;
}

/** The result of an open loop: counts and latencies. */
export interface OpenLoopResult {
  readonly perSecond: number;
  readonly asked: number;
  readonly accepted: Percentiles & { readonly count: number };
  readonly refused: Percentiles & { readonly count: number };
  readonly other: number;
  /** Delays of requests after their due times, in ms: above a few, the client is the bottleneck. */
  readonly late: Percentiles;
  readonly latest: number;
}

/** The address of query i. */
export type PathProvider = (i: number) => string;

/** A load on a server, as data. */
export type Load =
  | { readonly clients: number; readonly seconds: number; readonly from?: number }
  | { readonly perSecond: number; readonly seconds: number };

/** Clients that send the next request after each response, or after the retry time of a refusal. */
export async function runClosedLoop(
  client: ServerClient,
  toPath: PathProvider,
  { clients, seconds, from = 0 }: { clients: number; seconds: number; from?: number },
): Promise<ClosedLoopResult> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  let next = from;
  const begun = performance.now();
  const loop = async (): Promise<void> => {
    while (performance.now() - begun < 1000 * seconds) {
      const { status, ms, retryAfter } = await client.get(toPath(next++));
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200) times.push(ms);
      if (retryAfter > 0) await new Promise((resolve) => setTimeout(resolve, 1000 * retryAfter));
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
  const perSecond = round(times.length / ((performance.now() - begun) / 1000));
  return { perSecond, ...computePercentiles(times), statuses };
}

/** Medians and the like of times. */
export function computePercentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number =>
    round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99) };
}

/** Rounds to three decimals. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
