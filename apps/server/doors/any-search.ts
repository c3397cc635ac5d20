/** A search as other engines have it: no words at all find every document. */

import type { SearchAnswer, SearchRequest } from "../../../src/client/index.ts";
import type { Engine } from "../engine/engine.ts";
import { inTime } from "../search-time.ts";

/** Searches; without words, for all documents that pass the filter, or all there are. */
export async function anySearch(
  engine: Engine,
  index: string,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const isForAll = request.query.trim() === "" && request.filter === undefined;
  const asked = isForAll ? { ...request, filter: {} } : request;
  const json = await engine.read("search", { index, request: inTime(asked) });
  return JSON.parse(json) as SearchAnswer;
}
