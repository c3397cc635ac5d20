/** Holds the values of a filter against the types that the schema declares; dates become milliseconds. */

import { badArgument, quote } from "../common/errors.ts";
import {
  FITTING_VALUES,
  fittingValue,
  type Scalar,
  type WantedColumn,
} from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { wantedColumn } from "./field-columns.ts";
import type { Condition, FilterNode } from "./filter.ts";
import { shown } from "./known-options.ts";

/** A filter whose values are as columns keep them, and the columns that it needs. */
export interface TypedFilter {
  readonly node: FilterNode;
  readonly columns: readonly WantedColumn[];
}

/** `BAD_ARGUMENT` for an undeclared field of an index with a schema, and for a value of another type. */
export function typedFilter(snapshot: IndexSnapshot, node: FilterNode): TypedFilter {
  const columns = new Map<string, WantedColumn>();
  const typed = (part: FilterNode): FilterNode => {
    if (part.kind === "not") return { kind: "not", part: typed(part.part) };
    if (part.kind !== "value") return { kind: part.kind, parts: part.parts.map(typed) };
    const column = columns.get(part.path) ?? wantedColumn(snapshot, part.path, "filter");
    columns.set(part.path, column);
    return { ...part, conditions: part.conditions.map((each) => fitting(each, column)) };
  };
  const checked = typed(node);
  return { node: checked, columns: [...columns.values()] };
}

function fitting(condition: Condition, column: WantedColumn): Condition {
  if (condition.operator === "exists") return condition;
  if (condition.operator === "in") {
    return { operator: "in", values: condition.values.map((value) => fitted(value, column)) };
  }
  const value = fitted(condition.value, column) as string | number;
  return { operator: condition.operator, value };
}

function fitted(value: Scalar, { name, type }: WantedColumn): Scalar {
  if (value === null || type === undefined) return value;
  const kept = fittingValue(type, value);
  if (kept !== undefined) return kept;
  throw badArgument(
    `filter.${name} must be ${FITTING_VALUES[type]}, because the field ${quote(name)} is a ${type}; got ${shown(value)}`,
    { field: name },
  );
}
