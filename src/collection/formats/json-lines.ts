/**
 * JSON records: one object per line, as in BEIR's corpus.jsonl and
 * queries.jsonl, or the elements of a JSON array.
 *
 * A document's id is `_id`, `id` or `docid` (a string or a whole number), its
 * text `text`, `contents` or `body` (a string or a list of strings); a query's
 * are `_id`, `id` or `qid`, and `text` or `query`. `title` is the title; a
 * query's `exclude` lists documents that never count. Every other value goes
 * into `fields` as it is.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { type Document, fieldText, type JsonValue, makeDocument, type Query } from "../document.ts";
import { jsonTexts } from "./json-texts.ts";
import { idText, type RecordOptions, recordParts } from "./record-fields.ts";
import { checkedId, type Place, recordsOf } from "./records.ts";

/** How records stand in a file: one per line, or as elements of an array or of a loose sequence. */
export type JsonLayout = "lines" | "array";

export function jsonDocuments(
  files: Files,
  path: string,
  { layout = "lines", ...options }: RecordOptions & { readonly layout?: JsonLayout } = {},
): AsyncGenerator<Document> {
  const { fieldNames = {} } = options;
  const parse = (text: string, place: Place): Document => {
    const object = jsonObject(text, place);
    const { id, title, text: body, fields } = recordParts(object, "document", fieldNames, place);
    return makeDocument(id, title, body, fields);
  };
  return read(files, path, parse, layout, options);
}

export function jsonQueries(
  files: Files,
  path: string,
  { layout = "lines", ...options }: RecordOptions & { readonly layout?: JsonLayout } = {},
): AsyncGenerator<Query> {
  const { fieldNames = {} } = options;
  const parse = (text: string, place: Place): Query => {
    const { exclude = null, ...object } = jsonObject(text, place);
    const { id, title, text: asked, fields } = recordParts(object, "query", fieldNames, place);
    const texts = Object.entries(fields).map(([name, value]) => [name, fieldText(value)]);
    const all = { ...(title !== "" && { title }), ...Object.fromEntries(texts) };
    const never = excluded(exclude, place);
    return {
      id,
      text: asked,
      ...(Object.keys(all).length > 0 && { fields: all }),
      ...(never.length > 0 && { exclude: never }),
    };
  };
  return read(files, path, parse, layout, options);
}

/** The line that reads back as this document. */
export function documentJson({ id, title, text, fields }: Document): string {
  const own = { _id: id, ...(title !== undefined && { title }), text };
  return JSON.stringify({ ...own, ...fields, ...own }); // no field takes the place of these
}

/** The line that reads back as this query. */
export function queryJson({ id, text, fields, exclude }: Query): string {
  const own = { _id: id, text, ...(exclude !== undefined && { exclude }) };
  return JSON.stringify({ ...own, ...fields, ...own });
}

function read<T>(
  files: Files,
  path: string,
  parse: (text: string, place: Place) => T,
  layout: JsonLayout,
  options: RecordOptions,
): AsyncGenerator<T> {
  if (layout === "lines") return recordsOf(files, path, parse, options);
  return jsonTexts(files, path, parse, options);
}

function excluded(value: JsonValue, place: Place): string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw place.bad("exclude must be a list of document ids");
  return value.map((id) => {
    if (typeof id !== "string" && typeof id !== "number") {
      throw place.bad("exclude must be a list of document ids, strings or whole numbers");
    }
    return checkedId(idText(id, "document", place), "document", place);
  });
}

function jsonObject(text: string, place: Place): Record<string, JsonValue> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw place.bad(`not a JSON object: ${quote(text)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw place.bad(`not a JSON object: ${quote(text)}`);
  }
  checkValues(value, place, 1);
  return value as Record<string, JsonValue>;
}

/** Deeper values are mistakes, or made to exhaust the stack. */
const DEEPEST = 100;

/** JSON can say 1e999, which no number of ours holds. */
function checkValues(object: object, place: Place, depth: number): void {
  for (const name in object) {
    const value: unknown = (object as Record<string, unknown>)[name];
    if (typeof value === "string") continue;
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw place.bad(`the number ${quote(name)} is too large for a 64-bit float`);
    }
    if (typeof value !== "object" || value === null) continue;
    if (depth === DEEPEST) throw place.bad(`${quote(name)} is nested more than ${DEEPEST} deep`);
    checkValues(value, place, depth + 1);
  }
}
