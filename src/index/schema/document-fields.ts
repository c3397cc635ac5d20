/**
 * Reads the values of a document by the fields of a schema, and checks them. A document that breaks
 * a rule is rejected with field, value and rule.
 *
 * `null` counts as absent. An array field accepts a single value as an array of one. A path leads
 * through objects and, for an array field, through arrays of objects.
 */

import type { JsonValue } from "../../collection/document.ts";
import { isWellFormed } from "../../common/bytes/index.ts";
import { badArgument, describeValue, quote, type TermwiseError } from "../../common/errors.ts";
import { type Field, formatFieldType } from "./field.ts";
import { GEO_POINT_RULE, parseGeoPoint } from "./geo-point.ts";
import { parseIsoDate } from "./iso-date.ts";
import type { Schema } from "./schema.ts";

/** Maximum length of a keyword, in UTF-16 units. Longer values are texts. */
export const MAX_KEYWORD_LENGTH = 8192;

/** The properties of a document by name. */
export interface DocumentValues {
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  readonly fields?: Readonly<Record<string, JsonValue | undefined>> | undefined;
}

/** All values of a document for a field, in order; empty if it has none. */
export function readFieldValues(
  document: DocumentValues,
  { name }: Pick<Field, "name">,
): JsonValue[] {
  const own = readProperty(document, name);
  if (own !== undefined && typeof own !== "object") return [own];
  const values: JsonValue[] = [];
  const dot = name.indexOf(".");
  if (own !== undefined) collect(own, [], values);
  else if (dot >= 0) {
    collect(readProperty(document, name.slice(0, dot)), name.slice(dot + 1).split("."), values);
  }
  return values;
}

/**
 * The value of a field with a plain value, the common case; undefined if the general path must be
 * taken.
 */
function readPlainValue(document: DocumentValues, name: string): JsonValue | undefined {
  const own = readProperty(document, name);
  return typeof own === "object" ? undefined : own;
}

function readProperty(
  { title, text, fields }: DocumentValues,
  name: string,
): JsonValue | undefined {
  if (name === "title" && title !== undefined) return title;
  if (name === "text" && text !== undefined) return text;
  return fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function collect(value: JsonValue | undefined, path: readonly string[], out: JsonValue[]): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value as readonly JsonValue[]) collect(each, path, out);
    return;
  }
  const [name, ...rest] = path;
  if (name === undefined) out.push(value);
  else if (typeof value === "object" && Object.hasOwn(value, name)) {
    collect((value as Readonly<Record<string, JsonValue>>)[name], rest, out);
  }
}

/**
 * Parses a date to ms since 1970: an ISO 8601 text, or such a number. Undefined for anything else.
 */
export function parseDate(value: unknown): number | undefined {
  if (typeof value === "number") return Math.abs(value) <= 8.64e15 ? Math.trunc(value) : undefined;
  return typeof value === "string" ? parseIsoDate(value) : undefined;
}

/** Fails with `BAD_ARGUMENT` on the first value of document `id` that breaks a rule. */
export function checkValues(id: string, document: DocumentValues, schema: Schema): void {
  for (const field of schema.fields) {
    const plain = readPlainValue(document, field.name);
    if (plain !== undefined) {
      checkValue(id, field, plain);
      continue;
    }
    const values = readFieldValues(document, field);
    if (values.length > 1 && !field.isArray) {
      throw fieldError(id, field, `it has ${values.length} values; the field takes one`);
    }
    for (const value of values) checkValue(id, field, value);
  }
}

function checkValue(id: string, field: Field, value: JsonValue): void {
  const rule = findBrokenRule(field, value);
  if (rule !== undefined) throw fieldError(id, field, `${rule}, got ${formatValue(value)}`);
}

/** The rule that a value breaks; undefined for a valid one. */
function findBrokenRule({ type }: Field, value: JsonValue): string | undefined {
  if (type === "number") return typeof value === "number" ? undefined : "it must be a number";
  if (type === "boolean") {
    return typeof value === "boolean" ? undefined : "it must be true or false";
  }
  if (type === "date") {
    const rule = "it must be a date such as 2024-05-31 or 2024-05-31T12:00:00Z, or ms since 1970";
    return parseDate(value) === undefined ? rule : undefined;
  }
  if (type === "geo") {
    return parseGeoPoint(value) === undefined ? `it must be ${GEO_POINT_RULE}` : undefined;
  }
  if (typeof value !== "string") return `it must be a ${type === "text" ? "text" : "keyword text"}`;
  if (type === "keyword" && !isWellFormed(value)) return "it must not contain a lone surrogate";
  const isLong = type === "keyword" && value.length > MAX_KEYWORD_LENGTH;
  return isLong
    ? `a keyword has at most ${MAX_KEYWORD_LENGTH} characters, this one ${value.length}`
    : undefined;
}

function fieldError(id: string, field: Field, rule: string): TermwiseError {
  const { name } = field;
  const message = `document ${quote(id)}, field ${quote(name)} (${formatFieldType(field)}): ${rule}`;
  return badArgument(message, { field: name });
}

function formatValue(value: JsonValue): string {
  return typeof value === "object" ? describeValue(value) : quote(String(value));
}

/** A document without the values of fields that are not stored. */
export function removeUnstored<T extends DocumentValues>(document: T, schema: Schema): T {
  let stripped = document;
  for (const { name, stored } of schema.fields) if (!stored) stripped = removeField(stripped, name);
  return stripped;
}

function removeField<T extends DocumentValues>(document: T, path: string): T {
  const { title, text, fields = {} } = document;
  if (path === "title" && title !== undefined) return { ...document, title: undefined };
  if (path === "text" && text !== undefined) return { ...document, text: undefined };
  const name = Object.hasOwn(fields, path) ? path : (path.split(".", 1)[0] as string);
  if (!Object.hasOwn(fields, name)) return document;
  const rest = name === path ? undefined : removePath(fields[name], path.split(".").slice(1));
  return { ...document, fields: { ...fields, [name]: rest } };
}

function removePath(
  value: JsonValue | undefined,
  [name, ...rest]: string[],
): JsonValue | undefined {
  if (Array.isArray(value)) {
    return (value as JsonValue[]).map(
      (each) => removePath(each, [name as string, ...rest]) ?? null,
    );
  }
  if (typeof value !== "object" || value === null || name === undefined) return value;
  const { [name]: inner, ...others } = value as Record<string, JsonValue>;
  if (rest.length === 0 || inner === undefined) return others;
  return { ...others, [name]: removePath(inner, rest) as JsonValue };
}
