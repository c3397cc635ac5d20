/** Joins recorded searches with the clicks on their hits. */

import type { UbiQuery } from "../api/behavior.ts";
import type { BehaviorRecords } from "./behavior-log.ts";
import type { Impression } from "./judgements-from-clicks.ts";

/** A recorded search. */
export interface RecordedSearch {
  /** The query without case and repeated white space. */
  readonly query: string;
  readonly time: Date;
  readonly offset: number;
  readonly shown: readonly string[];
  /** The number of matching documents. */
  readonly total: number;
  /** Documents that it showed and that were clicked, each once. */
  readonly clicked: ReadonlySet<string>;
}

/** Actions of users who chose a document. Others, such as `impression`, are not counted. */
export const CLICK_ACTIONS: readonly string[] = [
  ...["click", "click_through", "view", "watch", "add_to_cart", "purchase"],
];

/** Ms within which a longer query continues one that was still being typed, and searches looked at. */
const TYPING_MS = 3000;
const MAX_LOOKAHEAD = 50;

/**
 * All searches in the order of time, and the number of events of none of them. Where a page searches
 * at every key, a search without clicks that another one continues soon is left out.
 */
export function joinClicks({ queries, events }: Pick<BehaviorRecords, "queries" | "events">): {
  readonly searches: readonly RecordedSearch[];
  readonly unmatched: number;
} {
  const searches = new Map<string, RecordedSearch & { readonly clicked: Set<string> }>();
  for (const query of queries) searches.set(query.query_id, toSearch(query));
  let unmatched = 0;
  for (const { query_id, action_name, event_attributes } of events) {
    const search = query_id === undefined ? undefined : searches.get(query_id);
    if (search === undefined) {
      unmatched++;
      continue;
    }
    const id = String(event_attributes?.object?.object_id ?? "");
    // A click on a document that was not shown says nothing of the ranking.
    if (CLICK_ACTIONS.includes(action_name) && search.shown.includes(id)) search.clicked.add(id);
  }
  const inOrder = [...searches.values()].sort((a, b) => a.time.getTime() - b.time.getTime());
  return { searches: inOrder.filter((_, i) => !isContinued(inOrder, i)), unmatched };
}

/** Whether the query was still being typed. */
function isContinued(searches: readonly RecordedSearch[], position: number): boolean {
  const { query, time, clicked } = searches[position] as RecordedSearch;
  if (clicked.size > 0) return false;
  const end = Math.min(position + 1 + MAX_LOOKAHEAD, searches.length);
  for (let i = position + 1; i < end; i++) {
    const next = searches[i] as RecordedSearch;
    if (next.time.getTime() - time.getTime() > TYPING_MS) return false; // in the order of time
    if (next.query.length > query.length && next.query.startsWith(query)) return true;
  }
  return false;
}

function toSearch({
  user_query,
  timestamp,
  query_response_hit_ids: shown,
  query_attributes: { offset, total } = {},
}: UbiQuery): RecordedSearch & { readonly clicked: Set<string> } {
  return {
    query: user_query.trim().toLowerCase().replaceAll(/\s+/g, " "),
    time: new Date(timestamp),
    offset: typeof offset === "number" ? offset : 0,
    shown,
    total: typeof total === "number" ? total : shown.length,
    clicked: new Set(),
  };
}

/**
 * Result lists as shown to users, from which judgements are estimated: searches with hits, from
 * the first hit on.
 */
export function toImpressions(
  records: Pick<BehaviorRecords, "queries" | "events">,
): readonly Impression[] {
  return joinClicks(records)
    .searches.filter(({ query, offset, shown }) => query !== "" && offset === 0 && shown.length > 0)
    .map(({ query, shown, clicked }) => ({ query, shown, clicked: [...clicked] }));
}
