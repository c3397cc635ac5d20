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
    if (part.kind !== "value") {
      const parts = part.parts.map(typed);
      return { kind: part.kind, parts: part.kind === "any" ? joined(parts) : parts };
    }
    const column = columns.get(part.path) ?? wantedColumn(snapshot, part.path, "filter");
    columns.set(part.path, column);
    return { ...part, conditions: part.conditions.map((each) => fitting(each, column)) };
  };
  const checked = typed(node);
  return { node: checked, columns: [...columns.values()] };
}

/** Values that one field may have, with `or` between them, as one list: a pass over the column instead of many. */
function joined(parts: readonly FilterNode[]): FilterNode[] {
  const lists = new Map<string, Scalar[]>();
  const others: FilterNode[] = [];
  for (const part of parts) {
    const [only, ...more] = part.kind === "value" ? part.conditions : [];
    if (part.kind !== "value" || only?.operator !== "in" || more.length > 0) others.push(part);
    else {
      const values = lists.get(part.path) ?? [];
      for (const value of only.values) values.push(value);
      lists.set(part.path, values);
    }
  }
  for (const [path, values] of lists) {
    others.push({ kind: "value", path, conditions: [{ operator: "in", values }] });
  }
  return others;
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
