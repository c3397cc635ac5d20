/** The limits of an API key, applied to every task that a request starts, on whichever thread. */

import type { KeyLimits } from "../access/api-keys.ts";
import { HttpFailure } from "../failure.ts";
import type { TaskName, Tasks } from "./tasks.ts";

/**
 * The input of a task with the filter of the key. 403 for another index than those of
 * the key, and for a task that cannot apply the filter.
 */
export function restrictInput<N extends TaskName>(
  name: N,
  input: Tasks[N],
  { indexes, filter }: KeyLimits,
): Tasks[N] {
  if (indexes === undefined && filter === undefined) return input;
  // A route starts tasks of its own: its thread applies the limits to each of them.
  if (name === "callRoute") {
    const { call, ...rest } = input as Tasks["callRoute"];
    return { ...rest, call: { ...call, keyLimits: { indexes, filter } } } as Tasks[N];
  }
  const { index } = input as { readonly index?: string };
  if (indexes !== undefined && (index === undefined || !indexes.includes(index))) {
    throw new HttpFailure(403, "FORBIDDEN", `the API key is for the indexes ${indexes.join(", ")}`);
  }
  if (filter === undefined || name === "listFields") return input; // names only, no documents
  if (name !== "search") {
    throw new HttpFailure(403, "FORBIDDEN", "the API key has a filter, so it can only search");
  }
  const { request } = input as Tasks["search"];
  const and = request.filter === undefined ? [filter] : [filter, request.filter];
  // Corrections come from the words of all documents.
  return { ...input, request: { ...request, filter: { and }, didYouMean: false } };
}
