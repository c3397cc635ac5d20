/**
 * Checks the values of a filter against the types that the schema declares; dates
 * become milliseconds.
 */

import { badArgument, describeValue, quote } from "../common/errors.ts";
import { COLUMN_VALUE_RULES, type Scalar, toColumnValue } from "../index/columns/index.ts";
import { type FieldColumn, resolveColumn, type SchemaSource } from "./field-columns.ts";
import type { Condition, FilterNode } from "./filter.ts";
import { parseDistance } from "./geo-functions.ts";

/** A filter with values in the form that columns store, and the columns that it needs. */
export interface TypedFilter {
  readonly node: FilterNode;
  readonly columns: readonly FieldColumn[];
}

/** `BAD_ARGUMENT` for an undeclared field of an index with a schema, and for a value of another type. */
export function checkFilterTypes(snapshot: SchemaSource, node: FilterNode): TypedFilter {
  const columns = new Map<string, FieldColumn>();
  const checkNode = (part: FilterNode): FilterNode => {
    if (part.kind === "not") return { kind: "not", part: checkNode(part.part) };
    if (part.kind !== "value") {
      const parts = part.parts.map(checkNode);
      return { kind: part.kind, parts: part.kind === "any" ? mergeValueLists(parts) : parts };
    }
    const column = columns.get(part.path) ?? resolveColumn(snapshot, part.path, "filter");
    columns.set(part.path, column);
    return { ...part, conditions: part.conditions.map((each) => convertCondition(each, column)) };
  };
  const checked = checkNode(node);
  return { node: checked, columns: [...columns.values()] };
}

/**
 * Merges the values of one field that are joined by `or` into one list: one pass
 * over the column instead of many.
 */
function mergeValueLists(parts: readonly FilterNode[]): FilterNode[] {
  const lists = new Map<string, Scalar[]>();
  const others: FilterNode[] = [];
  for (const part of parts) {
    const [condition, ...more] = part.kind === "value" ? part.conditions : [];
    if (part.kind !== "value" || condition?.operator !== "in" || more.length > 0) others.push(part);
    else {
      const values = lists.get(part.path) ?? [];
      for (const value of condition.values) values.push(value);
      lists.set(part.path, values);
    }
  }
  for (const [path, values] of lists) {
    others.push({ kind: "value", path, conditions: [{ operator: "in", values }] });
  }
  return others;
}

function convertCondition(condition: Condition, column: FieldColumn): Condition {
  if (condition.operator === "exists") return condition;
  if (condition.operator === "in") {
    return { operator: "in", values: condition.values.map((value) => convertValue(value, column)) };
  }
  const value = convertValue(condition.value, column) as string | number;
  return { operator: condition.operator, value };
}

function convertValue(value: Scalar, { name, type, geo }: FieldColumn): Scalar {
  if (value === null || type === undefined) return value;
  if (geo?.kind === "distance") return parseDistance(name, value);
  if (type === "geo") {
    throw badArgument(
      `filter.${name}: the field is a geo point; filter by "distance(${name}, lat, lng)" or "box(${name}, south, west, north, east)"`,
      { field: name },
    );
  }
  const converted = toColumnValue(type, value);
  if (converted !== undefined) return converted;
  throw badArgument(
    `filter.${name} must be ${COLUMN_VALUE_RULES[type]}, because the field ${quote(name)} is a ${type}; got ${describeValue(value)}`,
    { field: name },
  );
}
