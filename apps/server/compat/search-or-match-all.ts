/** A search as other engines have it: no words at all find every document. */

import type { SearchRequest, SearchResponse } from "../../../src/client/index.ts";
import type { Engine } from "../engine/engine.ts";
import type { RequestTime } from "../search-timeout.ts";

/** Searches; without words, for all documents that pass the filter, or all there are. */
export async function searchOrMatchAll(
  engine: Engine,
  index: string,
  request: SearchRequest,
  time: RequestTime,
): Promise<SearchResponse> {
  const isMatchAll = request.query.trim() === "" && request.filter === undefined;
  const searchRequest = isMatchAll ? { ...request, filter: {} } : request;
  const json = await engine.read("search", { index, request: time.apply(searchRequest) });
  return JSON.parse(json) as SearchResponse;
}
