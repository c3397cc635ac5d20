/** Queries as callers give them, with their ids. */

import type { QueryInput } from "../api/judged-query.ts";
import type { Query } from "../collection/document.ts";
import { defined } from "../common/defined.ts";
import { badArgument, describeValue, quote } from "../common/errors.ts";

/** The queries with their ids. `BAD_ARGUMENT` for a duplicate id. */
export function toQueries(inputs: readonly QueryInput[]): Query[] {
  if (!Array.isArray(inputs))
    throw badArgument(`queries must be an array, got ${describeValue(inputs)}`);
  const ids = new Set<string>();
  return (inputs as readonly QueryInput[]).map(({ text, id = text, exclude }) => {
    if (typeof text !== "string")
      throw badArgument(`a query must have a text, got ${describeValue(text)}`);
    if (ids.has(id)) throw badArgument(`two queries have the id ${quote(id)}`);
    ids.add(id);
    return { id, text, ...defined({ exclude }) };
  });
}
