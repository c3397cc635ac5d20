/**
 * Converts values of a field to values of its column: dates become milliseconds since 1970,
 * points texts such as `52.5,13.4`, everything else is unchanged. Values that do not match the type are rejected.
 */

import type { JsonValue } from "../../collection/document.ts";
import { isWellFormed } from "../../common/bytes/index.ts";
import {
  type Field,
  formatGeoPoint,
  GEO_POINT_RULE,
  MAX_KEYWORD_LENGTH,
  parseDate,
  parseGeoPoint,
  type Schema,
  type ValueType,
} from "../schema/index.ts";
import type { NonNullScalar, Scalar } from "./scalar.ts";

/** A field with a column, so that filters, facets or sorting can use it. */
export interface ColumnField extends Pick<Field, "name" | "isArray"> {
  readonly type: Exclude<ValueType, "text">;
}

/** The fields of a schema that have columns, in schema order. */
export function listColumnFields(schema: Schema | undefined): readonly ColumnField[] {
  const fields: ColumnField[] = [];
  for (const { name, type, isArray, filter, facet, sort } of schema?.fields ?? []) {
    if (type !== "text" && (filter || facet || sort)) fields.push({ name, type, isArray });
  }
  return fields;
}

/** Converts a single value to the type of a column; undefined if it does not match. */
export function toColumnValue(
  type: ColumnField["type"],
  value: unknown,
): NonNullScalar | undefined {
  switch (type) {
    case "keyword": {
      const fits = typeof value === "string" && value.length <= MAX_KEYWORD_LENGTH;
      return fits && isWellFormed(value) ? value : undefined;
    }
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "date":
      return parseDate(value);
    case "geo": {
      const point = parseGeoPoint(value);
      return point === undefined ? undefined : formatGeoPoint(point);
    }
  }
}

/** Describes the accepted values of each type. */
export const COLUMN_VALUE_RULES: Readonly<Record<ColumnField["type"], string>> = {
  keyword: `a text of at most ${MAX_KEYWORD_LENGTH} characters`,
  number: "a finite number",
  boolean: "true or false",
  geo: GEO_POINT_RULE,
  date: "a date such as 2024-05-31 or 2024-05-31T12:00:00Z, or milliseconds since 1970",
};

/**
 * All scalar values of a document's field, with arrays flattened. Objects yield none, because their
 * properties have their own paths.
 */
export function flattenScalars(value: JsonValue | undefined): Scalar[] {
  if (!Array.isArray(value)) {
    const isScalar = value !== undefined && (typeof value !== "object" || value === null);
    return isScalar ? [value as Scalar] : [];
  }
  return value.flatMap((each) => flattenScalars(each as JsonValue));
}

function flattenValues(value: JsonValue | undefined): unknown[] {
  return Array.isArray(value) ? value.flatMap((each) => flattenValues(each as JsonValue)) : [value];
}

/** The column values of a declared field. Values that do not match its type are left out. */
export function toColumnValues(field: ColumnField, value: JsonValue | undefined): NonNullScalar[] {
  const columnValues: NonNullScalar[] = [];
  const values = field.type === "geo" ? flattenValues(value) : flattenScalars(value);
  for (const each of values) {
    const columnValue = toColumnValue(field.type, each);
    if (columnValue !== undefined) columnValues.push(columnValue);
  }
  return columnValues;
}
