/**
 * Documents as people have them: plain objects with an id.
 *
 * `title` and `text` are searched, in this order; a document without a `text`
 * is searched by its other properties that are texts. Everything is stored as
 * it is and comes back with a hit.
 */

import type { JsonValue } from "../collection/document.ts";
import { badArgument, quote } from "../common/errors.ts";
import type { IndexableDocument, IndexSettings, StoredFields } from "../index/index.ts";
import type { Schema } from "../index/schema/index.ts";
import type { GivenVector } from "../index/vectors/index.ts";
import { shown } from "./known-options.ts";

/** A name for a document: a text, or a whole number, which becomes its decimal text. */
export type DocumentId = string | number;

/** A document to add. Properties must be what JSON can say; `undefined` counts as absent. */
export interface SearchDocument {
  readonly id: DocumentId;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** In an index with vectors: what the document means, as one vector or several. Not stored among its properties. */
  readonly vector?: unknown;
  readonly [property: string]: unknown;
}

/** A document as it comes back: its id as text, its other properties as they were given. */
export interface StoredDocument {
  readonly id: string;
  readonly title?: string;
  readonly text?: string;
  readonly [property: string]: JsonValue | undefined;
}

/** One document or id, or many: an array, an iterable or a stream. */
export type OneOrMany<T> = T | Iterable<T> | AsyncIterable<T>;

/** The text of an id. `BAD_ARGUMENT` for a number that is not a safe integer, and for other kinds. */
export function idText(id: unknown): string {
  if (typeof id === "string") return id;
  if (Number.isSafeInteger(id)) return String(id);
  const rule = "a document id must be a text or a safe whole number";
  throw badArgument(`${rule}, got ${typeof id === "number" ? id : shown(id)}`);
}

/**
 * A person's document as the index takes it. Values are checked where they are
 * stored. A `Date` of a date field becomes its ISO 8601 text.
 */
export function indexable(
  document: SearchDocument,
  { schema, vectors: kept }: Pick<IndexSettings, "schema" | "vectors"> = {},
): IndexableDocument {
  if (typeof document !== "object" || document === null || Array.isArray(document)) {
    throw badArgument(`a document must be an object with an id, got ${shown(document)}`);
  }
  const { id, title, text, ...others } = document;
  const { vector, ...rest } = others;
  const fields = kept === undefined ? others : rest;
  const given = kept === undefined ? {} : { vectors: vectorsOf(vector) };
  const name = idText(id);
  if (Object.getOwnPropertySymbols(document).length > 0) {
    throw badArgument(
      `document ${quote(name)}: a property whose name is a symbol cannot be stored`,
    );
  }
  if (schema !== undefined) {
    const values = withoutDates({ title, text, ...fields }, schema);
    return { id: name, fields: values as Record<string, JsonValue>, ...given };
  }
  return { id: name, title, text, fields: fields as Record<string, JsonValue>, ...given };
}

/** One vector or several; undefined for none. What each is gets checked where it is kept. */
function vectorsOf(given: unknown): readonly GivenVector[] | undefined {
  if (given === undefined || given === null) return undefined;
  const isMany = Array.isArray(given) && given.length > 0 && typeof given[0] === "object";
  return (isMany ? given : [given]) as readonly GivenVector[];
}

function withoutDates(
  values: Readonly<Record<string, unknown>>,
  schema: Schema,
): Readonly<Record<string, unknown>> {
  const plain: Record<string, unknown> = { ...values };
  for (const { name, type } of schema.fields) {
    if (type !== "date" || !Object.hasOwn(plain, name)) continue;
    const value = plain[name];
    plain[name] = Array.isArray(value) ? value.map(dateText) : dateText(value);
  }
  return plain;
}

function dateText(value: unknown): unknown {
  return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : value;
}

/** A stored document as a person sees it. */
export function storedDocument(id: string, fields: StoredFields): StoredDocument {
  return Object.assign({ id }, fields, { id }); // the id first, and never that of a field
}

/** The items of one or many, in order. */
export function eachOf<T>(given: OneOrMany<T>): Iterable<T> | AsyncIterable<T> {
  const isMany =
    typeof given === "object" &&
    given !== null &&
    (Symbol.iterator in given || Symbol.asyncIterator in given);
  return isMany ? (given as Iterable<T> | AsyncIterable<T>) : [given as T];
}
