/** A search with its record for the log of behavior: one line before the response. */

import type { UbiQuery } from "../../../src/api/behavior.ts";
import type { SearchRequest, SearchResponse } from "../../../src/client/index.ts";

/** The id and the time of a search that is recorded. */
export interface SearchRecording {
  readonly queryId: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Ids that are stored of one search. */
const MAX_HIT_IDS = 100;

/** The record as a line, if there is something to record, then the response with the id of the search. */
export function formatRecordedSearch(
  response: SearchResponse,
  { query, offset = 0, after, limit }: SearchRequest,
  { queryId, at }: SearchRecording,
): string {
  // Without words users browse; a cursor continues a search that is recorded.
  if (query.trim() === "" || after !== undefined || limit === 0) return JSON.stringify(response);
  const record: UbiQuery = {
    query_id: queryId,
    user_query: query,
    timestamp: at,
    query_response_hit_ids: response.hits.slice(0, MAX_HIT_IDS).map(({ id }) => id),
    query_attributes: { offset, total: response.total },
  };
  return `${JSON.stringify(record)}\n${JSON.stringify({ ...response, queryId })}`;
}
