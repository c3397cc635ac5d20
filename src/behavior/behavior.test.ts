import { describe, expect, test } from "vitest";
import type { UbiEvent, UbiQuery } from "../api/behavior.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { readBehavior } from "./behavior-log.ts";
import { createBehaviorReport } from "./behavior-report.ts";
import { toImpressions } from "./searches-with-clicks.ts";

const search = (
  id: string,
  user_query: string,
  hits: readonly string[],
  { day = "2026-11-02", ...attributes }: { day?: string; offset?: number; total?: number } = {},
): UbiQuery => ({
  query_id: `shop.${id}`,
  user_query,
  timestamp: `${day}T10:00:00.000Z`,
  query_response_hit_ids: hits,
  query_attributes: attributes,
});
const act = (id: string, object_id: string | number, action_name = "click"): UbiEvent => ({
  action_name,
  query_id: `shop.${id}`,
  timestamp: "2026-11-02T10:00:01Z",
  event_attributes: { object: { object_id } },
});

const QUERIES: readonly UbiQuery[] = [
  search("1", "Red  Lamp", ["a", "b", "7"]),
  search("2", "red lamp ", ["a", "b"]),
  search("3", "sofa", [], { day: "2026-11-04" }),
  search("4", "desk", ["c"], { day: "2026-11-04" }),
  search("5", "red lamp", ["x"], { offset: 10, total: 12, day: "2026-11-04" }),
];
const EVENTS: readonly UbiEvent[] = [
  act("1", "b"),
  act("1", "b"),
  act("1", 7, "purchase"),
  act("1", "a", "impression"),
  act("2", "nowhere"),
  act("9", "a"),
];
const records = { queries: QUERIES, events: EVENTS, damaged: 1, bytes: 99 };

describe("createBehaviorReport", () => {
  // Four searches from the first hit on: two for the lamp, of which one was clicked (b and 7).
  test("counts searches, hits and clicks as by hand", () => {
    const lamp = { query: "red lamp", searches: 2, withoutHits: 0, withClicks: 1 };
    const desk = { query: "desk", searches: 1, withoutHits: 0, withClicks: 0 };
    const sofa = { query: "sofa", searches: 1, withoutHits: 1, withClicks: 0 };
    expect(createBehaviorReport(records)).toEqual({
      ...{ searches: 4, queries: 3, withoutHits: 1, withClicks: 1, clicks: 2 },
      ...{ unmatched: 1, damaged: 1, bytes: 99 },
      days: [
        { day: "2026-11-02", searches: 2, withoutHits: 0, withClicks: 1 },
        { day: "2026-11-03", searches: 0, withoutHits: 0, withClicks: 0 },
        { day: "2026-11-04", searches: 2, withoutHits: 1, withClicks: 0 },
      ],
      top: [lamp, desk, sofa],
      noHits: [sofa],
      noClicks: [desk],
    });
  });

  test("leaves out searches before a time, and shortens lists", () => {
    const since = new Date("2026-11-03T00:00:00Z");
    const report = createBehaviorReport(records, { since, limit: 1 });
    expect(report).toMatchObject({ searches: 2, queries: 2, top: [{ query: "desk" }] });
    expect(report.days.map(({ day }) => day)).toEqual(["2026-11-04"]);
  });

  test("is empty for an empty log", () => {
    const report = createBehaviorReport({ queries: [], events: [], damaged: 0, bytes: 0 });
    expect(report).toMatchObject({ searches: 0, days: [], top: [], noHits: [], noClicks: [] });
  });
});

test("a query that was still being typed counts no search, unless something was clicked", () => {
  const type = (id: string, query: string, second: number): UbiQuery => ({
    ...search(id, query, ["a"]),
    timestamp: `2026-11-02T10:00:0${second}.000Z`,
  });
  const queries = [
    ...[type("1", "l", 0), type("2", "la", 0), type("3", "lamp", 1), type("4", "lamp red", 5)],
    ...[type("5", "so", 6), type("6", "sofa", 7)],
  ];
  const { top } = createBehaviorReport({ queries, events: [act("5", "a")], damaged: 0, bytes: 0 });
  expect(top.map(({ query }) => query)).toEqual(["lamp", "lamp red", "so", "sofa"]);
});

test("result lists to learn from begin with the first hit and have each click once", () => {
  expect(toImpressions(records)).toEqual([
    { query: "red lamp", shown: ["a", "b", "7"], clicked: ["b", "7"] },
    { query: "red lamp", shown: ["a", "b"], clicked: [] },
    { query: "desk", shown: ["c"], clicked: [] },
  ]);
});

describe("readBehavior", () => {
  test("reads files of queries and events in their order, and counts damaged lines", async () => {
    const files = new MemoryFiles({
      "log/queries-2.jsonl": `${JSON.stringify(QUERIES[1])}\n{"query_id": "shop.3", "user_que`,
      "log/queries-1.jsonl": `${JSON.stringify(QUERIES[0])}\n`,
      "log/events-1.jsonl": `${JSON.stringify(EVENTS[0])}\n\n{"action_name": 3}\n`,
      "log/other.jsonl": "nonsense\n",
    });
    const read = await readBehavior(files, "log");
    expect(read).toMatchObject({ queries: QUERIES.slice(0, 2), events: EVENTS.slice(0, 1) });
    expect(read.damaged).toBe(2);
  });

  test("a folder that is missing is an empty log", async () => {
    const read = await readBehavior(new MemoryFiles({}), "log");
    expect(read).toEqual({ queries: [], events: [], damaged: 0, bytes: 0 });
  });
});
