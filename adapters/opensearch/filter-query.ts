/** A filter as a query of the cluster, which scores nothing. */

import type { Filter } from "../../src/api/filter.ts";
import { compareValues, type NonNullScalar } from "../../src/index/columns/index.ts";
import type { Schema } from "../../src/index/schema/index.ts";
import { checkFilterTypes } from "../../src/search/check-filter-types.ts";
import { type Condition, type FilterNode, parseFilter } from "../../src/search/filter.ts";
import { parseFilterText } from "../../src/search/filter-text.ts";
import { findColumnName, toClusterValue } from "./columns.ts";

/** Validates a filter as a search of a local index does, and translates it. */
export function createFilterQuery(schema: Schema, filter: Filter | string): object {
  const parsed = typeof filter === "string" ? parseFilterText(filter) : filter;
  const { node } = checkFilterTypes({ settings: { schema } }, parseFilter(parsed));
  return translateNode(schema, node);
}

function translateNode(schema: Schema, node: FilterNode): object {
  if (node.kind === "not") return { bool: { must_not: [translateNode(schema, node.part)] } };
  if (node.kind === "value") {
    return translateConditions(findColumnName(schema, { name: node.path }), node.conditions);
  }
  const parts = node.parts.map((part) => translateNode(schema, part));
  if (node.kind === "all") return { bool: { filter: [{ match_all: {} }, ...parts] } };
  if (parts.length === 0) return { match_none: {} };
  return { bool: { should: parts, minimum_should_match: 1 } };
}

type Bound = Extract<Condition, { readonly value: unknown }>;

/** One value must meet all conditions; null stands for no value. */
function translateConditions(column: string, conditions: readonly Condition[]): object {
  const bounds = conditions.filter((each): each is Bound => "value" in each);
  const lists = conditions.flatMap((each) => (each.operator === "in" ? [each.values] : []));
  const exists = { exists: { field: column } };
  const [first, ...others] = lists;
  if (first === undefined) return bounds.length === 0 ? exists : createRange(column, bounds);
  const values = first.filter((value) => others.every((list) => list.includes(value)));
  const isPlain = bounds.length === 0 && conditions.length === lists.length;
  const present = values.filter(
    (value): value is NonNullScalar => value !== null && bounds.every((each) => meets(value, each)),
  );
  const should: object[] = [{ terms: { [column]: present.map(toClusterValue) } }];
  if (values.includes(null) && isPlain) should.push({ bool: { must_not: [exists] } });
  return { bool: { should, minimum_should_match: 1 } };
}

/** One range of the strictest bounds: all apply to the same value. */
function createRange(column: string, bounds: readonly Bound[]): object {
  const strictest = new Map<string, Bound>();
  for (const bound of bounds) {
    const side = bound.operator.slice(0, 1);
    const other = strictest.get(side);
    if (other === undefined || isStricter(bound, other)) strictest.set(side, bound);
  }
  const entries = [...strictest.values()].map(
    ({ operator, value }) => [operator, toClusterValue(value)] as const,
  );
  return { range: { [column]: Object.fromEntries(entries) } };
}

function isStricter({ operator, value }: Bound, other: Bound): boolean {
  const order = compareValues(value, other.value);
  if (order === 0) return operator.length === 2; // without the bound itself
  return operator.startsWith("l") ? order < 0 : order > 0;
}

function meets(value: NonNullScalar, { operator, value: bound }: Bound): boolean {
  if (typeof value !== typeof bound) return false;
  const order = compareValues(value, bound);
  if (operator === "lt") return order < 0;
  if (operator === "lte") return order <= 0;
  return operator === "gt" ? order > 0 : order >= 0;
}
