/**
 * Reads a log of behavior: files `queries-*.jsonl` and `events-*.jsonl` with one record of User
 * Behavior Insights per line.
 */

import type { UbiEvent, UbiQuery } from "../api/behavior.ts";
import { decodeLineBatches } from "../collection/formats/index.ts";
import { TermwiseError } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";

/** The records of a log. */
export interface BehaviorRecords {
  readonly queries: readonly UbiQuery[];
  readonly events: readonly UbiEvent[];
  /** Lines that are not such a record, as the end of a file after a power cut. */
  readonly damaged: number;
  readonly bytes: number;
}

const FILE = /^(queries|events)[\w.-]*\.jsonl(\.gz)?$/;
const MAX_LINE_BYTES = 1 << 20;

/** Reads all records; those of a missing folder are none. A damaged line is counted and skipped. */
export async function readBehavior(files: Files, folder: string): Promise<BehaviorRecords> {
  const queries: UbiQuery[] = [];
  const events: UbiEvent[] = [];
  let [damaged, bytes] = [0, 0];
  if ((await files.kind(folder)) !== "folder") return { queries, events, damaged, bytes };
  for (const name of await files.list(folder)) {
    const kind = FILE.exec(name)?.[1];
    if (kind === undefined) continue;
    const path = `${folder}/${name}`;
    try {
      const onBad = (): void => void damaged++;
      const options = { longestLine: MAX_LINE_BYTES, onBad };
      for await (const { lines } of decodeLineBatches(files.read(path), path, options)) {
        for (const line of lines) {
          if (line.trim() === "") continue;
          const record = parseRecord(line);
          if (kind === "queries" && isQuery(record)) queries.push(record);
          else if (kind === "events" && isEvent(record)) events.push(record);
          else damaged++;
        }
      }
      bytes += await files.size(path);
    } catch (error) {
      // The oldest file may be removed meanwhile.
      if (!(error instanceof TermwiseError) || error.code !== "NOT_FOUND") throw error;
    }
  }
  return { queries, events, damaged, bytes };
}

function parseRecord(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isQuery(value: unknown): value is UbiQuery {
  const { query_id, user_query, timestamp, query_response_hit_ids } = (value ??
    {}) as Partial<UbiQuery>;
  return (
    [query_id, user_query].every((each) => typeof each === "string") &&
    isTime(timestamp) &&
    Array.isArray(query_response_hit_ids) &&
    query_response_hit_ids.every((id) => typeof id === "string")
  );
}

function isEvent(value: unknown): value is UbiEvent {
  const { action_name, timestamp } = (value ?? {}) as Partial<UbiEvent>;
  return typeof action_name === "string" && isTime(timestamp);
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && !Number.isNaN(Date.parse(value));
}
