/**
 * Classifies tasks of about the same duration: the same name and index, with or
 * without a model and an encoder, and a similar amount of work.
 */

import type { SearchRequest } from "../../../src/client/index.ts";
import { needsQueryVector } from "../../../src/ranking/needs-query-vector.ts";
import type { Limits } from "../limits.ts";
import { countConditions, countFacetRanges } from "../search-limits.ts";
import type { TaskName, Tasks } from "../tasks/tasks.ts";

/** The kind of a task. */
export function classifyTask<N extends TaskName>(name: N, input: Tasks[N]): string {
  const { index = "", request } = input as {
    readonly index?: string;
    readonly request?: Partial<SearchRequest>;
  };
  if (name === "callRoute") {
    const { call } = input as Tasks["callRoute"];
    return `${call.path} ${index} ${toMagnitude(call.bodyBytes ?? 0)}`;
  }
  const model = request?.rerank === undefined ? "" : ` ${request.rerank}`;
  const encoder = needsQueryVector(request?.ranker) ? " by vector" : "";
  const size = name === "search" && request !== undefined ? describeSize(request) : "";
  return `${name} ${index}${model}${encoder}${size}`;
}

/** Characters of a query, hits, and bytes of a body, above which a task is large. */
const MANY_CHARACTERS = 256;
const MANY_HITS = 100;
const MANY_BYTES = 16_384;

/** Whether the request alone shows that a task may take long. */
export function isHeavyTask<N extends TaskName>(
  name: N,
  input: Tasks[N],
  { timeout }: Pick<Limits, "timeout">,
): boolean {
  if (name === "callRoute") {
    return ((input as Tasks["callRoute"]).call.bodyBytes ?? 0) > MANY_BYTES;
  }
  if (name !== "search") return false;
  const { request } = input as Tasks["search"];
  const { query = "", limit = 10, timeout: requestedTimeout = 0, fuzzy, explain } = request;
  return (
    requestedTimeout > timeout ||
    query.length > MANY_CHARACTERS ||
    limit > MANY_HITS ||
    (fuzzy !== undefined && explain === true) ||
    measureSizes(request).some((size) => size > 0)
  );
}

/** The amount of work of a search in few classes. Empty for a plain one. */
function describeSize(request: Partial<SearchRequest>): string {
  const { fuzzy, prefix, sort, distinct, after, explain } = request;
  const magnitudes = measureSizes(request);
  const options = [fuzzy, prefix, sort, distinct, after, explain].map((each) =>
    each === undefined || each === false ? 0 : 1,
  );
  if ([...magnitudes, ...options].every((each) => each === 0)) return "";
  return ` ${magnitudes.join()} ${options.join("")}`;
}

/** The magnitudes of facets, conditions and described hits. */
function measureSizes(request: Partial<SearchRequest>): readonly number[] {
  const { facets, filter, explain, snippet, highlight, limit = 10 } = request;
  const requested: readonly unknown[] = Object.values(facets ?? {});
  const counted = requested.length + countFacetRanges(requested);
  const shown = [explain, snippet, highlight].some((each) => each !== undefined && each !== false);
  const sizes = [counted, filter === undefined ? 0 : countConditions(filter), shown ? limit : 0];
  return sizes.map(toMagnitude);
}

/** 0 for a few, then one more for each factor of 8. */
function toMagnitude(count: number): number {
  return count < 16 ? 0 : Math.floor(Math.log2(count) / 3);
}
