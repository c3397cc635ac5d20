/**
 * Records that clients send, checked by the schema of User Behavior Insights 1.3. Without
 * permission to store ids of people, only the properties that reports need are stored.
 */

import * as v from "valibot";
import { parseQueryIndex, type UbiEvent, type UbiQuery } from "../../../src/api/behavior.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument, TermwiseError } from "../../../src/common/errors.ts";
import { parseJson } from "../parse-json.ts";
import { validateInput } from "../validate-input.ts";

/** Records of one request, and bytes of one record. */
const MAX_RECORDS = 1000;
const MAX_RECORD_BYTES = 16_384;
/** Hits of one search. */
const MAX_HIT_IDS = 1000;

const createText = (max: number): v.GenericSchema<string> => v.pipe(v.string(), v.maxLength(max));
const label = v.nullish(createText(100));
const time = v.nullish(
  v.pipe(
    createText(40),
    v.check((text) => !Number.isNaN(Date.parse(text)), "must be a time in ISO 8601"),
  ),
);
const objectId = v.union([createText(256), v.pipe(v.number(), v.integer())]);
const source = { application: label, client_id: label, timestamp: time };

const event = v.looseObject({
  ...source,
  action_name: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  ...{ query_id: label, session_id: label, user_id: label, message_type: label },
  message: v.nullish(createText(1024)),
  event_attributes: v.nullish(
    v.looseObject({
      object: v.nullish(v.looseObject({ object_id: objectId, object_id_field: label })),
      position: v.nullish(v.looseObject({ ordinal: v.nullish(v.pipe(v.number(), v.integer())) })),
    }),
  ),
});

const query = v.looseObject({
  ...source,
  query_id: createText(100),
  user_query: createText(8192),
  object_id_field: label,
  query_response_hit_ids: v.nullish(v.pipe(v.array(createText(256)), v.maxLength(MAX_HIT_IDS))),
  query_attributes: v.nullish(v.looseObject({})),
});

/** How a record is stored. */
export interface RecordRules {
  readonly keepsIds: boolean;
  readonly now: Date;
}

/** The events of a body, each with the index of its search; undefined for none. */
export function parseEvents(body: Uint8Array, rules: RecordRules): ParsedRecord[] {
  return parseRecords(body).map((record, i) => {
    const sent = validateInput(event, record, `event ${i + 1}`) as unknown as UbiEvent;
    return toParsed(sent.query_id, cleanEvent(sent, rules));
  });
}

/** The searches of a body. */
export function parseQueries(body: Uint8Array, rules: RecordRules): ParsedRecord[] {
  return parseRecords(body).map((record, i) => {
    const sent = validateInput(query, record, `query ${i + 1}`) as unknown as UbiQuery;
    return toParsed(sent.query_id, cleanQuery(sent, rules));
  });
}

/** A record as a line, and the index that it belongs to. */
export interface ParsedRecord {
  readonly index: string | undefined;
  readonly line: string;
}

function toParsed(queryId: string | undefined, record: object): ParsedRecord {
  const line = JSON.stringify(record);
  if (Buffer.byteLength(line) <= MAX_RECORD_BYTES) {
    return { index: queryId === undefined ? undefined : parseQueryIndex(queryId), line };
  }
  throw new TermwiseError("LIMIT_EXCEEDED", `a record has at most ${MAX_RECORD_BYTES} bytes`);
}

function parseRecords(body: Uint8Array): readonly unknown[] {
  const parsed = parseJson(body, { location: "the body", depth: 20, values: 1_000_000 });
  const records: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  if (records.length <= MAX_RECORDS) return records;
  throw badArgument(`the body has ${records.length} records; at most ${MAX_RECORDS} are allowed`);
}

function cleanEvent(
  { event_attributes, ...sent }: UbiEvent,
  { keepsIds, now }: RecordRules,
): object {
  const { action_name, query_id, application, message_type } = sent;
  const timestamp = toTimestamp(sent.timestamp, now);
  if (keepsIds) return dropNulls({ ...sent, timestamp, event_attributes });
  const { object, position } = event_attributes ?? {};
  const attributes = dropNulls({
    object:
      object && dropNulls({ object_id: object.object_id, object_id_field: object.object_id_field }),
    position: position?.ordinal === undefined ? undefined : { ordinal: position.ordinal },
  });
  return dropNulls({
    ...{ action_name, query_id, timestamp, application, message_type },
    event_attributes: attributes,
  });
}

function cleanQuery(sent: UbiQuery, { keepsIds, now }: RecordRules): object {
  const { query_id, user_query, application, object_id_field, query_attributes } = sent;
  const timestamp = toTimestamp(sent.timestamp, now);
  const query_response_hit_ids = sent.query_response_hit_ids ?? [];
  if (keepsIds) return dropNulls({ ...sent, timestamp, query_response_hit_ids });
  const { offset, total } = query_attributes ?? {};
  return dropNulls({
    ...{ query_id, user_query, timestamp, application, object_id_field, query_response_hit_ids },
    query_attributes: defined({
      offset: typeof offset === "number" ? offset : undefined,
      total: typeof total === "number" ? total : undefined,
    }),
  });
}

function toTimestamp(text: string | null | undefined, now: Date): string {
  return (text == null ? now : new Date(text)).toISOString();
}

/** Clients of this format send null for what they lack. */
function dropNulls(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value != null));
}
