/** What users searched for and clicked: top queries, queries without hits or clicks, days. */

import type { BehaviorDay, BehaviorReport, QueryBehavior } from "../api/behavior.ts";
import type { BehaviorRecords } from "./behavior-log.ts";
import { joinClicks, type RecordedSearch } from "./searches-with-clicks.ts";

/** Options of a report. */
export interface BehaviorReportOptions {
  /** Searches before this are left out. */
  readonly since?: Date;
  /** Maximum number of queries per list. Default 20. */
  readonly limit?: number;
}

const DAY_MS = 86_400_000;
/** Longer trends are cut at the beginning. */
const MAX_DAYS = 3660;

/** The report of a log. Pages after the first count as no search of their own. */
export function createBehaviorReport(
  records: BehaviorRecords,
  { since, limit = 20 }: BehaviorReportOptions = {},
): Omit<BehaviorReport, "isRecording" | "lost"> {
  const { searches: all, unmatched } = joinClicks(records);
  const isReported = ({ query, offset, time }: RecordedSearch): boolean =>
    query !== "" && offset === 0 && (since === undefined || time >= since);
  const searches = all.filter(isReported);
  const queries = groupByQuery(searches);
  const listQueries = (rank: (query: QueryBehavior) => number): QueryBehavior[] =>
    queries
      .filter((query) => rank(query) > 0)
      .sort((a, b) => rank(b) - rank(a) || (a.query < b.query ? -1 : 1))
      .slice(0, limit);
  return {
    ...countSearches(searches),
    queries: queries.length,
    clicks: searches.reduce((sum, { clicked }) => sum + clicked.size, 0),
    unmatched,
    damaged: records.damaged,
    bytes: records.bytes,
    days: groupByDay(searches),
    top: listQueries(({ searches: count }) => count),
    noHits: listQueries(({ withoutHits }) => withoutHits),
    noClicks: listQueries((each) => (each.withClicks === 0 ? each.searches - each.withoutHits : 0)),
  };
}

function countSearches(
  searches: readonly RecordedSearch[],
): Pick<BehaviorDay, "searches" | "withoutHits" | "withClicks"> {
  return {
    searches: searches.length,
    withoutHits: searches.filter(({ total }) => total === 0).length,
    withClicks: searches.filter(({ clicked }) => clicked.size > 0).length,
  };
}

function groupByQuery(searches: readonly RecordedSearch[]): QueryBehavior[] {
  return [...groupBy(searches, ({ query }) => query)].map(([query, group]) => ({
    query,
    ...countSearches(group),
  }));
}

function groupByDay(searches: readonly RecordedSearch[]): BehaviorDay[] {
  const byDay = groupBy(searches, ({ time }) => formatDay(time.getTime()));
  const sorted = [...byDay.keys()].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  const days: BehaviorDay[] = [];
  const end = Date.parse(last);
  const start = Math.max(Date.parse(first), end - (MAX_DAYS - 1) * DAY_MS);
  for (let time = start; time <= end; time += DAY_MS) {
    const day = formatDay(time);
    days.push({ day, ...countSearches(byDay.get(day) ?? []) });
  }
  return days;
}

function groupBy<T>(values: readonly T[], getKey: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(getKey(value));
    if (group === undefined) groups.set(getKey(value), [value]);
    else group.push(value);
  }
  return groups;
}

function formatDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
