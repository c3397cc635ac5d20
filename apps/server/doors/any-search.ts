/** A search as other engines have it: no words at all find every document. */

import type { SearchAnswer, SearchRequest } from "../../../src/client/index.ts";
import type { Engine } from "../engine/engine.ts";
import { inTime } from "../search-time.ts";

/** Searches, or lists documents where there is nothing to search for. */
export async function anySearch(
  engine: Engine,
  index: string,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const { query, limit = 10, offset = 0, filter } = request;
  const json =
    query.trim() === ""
      ? await engine.read("browse", { index, limit, offset, filter })
      : await engine.read("search", { index, request: inTime(request) });
  return JSON.parse(json) as SearchAnswer;
}
