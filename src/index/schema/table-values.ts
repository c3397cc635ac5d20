/**
 * Converts records of a file to documents with fields. Tables contain only text: a cell of a
 * number, boolean or array field is parsed, and an empty cell is no value.
 */

import type { JsonValue } from "../../collection/document.ts";
import { type DocumentValues, readFieldValues } from "./document-fields.ts";
import type { Field } from "./field.ts";
import type { Schema } from "./schema.ts";

/** Names under which files have their text, in order of preference. */
const COMMON_TEXT_NAMES = ["text", "contents", "body"];

/**
 * The field for the text of a record as file readers return it; undefined if it is `text` itself.
 */
export function findTextField(schema: Schema): string | undefined {
  const names = schema.textFields.map(({ name }) => name);
  const common = COMMON_TEXT_NAMES.find((name) => schema.find(name) !== undefined);
  const fieldName = common ?? names.find((name) => name !== "title" && !name.includes("."));
  return fieldName === "text" ? undefined : (fieldName ?? names[0]);
}

/** A record with its text under its own name, and values of the types in the schema. */
export function toFieldedRecord<T extends DocumentValues & { readonly id: string }>(
  record: T,
  schema: Schema,
): { readonly id: string; readonly fields: Readonly<Record<string, JsonValue>> } {
  const { id, title, text, fields } = record;
  const textName = findTextField(schema) ?? "text";
  const values: Record<string, JsonValue> = {};
  if (title !== undefined) values.title = title;
  if (text !== undefined && !Object.hasOwn(values, textName)) values[textName] = text;
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value !== undefined) values[name] = value;
  }
  for (const field of schema.fields) {
    if (field.name.includes(".") && !Object.hasOwn(values, field.name)) continue;
    const read = readFieldValues({ fields: values }, field).flatMap((value) =>
      readValue(field, value),
    );
    if (read.length === 0) delete values[field.name];
    else values[field.name] = field.isArray ? read : (read[0] as JsonValue);
  }
  return { id, fields: values };
}

/** Parses a cell of a field; an empty cell yields no value. */
function readValue({ type, isArray }: Field, value: JsonValue): JsonValue[] {
  if (typeof value !== "string") return [value];
  if (type === "text" && !isArray) return [value];
  if (isArray) return parseArray(value).flatMap((each) => readValue({ type } as Field, each));
  const trimmed = value.trim();
  if (trimmed === "") return [];
  if (type === "number" && Number.isFinite(Number(trimmed))) return [Number(trimmed)];
  if (type === "boolean" && /^(true|false)$/i.test(trimmed)) {
    return [trimmed.toLowerCase() === "true"];
  }
  if (type === "geo") return [readPoint(trimmed)];
  return [type === "keyword" ? value : trimmed];
}

/** A point written as latitude, comma, longitude; anything else as it is, for the check of values. */
function readPoint(text: string): JsonValue {
  const [lat = "", lng = "", ...more] = text.split(",").map((each) => each.trim());
  if (lat === "" || lng === "" || more.length > 0) return text;
  return { lat: Number(lat), lng: Number(lng) };
}

/** The values of a cell: a JSON array, or texts separated by `|` or `;`. */
function parseArray(value: string): JsonValue[] {
  if (value.trim().startsWith("[")) {
    try {
      return JSON.parse(value) as JsonValue[];
    } catch {
      return [value]; // a text that begins with a bracket
    }
  }
  return value.split(/[|;]/).map((each) => each.trim());
}
