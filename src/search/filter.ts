/**
 * Filters as plain data: conditions on the properties of a document.
 *
 *   { category: "breakfast", minutes: { lt: 20 }, tags: { in: ["quick"] },
 *     or: [{ … }, { … }], and: [{ … }], not: { … } }
 *
 * All parts of a filter must hold. A property is named by itself or, inside an
 * object, by its path with dots. A property with several values, an array, matches
 * if one of its values does. `null` means no value. Texts are compared by their code
 * points, numbers by size, and never one with the other.
 */

import { badArgument, describeValue, quote, TermwiseError } from "../common/errors.ts";
import { findNearestName } from "../common/find-nearest-name.ts";
import type { Scalar } from "../index/columns/index.ts";

/** A value to compare with; a `Date` is its milliseconds since 1970. */
export type ComparedValue = Scalar | Date;

/** Conditions on one property; a single value must meet all of them but `ne`. */
export interface Conditions {
  readonly eq?: ComparedValue;
  /** No value of the property is this one. */
  readonly ne?: ComparedValue;
  readonly lt?: number | string | Date;
  readonly lte?: number | string | Date;
  readonly gt?: number | string | Date;
  readonly gte?: number | string | Date;
  readonly in?: readonly ComparedValue[];
  /** Whether the property has a value. */
  readonly exists?: boolean;
}

/** Conditions that documents must meet; see the head of this file. */
export interface Filter {
  readonly and?: readonly Filter[];
  readonly or?: readonly Filter[];
  readonly not?: Filter;
  readonly [property: string]: ComparedValue | Conditions | Filter | readonly Filter[] | undefined;
}

/** A condition on one value. Plain data, like all of a validated filter. */
export type Condition =
  | { readonly operator: "in"; readonly values: readonly Scalar[] }
  | { readonly operator: "exists" }
  | { readonly operator: "lt" | "lte" | "gt" | "gte"; readonly value: number | string };

/** The conditions that one value of a property must meet, all of them. */
export interface ValueNode {
  readonly kind: "value";
  readonly path: string;
  readonly conditions: readonly Condition[];
}

/** A validated filter: plain data, equal for filters that are equal in the same order. */
export type FilterNode =
  | { readonly kind: "all" | "any"; readonly parts: readonly FilterNode[] }
  | { readonly kind: "not"; readonly part: FilterNode }
  | ValueNode;

/** Deeper filters are mistakes, or attempts to exhaust the stack. */
const MAX_DEPTH = 50;

const OPERATORS = ["eq", "ne", "lt", "lte", "gt", "gte", "in", "exists"] as const;

/**
 * Validates a filter. `BAD_ARGUMENT` with the location of an error, `LIMIT_EXCEEDED`
 * for deep nesting.
 */
export function parseFilter(filter: unknown, location = "filter", depth = 0): FilterNode {
  if (depth > MAX_DEPTH) {
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `a filter must not be nested more than ${MAX_DEPTH} deep`,
    );
  }
  if (!isPlainObject(filter))
    throw badArgument(`${location} must be an object, got ${describeValue(filter)}`);
  const parts: FilterNode[] = [];
  for (const [name, value] of Object.entries(filter)) {
    const at = `${location}.${name}`;
    if (value === undefined) continue;
    if (name === "not") parts.push({ kind: "not", part: parseFilter(value, at, depth + 1) });
    else if (name === "and" || name === "or") {
      if (!Array.isArray(value)) {
        throw badArgument(`${at} must be an array of filters, got ${describeValue(value)}`);
      }
      const inner = value.map((each, i) => parseFilter(each, `${at}[${i}]`, depth + 1));
      parts.push({ kind: name === "and" ? "all" : "any", parts: inner });
    } else parts.push(...parseProperty(name, value, at));
  }
  return parts.length === 1 ? (parts[0] as FilterNode) : { kind: "all", parts };
}

function parseProperty(path: string, value: unknown, location: string): FilterNode[] {
  if (Array.isArray(value)) {
    throw badArgument(`${location} must not be an array; write { in: [ … ] } for one of several`);
  }
  if (!isPlainObject(value)) return [createEqualNode(path, parseScalar(value, location))];
  const conditions: Condition[] = [];
  const nodes: FilterNode[] = [];
  for (const [operator, operand] of Object.entries(value)) {
    const at = `${location}.${operator}`;
    if (operator === "ne")
      nodes.push({ kind: "not", part: createEqualNode(path, parseScalar(operand, at)) });
    else if (operator === "exists") {
      if (typeof operand !== "boolean") {
        throw badArgument(`${at} must be true or false, got ${describeValue(operand)}`);
      }
      const part: ValueNode = { kind: "value", path, conditions: [{ operator }] };
      nodes.push(operand ? part : { kind: "not", part });
    } else conditions.push(parseCondition(operator, operand, at));
  }
  if (conditions.length > 0) nodes.unshift({ kind: "value", path, conditions });
  if (nodes.length === 0) {
    throw badArgument(`${location} has no condition; it takes ${OPERATORS.join(", ")}`);
  }
  return nodes;
}

function createEqualNode(path: string, value: Scalar): ValueNode {
  return { kind: "value", path, conditions: [{ operator: "in", values: [value] }] };
}

function parseCondition(operator: string, operand: unknown, location: string): Condition {
  switch (operator) {
    case "eq":
      return { operator: "in", values: [parseScalar(operand, location)] };
    case "in":
      if (!Array.isArray(operand)) {
        throw badArgument(`${location} must be an array of values, got ${describeValue(operand)}`);
      }
      return { operator, values: operand.map((each, i) => parseScalar(each, `${location}[${i}]`)) };
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      return { operator, value: parseBound(operand, location) };
    default: {
      const parent = location.slice(0, -operator.length - 1);
      const suggestion = findNearestName(operator, OPERATORS);
      const choices = `there are ${OPERATORS.join(", ")}`;
      const hint = suggestion === undefined ? choices : `did you mean ${quote(suggestion)}?`;
      throw badArgument(`${parent}: there is no condition ${quote(operator)}; ${hint}`);
    }
  }
}

function parseBound(input: unknown, location: string): number | string {
  const value = input instanceof Date ? input.getTime() : input;
  if (typeof value === "string" || Number.isFinite(value)) return value as number | string;
  throw badArgument(`${location} must be a finite number or a text, got ${describeValue(input)}`);
}

function parseScalar(input: unknown, location: string): Scalar {
  const value = input instanceof Date ? input.getTime() : input;
  const isScalar = value === null || ["string", "boolean"].includes(typeof value);
  if (isScalar || Number.isFinite(value)) return value as Scalar;
  throw badArgument(
    `${location} must be a text, a finite number, true, false or null, got ${describeValue(input)}`,
  );
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null;
  return isObject && !Array.isArray(value) && !(value instanceof Date);
}
