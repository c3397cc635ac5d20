/**
 * The response of a cluster to one query. Nothing in it is believed: hits that are damaged,
 * repeated, missing or in the wrong order are refused, and so are counts that contradict them.
 */

import { describeValue, quote, type TermwiseError } from "../../src/common/errors.ts";
import type { StoredFields } from "../../src/index/index.ts";
import { createAnswerError } from "./cluster-errors.ts";
import type { Aggregation } from "./facet-query.ts";

/** The response to one query. */
export interface ClusterSearchResponse {
  readonly status?: number;
  readonly error?: unknown;
  readonly timed_out?: boolean;
  readonly _shards?: { readonly successful: number; readonly total: number };
  readonly hits?: {
    readonly hits: readonly ClusterHit[];
    readonly total?: { readonly value: number };
  };
  readonly aggregations?: Readonly<Record<string, Aggregation>>;
}

/** A hit of a cluster. */
export interface ClusterHit {
  readonly _id: string;
  readonly _score: number;
  readonly _source?: {
    readonly tokens?: string;
    readonly document?: StoredFields;
    readonly pruned?: readonly string[];
  };
  readonly fields?: { readonly tokens?: readonly string[]; readonly vectors?: readonly string[] };
  /** The values that the hit is sorted by. */
  readonly sort?: readonly unknown[];
}

/** The hits that a query requests. */
export interface RequestedHits {
  readonly size: number;
  readonly from?: number;
  /** Whether the best score comes first. */
  readonly isByScore: boolean;
  /** Whether hits may be missing because the search was given a time limit. */
  readonly mayBeLate?: boolean;
  /** Whether the number of all matches was requested. */
  readonly needsTotal?: boolean;
}

/** Whether a part of the documents was not searched. A shard without a copy is not counted as failed. */
export function isIncomplete({
  timed_out: isLate,
  _shards: shards,
}: ClusterSearchResponse): boolean {
  return isLate === true || (shards !== undefined && shards.successful < shards.total);
}

/** Whether documents are missing for want of shards, not of time. */
export function lacksShards({ _shards: shards }: ClusterSearchResponse): boolean {
  return shards !== undefined && shards.successful < shards.total;
}

/** The first contradiction in a response that has hits; undefined if there is none. */
export function findContradiction(
  response: ClusterSearchResponse,
  requested: RequestedHits,
  url: string,
): TermwiseError | undefined {
  const fault =
    findShardFault(response) ??
    findHitFault(response.hits?.hits, requested) ??
    findCountFault(response, requested);
  return fault === undefined ? undefined : createAnswerError(url, fault);
}

function findShardFault({ _shards: shards }: ClusterSearchResponse): string | undefined {
  const { total, successful } = shards ?? { total: undefined, successful: undefined };
  const isCounted = isCount(total) && isCount(successful) && successful <= total;
  return isCounted ? undefined : "counts of shards that are missing or wrong";
}

function findHitFault(
  hits: readonly ClusterHit[] | undefined,
  { size, isByScore }: RequestedHits,
): string | undefined {
  if (!Array.isArray(hits)) return "no list of hits";
  if (hits.length > size) return `${hits.length} hits, where ${size} were requested`;
  const ids = new Set<string>();
  let previous = Infinity;
  for (const hit of hits as readonly (ClusterHit | null)[]) {
    if (hit === null || typeof hit !== "object") return `a hit that is ${describeValue(hit)}`;
    const { _id: id, _score: score } = hit;
    if (typeof id !== "string" || id === "") return `a hit with the id ${describeValue(id)}`;
    if (ids.has(id)) return `the hit ${quote(id)} twice`;
    ids.add(id);
    if (typeof score !== "number" || !(score >= 0 && Math.fround(score) < Infinity)) {
      return `the hit ${quote(id)} with the score ${describeValue(score)}`;
    }
    if (isByScore && score > previous) return `the hit ${quote(id)} in the wrong order`;
    previous = score;
  }
  return undefined;
}

function findCountFault(
  response: ClusterSearchResponse,
  { size, from = 0, needsTotal = false }: RequestedHits,
): string | undefined {
  const { hits } = response;
  const total = hits?.total?.value;
  if (total === undefined && !needsTotal) return undefined;
  if (!isCount(total)) return `the total ${describeValue(total)}`;
  const count = hits?.hits.length ?? 0;
  const expected = Math.min(size, Math.max(0, total - from));
  const isPossible = isIncomplete(response) ? count <= expected : count === expected;
  return isPossible ? undefined : `${count} hits from ${from} of a total of ${total}`;
}

/** Whether a value is a whole number of things. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
