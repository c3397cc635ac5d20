/**
 * Parameters in the address of an OpenSearch search. Those that a body can have too are read as a
 * body, and win, as there; those that change no result are accepted; others are refused by name.
 */

import { badArgument, quote } from "../../../src/common/errors.ts";
import { LIMITS } from "../limits.ts";
import { createIntegerSchema } from "../option-schemas.ts";
import { validateInput } from "../validate-input.ts";
import type { Json } from "./opensearch-json.ts";

type Params = Readonly<Record<string, unknown>>;

/** They choose copies of data, caches, connections and layout. */
const WITHOUT_EFFECT = new Set([
  ...["allow_no_indices", "allow_partial_search_results", "batched_reduce_size"],
  ...["cancel_after_time_interval", "ccs_minimize_roundtrips", "expand_wildcards", "human"],
  ...["ignore_throttled", "ignore_unavailable", "max_concurrent_shard_requests"],
  ...["pre_filter_shard_size", "preference", "pretty", "request_cache", "routing", "search_type"],
]);

const READERS: Readonly<Record<string, (text: string, name: string) => unknown>> = {
  from: (text, name) => readInteger(text, name, LIMITS.window - 1),
  size: (text, name) => readInteger(text, name, LIMITS.hits),
  explain: readFlag,
  track_total_hits: (text, name) => (/^\d+$/.test(text) ? Number(text) : readFlag(text, name)),
  _source: (text) => (isFlag(text) ? text === "true" : text.split(",")),
  sort: (text) => text.split(",").map(readSortKey),
};

/** The parameters as properties of a body, without `q`. */
export function parseSearchParams({ q: _, ...params }: Params): Json {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (read !== undefined) body[name] = read(String(value), name);
    else if (!WITHOUT_EFFECT.has(name)) {
      throw badArgument(
        `the parameter ${quote(name)} is not supported; there are q, ${Object.keys(READERS).join(", ")}`,
      );
    }
  }
  return body;
}

/** `price` or `price:desc`. */
function readSortKey(text: string): unknown {
  const colon = text.lastIndexOf(":");
  return colon < 0 ? text : { [text.slice(0, colon)]: text.slice(colon + 1) };
}

function readInteger(text: string, name: string, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : text;
  return validateInput(createIntegerSchema(0, max), number, name);
}

function isFlag(text: string): boolean {
  return text === "true" || text === "false";
}

function readFlag(text: string, name: string): boolean {
  if (isFlag(text) || text === "") return text !== "false";
  throw badArgument(`${name} must be true or false, got ${quote(text)}`);
}
