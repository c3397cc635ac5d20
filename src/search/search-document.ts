/**
 * Documents as people have them: plain objects with an id.
 *
 * `title` and `text` are searched, in this order; a document without a `text` is
 * searched by its other properties that are texts. Everything is stored unchanged
 * and returned with a hit.
 */

import type { SearchDocument } from "../api/document-type.ts";
import type { StoredDocument } from "../api/search-result.ts";
import type { JsonValue } from "../collection/document.ts";
import { badArgument, describeValue, quote } from "../common/errors.ts";
import type { InputVector } from "../dense/vectors/index.ts";
import type { IndexableDocument, IndexSettings, StoredFields } from "../index/index.ts";
import type { Schema } from "../index/schema/index.ts";

/** One document or id, or many: an array, an iterable or a stream. */
export type OneOrMany<T> = T | Iterable<T> | AsyncIterable<T>;

/**
 * The text of an id. `BAD_ARGUMENT` for a number that is not a safe integer, and for
 * other types.
 */
export function toIdText(id: unknown): string {
  if (typeof id === "string") return id;
  if (Number.isSafeInteger(id)) return String(id);
  const rule = "a document id must be a text or a safe whole number";
  throw badArgument(`${rule}, got ${typeof id === "number" ? id : describeValue(id)}`);
}

/**
 * Converts a document for the index. Values are checked where they are stored. A
 * `Date` of a date field becomes its ISO 8601 text.
 */
export function toIndexable(
  document: SearchDocument,
  { schema, vectors: vectorSettings }: Pick<IndexSettings, "schema" | "vectors"> = {},
): IndexableDocument {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw badArgument(`a document must be an object with an id, got ${describeValue(document)}`);
  }
  const { id, title, text, ...others } = document;
  const { vector, ...rest } = others;
  const fields = vectorSettings === undefined ? others : rest;
  const vectorFields = vectorSettings === undefined ? {} : { vectors: parseVectors(vector) };
  const name = toIdText(id);
  if (Object.getOwnPropertySymbols(document).length > 0) {
    throw badArgument(
      `document ${quote(name)}: a property whose name is a symbol cannot be stored`,
    );
  }
  if (schema !== undefined) {
    const values = formatDates({ title, text, ...fields }, schema);
    return { id: name, fields: values as Record<string, JsonValue>, ...vectorFields };
  }
  return { id: name, title, text, fields: fields as Record<string, JsonValue>, ...vectorFields };
}

/** One vector or several; undefined for none. Each is checked where it is stored. */
function parseVectors(value: unknown): readonly InputVector[] | undefined {
  if (value === undefined || value === null) return undefined;
  const isMany = Array.isArray(value) && value.length > 0 && typeof value[0] === "object";
  return (isMany ? value : [value]) as readonly InputVector[];
}

function formatDates(
  values: Readonly<Record<string, unknown>>,
  schema: Schema,
): Readonly<Record<string, unknown>> {
  const plain: Record<string, unknown> = { ...values };
  for (const { name, type } of schema.fields) {
    if (type !== "date" || !Object.hasOwn(plain, name)) continue;
    const value = plain[name];
    plain[name] = Array.isArray(value) ? value.map(toIsoText) : toIsoText(value);
  }
  return plain;
}

function toIsoText(value: unknown): unknown {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
}

/** Converts a stored document for the caller. */
export function toStoredDocument(id: string, fields: StoredFields): StoredDocument {
  return Object.assign({ id }, fields, { id }); // the id first, and never that of a field
}

/** The items of one or many, in order. */
export function toIterable<T>(input: OneOrMany<T>): Iterable<T> | AsyncIterable<T> {
  const isMany =
    typeof input === "object" &&
    input !== null &&
    (Symbol.iterator in input || Symbol.asyncIterator in input);
  return isMany ? (input as Iterable<T> | AsyncIterable<T>) : [input as T];
}
