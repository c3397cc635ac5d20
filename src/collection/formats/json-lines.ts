/**
 * JSON records: one object per line, as in BEIR's corpus.jsonl and queries.jsonl, or the elements
 * of a JSON array.
 *
 * A document's id is `_id`, `id` or `docid` (a string or a whole number), its text `text`,
 * `contents` or `body` (a string or a list of strings); a query's are `_id`, `id` or `qid`, and
 * `text` or `query`. `title` is the title; a query's `exclude` lists documents that never count.
 * Every other value becomes a field, unchanged.
 */

import { BatchedItems } from "../../common/batched-items.ts";
import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import {
  createDocument,
  type Document,
  type JsonValue,
  type Query,
  toFieldText,
} from "../document.ts";
import { streamJsonElements } from "./json-elements.ts";
import { parseRecord, type RecordOptions, toIdText } from "./record-fields.ts";
import { checkId, type FilePosition, streamRecordBatches, streamRecords } from "./records.ts";

/** The layout of records in a file: one per line, or as elements of an array or of a sequence. */
export type JsonLayout = "lines" | "array";

export function streamJsonDocuments(
  files: Files,
  path: string,
  { layout = "lines", ...options }: RecordOptions & { readonly layout?: JsonLayout } = {},
): AsyncIterable<Document> {
  const { fieldNames = {} } = options;
  const parse = (text: string, position: FilePosition): Document => {
    const object = parseJsonObject(text, position);
    const { id, title, text: body, fields } = parseRecord(object, "document", fieldNames, position);
    return createDocument(id, title, body, fields);
  };
  if (layout === "lines") {
    return new BatchedItems(() => streamRecordBatches(files, path, parse, options));
  }
  return streamJsonElements(files, path, parse, options);
}

export function streamJsonQueries(
  files: Files,
  path: string,
  { layout = "lines", ...options }: RecordOptions & { readonly layout?: JsonLayout } = {},
): AsyncGenerator<Query> {
  const { fieldNames = {} } = options;
  const parse = (text: string, position: FilePosition): Query => {
    const { exclude = null, ...object } = parseJsonObject(text, position);
    const {
      id,
      title,
      text: queryText,
      fields,
    } = parseRecord(object, "query", fieldNames, position);
    const texts = Object.entries(fields).map(([name, value]) => [name, toFieldText(value)]);
    const all = { ...(title !== "" && { title }), ...Object.fromEntries(texts) };
    const excludedIds = parseExcluded(exclude, position);
    return {
      id,
      text: queryText,
      ...(Object.keys(all).length > 0 && { fields: all }),
      ...(excludedIds.length > 0 && { exclude: excludedIds }),
    };
  };
  if (layout === "lines") return streamRecords(files, path, parse, options);
  return streamJsonElements(files, path, parse, options);
}

/** Formats a document as a line that parses to the same document. */
export function toDocumentJson({ id, title, text, fields }: Document): string {
  const own = { _id: id, ...(title !== undefined && { title }), text };
  return JSON.stringify({ ...own, ...fields, ...own }); // no field replaces these
}

/** Formats a query as a line that parses to the same query. */
export function toQueryJson({ id, text, fields, exclude }: Query): string {
  const own = { _id: id, text, ...(exclude !== undefined && { exclude }) };
  return JSON.stringify({ ...own, ...fields, ...own });
}

function parseExcluded(value: JsonValue, position: FilePosition): string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw position.error("exclude must be a list of document ids");
  return value.map((id) => {
    if (typeof id !== "string" && typeof id !== "number") {
      throw position.error("exclude must be a list of document ids, strings or whole numbers");
    }
    return checkId(toIdText(id, "document", position), "document", position);
  });
}

function parseJsonObject(text: string, position: FilePosition): Record<string, JsonValue> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw position.error(`not a JSON object: ${quote(text)}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw position.error(`not a JSON object: ${quote(text)}`);
  }
  checkValues(value, position, 1);
  return value as Record<string, JsonValue>;
}

/** Deeper values are mistakes, or attempts to exhaust the stack. */
const MAX_DEPTH = 100;

/** JSON allows 1e999, which no float can represent. */
function checkValues(object: object, position: FilePosition, depth: number): void {
  for (const name in object) {
    const value: unknown = (object as Record<string, unknown>)[name];
    if (typeof value === "string") continue;
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw position.error(`the number ${quote(name)} is too large for a 64-bit float`);
    }
    if (typeof value !== "object" || value === null) continue;
    if (depth === MAX_DEPTH)
      throw position.error(`${quote(name)} is nested more than ${MAX_DEPTH} deep`);
    checkValues(value, position, depth + 1);
  }
}
