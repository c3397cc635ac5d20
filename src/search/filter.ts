/**
 * Filters as plain data: what a document's properties must be.
 *
 *   { category: "breakfast", minutes: { lt: 20 }, tags: { in: ["quick"] },
 *     or: [{ … }, { … }], and: [{ … }], not: { … } }
 *
 * All parts of a filter must hold. A property is named by itself or, inside an
 * object, by its path with dots. A property with several values, an array,
 * matches if one of its values does. `null` stands for no value. Texts are
 * compared by their code points, numbers by size, and never one with the other.
 */

import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import { nearestName } from "../common/nearest-name.ts";
import type { Scalar } from "../index/columns/index.ts";
import { shown } from "./known-options.ts";

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

/** What documents must be to be found; see the head of this file. */
export interface Filter {
  readonly and?: readonly Filter[];
  readonly or?: readonly Filter[];
  readonly not?: Filter;
  readonly [property: string]: ComparedValue | Conditions | Filter | readonly Filter[] | undefined;
}

/** What one value must meet. Plain data, as all of a checked filter. */
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

/** A filter that was checked: plain data, the same for filters that say the same in the same order. */
export type FilterNode =
  | { readonly kind: "all" | "any"; readonly parts: readonly FilterNode[] }
  | { readonly kind: "not"; readonly part: FilterNode }
  | ValueNode;

/** Deeper filters are mistakes, or made to exhaust the stack. */
const DEEPEST_FILTER = 50;

const OPERATORS = ["eq", "ne", "lt", "lte", "gt", "gte", "in", "exists"] as const;

/** Checks a filter. `BAD_ARGUMENT` says where it is wrong, `LIMIT_EXCEEDED` that it is too deep. */
export function parseFilter(filter: unknown, place = "filter", depth = 0): FilterNode {
  if (depth > DEEPEST_FILTER) {
    throw new TermwiseError(
      "LIMIT_EXCEEDED",
      `a filter must not be nested more than ${DEEPEST_FILTER} deep`,
    );
  }
  if (!isPlain(filter)) throw badArgument(`${place} must be an object, got ${shown(filter)}`);
  const parts: FilterNode[] = [];
  for (const [name, given] of Object.entries(filter)) {
    const at = `${place}.${name}`;
    if (given === undefined) continue;
    if (name === "not") parts.push({ kind: "not", part: parseFilter(given, at, depth + 1) });
    else if (name === "and" || name === "or") {
      if (!Array.isArray(given)) {
        throw badArgument(`${at} must be an array of filters, got ${shown(given)}`);
      }
      const inner = given.map((each, i) => parseFilter(each, `${at}[${i}]`, depth + 1));
      parts.push({ kind: name === "and" ? "all" : "any", parts: inner });
    } else parts.push(...propertyNodes(name, given, at));
  }
  return parts.length === 1 ? (parts[0] as FilterNode) : { kind: "all", parts };
}

function propertyNodes(path: string, given: unknown, place: string): FilterNode[] {
  if (Array.isArray(given)) {
    throw badArgument(`${place} must not be an array; write { in: [ … ] } for one of several`);
  }
  if (!isPlain(given)) return [equal(path, scalar(given, place))];
  const conditions: Condition[] = [];
  const nodes: FilterNode[] = [];
  for (const [operator, wanted] of Object.entries(given)) {
    const at = `${place}.${operator}`;
    if (operator === "ne") nodes.push({ kind: "not", part: equal(path, scalar(wanted, at)) });
    else if (operator === "exists") {
      if (typeof wanted !== "boolean") {
        throw badArgument(`${at} must be true or false, got ${shown(wanted)}`);
      }
      const part: ValueNode = { kind: "value", path, conditions: [{ operator }] };
      nodes.push(wanted ? part : { kind: "not", part });
    } else conditions.push(condition(operator, wanted, at));
  }
  if (conditions.length > 0) nodes.unshift({ kind: "value", path, conditions });
  if (nodes.length === 0) {
    throw badArgument(`${place} has no condition; it takes ${OPERATORS.join(", ")}`);
  }
  return nodes;
}

function equal(path: string, value: Scalar): ValueNode {
  return { kind: "value", path, conditions: [{ operator: "in", values: [value] }] };
}

function condition(operator: string, wanted: unknown, place: string): Condition {
  switch (operator) {
    case "eq":
      return { operator: "in", values: [scalar(wanted, place)] };
    case "in":
      if (!Array.isArray(wanted)) {
        throw badArgument(`${place} must be an array of values, got ${shown(wanted)}`);
      }
      return { operator, values: wanted.map((each, i) => scalar(each, `${place}[${i}]`)) };
    case "lt":
    case "lte":
    case "gt":
    case "gte":
      return { operator, value: bound(wanted, place) };
    default: {
      const parent = place.slice(0, -operator.length - 1);
      const near = nearestName(operator, OPERATORS);
      const known = `there are ${OPERATORS.join(", ")}`;
      const hint = near === undefined ? known : `did you mean ${quote(near)}?`;
      throw badArgument(`${parent}: there is no condition ${quote(operator)}; ${hint}`);
    }
  }
}

function bound(given: unknown, place: string): number | string {
  const value = given instanceof Date ? given.getTime() : given;
  if (typeof value === "string" || Number.isFinite(value)) return value as number | string;
  throw badArgument(`${place} must be a finite number or a text, got ${shown(given)}`);
}

function scalar(given: unknown, place: string): Scalar {
  const value = given instanceof Date ? given.getTime() : given;
  const isScalar = value === null || ["string", "boolean"].includes(typeof value);
  if (isScalar || Number.isFinite(value)) return value as Scalar;
  throw badArgument(
    `${place} must be a text, a finite number, true, false or null, got ${shown(given)}`,
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  const isObject = typeof value === "object" && value !== null;
  return isObject && !Array.isArray(value) && !(value instanceof Date);
}
