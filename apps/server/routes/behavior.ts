/** Behavior of users: events and searches that clients send, and the report. */

import type { BehaviorLog, RecordKind } from "../behavior/behavior-log.ts";
import { type ParsedRecord, parseEvents, parseQueries } from "../behavior/parse-records.ts";
import { HttpFailure } from "../failure.ts";
import { createOperation } from "../operation.ts";
import {
  type AnyRoute,
  createJsonResponse,
  type HttpResponse,
  type ServerContext,
} from "../route.ts";
import { readAll } from "../tasks/read-blocks.ts";

const DAY_MS = 86_400_000;

const sendEvents = createOperation("sendEvents", {
  handle: async ({ blocks }, server) => {
    const log = checkRecording(server);
    const rules = { keepsIds: log.keepsIds, now: server.now() };
    return storeRecords(log, "events", parseEvents(await readAll(blocks), rules), server);
  },
});

const sendQueries = createOperation("sendQueries", {
  handle: async ({ blocks }, server) => {
    const log = checkRecording(server);
    const rules = { keepsIds: log.keepsIds, now: server.now() };
    return storeRecords(log, "queries", parseQueries(await readAll(blocks), rules), server);
  },
});

const getBehavior = createOperation("getBehavior", {
  handle: async ({ params: { name: index }, query: { days, limit } }, server) => {
    const { engine, behavior, now } = server;
    await behavior?.flush();
    const since =
      days === undefined ? undefined : new Date(now().getTime() - days * DAY_MS).toISOString();
    const { lost = 0 } = behavior ?? {};
    const input = { index, isRecording: behavior !== undefined, lost, since, limit };
    return createJsonResponse(await engine.read("behavior", input));
  },
});

export const BEHAVIOR_ROUTES: readonly AnyRoute[] = [sendEvents, sendQueries, getBehavior];

function checkRecording({ behavior }: ServerContext): BehaviorLog {
  if (behavior !== undefined) return behavior;
  const message = "the server does not record behavior; it does if started with --behavior";
  throw new HttpFailure(404, "NOT_FOUND", message);
}

/** Stores records of indexes that there are and that the key is for. */
async function storeRecords(
  log: BehaviorLog,
  kind: RecordKind,
  records: readonly ParsedRecord[],
  { engine }: ServerContext,
): Promise<HttpResponse> {
  const names = new Set(records.flatMap(({ index }) => index ?? []));
  const indexes = new Set<string>();
  for (const index of names) {
    const isFound = engine.read("listFields", { index }).then(
      () => indexes.add(index),
      (error: unknown) => {
        if (!isUnusable(error)) throw error;
      },
    );
    await isFound;
  }
  let accepted = 0;
  for (const { index, line } of records) {
    if (index === undefined || !indexes.has(index)) continue;
    log.add(index, kind, line);
    accepted++;
  }
  return createJsonResponse(JSON.stringify({ accepted, ignored: records.length - accepted }));
}

/** Whether an index does not exist, or the key is for others. */
function isUnusable(error: unknown): boolean {
  const { code } = error as { readonly code?: string };
  return code === "NOT_FOUND" || code === "FORBIDDEN";
}
