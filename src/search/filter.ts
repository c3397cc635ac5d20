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

import { compareBytes } from "../common/bytes/index.ts";
import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import { nearestName } from "../common/nearest-name.ts";
import { shown } from "./known-options.ts";

/** A single value of a property. */
export type Scalar = string | number | boolean | null;

/** Conditions on one property; a single value must meet all of them but `ne`. */
export interface Conditions {
  readonly eq?: Scalar;
  /** No value of the property is this one. */
  readonly ne?: Scalar;
  readonly lt?: number | string;
  readonly lte?: number | string;
  readonly gt?: number | string;
  readonly gte?: number | string;
  readonly in?: readonly Scalar[];
}

/** What documents must be to be found; see the head of this file. */
export interface Filter {
  readonly and?: readonly Filter[];
  readonly or?: readonly Filter[];
  readonly not?: Filter;
  readonly [property: string]: Scalar | Conditions | Filter | readonly Filter[] | undefined;
}

/** A filter that was checked. */
export type FilterNode =
  | { readonly kind: "all" | "any"; readonly parts: readonly FilterNode[] }
  | { readonly kind: "not"; readonly part: FilterNode }
  | { readonly kind: "value"; readonly path: string; readonly test: (value: Scalar) => boolean };

/** Deeper filters are mistakes, or made to exhaust the stack. */
const DEEPEST_FILTER = 50;

const OPERATORS = ["eq", "ne", "lt", "lte", "gt", "gte", "in"] as const;

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

/** The properties that a filter asks for. */
export function filterPaths(node: FilterNode): readonly string[] {
  if (node.kind === "value") return [node.path];
  return node.kind === "not" ? filterPaths(node.part) : node.parts.flatMap(filterPaths);
}

function propertyNodes(path: string, given: unknown, place: string): FilterNode[] {
  if (Array.isArray(given)) {
    throw badArgument(`${place} must not be an array; write { in: [ … ] } for one of several`);
  }
  if (!isPlain(given)) return [{ kind: "value", path, test: equal(scalar(given, place)) }];
  const tests: ((value: Scalar) => boolean)[] = [];
  const nodes: FilterNode[] = [];
  for (const [operator, wanted] of Object.entries(given)) {
    const at = `${place}.${operator}`;
    if (operator === "ne") {
      const part: FilterNode = { kind: "value", path, test: equal(scalar(wanted, at)) };
      nodes.push({ kind: "not", part });
    } else tests.push(condition(operator, wanted, at));
  }
  if (tests.length > 0) {
    nodes.unshift({ kind: "value", path, test: (value) => tests.every((test) => test(value)) });
  }
  if (nodes.length === 0) {
    throw badArgument(`${place} has no condition; it takes ${OPERATORS.join(", ")}`);
  }
  return nodes;
}

function condition(operator: string, wanted: unknown, place: string): (value: Scalar) => boolean {
  switch (operator) {
    case "eq":
      return equal(scalar(wanted, place));
    case "in": {
      if (!Array.isArray(wanted)) {
        throw badArgument(`${place} must be an array of values, got ${shown(wanted)}`);
      }
      const values = new Set(wanted.map((each, i) => scalar(each, `${place}[${i}]`)));
      return (value) => values.has(value);
    }
    case "lt":
      return ordered(wanted, place, (order) => order < 0);
    case "lte":
      return ordered(wanted, place, (order) => order <= 0);
    case "gt":
      return ordered(wanted, place, (order) => order > 0);
    case "gte":
      return ordered(wanted, place, (order) => order >= 0);
    default: {
      const parent = place.slice(0, -operator.length - 1);
      const near = nearestName(operator, OPERATORS);
      const known = `there are ${OPERATORS.join(", ")}`;
      const hint = near === undefined ? known : `did you mean ${quote(near)}?`;
      throw badArgument(`${parent}: there is no condition ${quote(operator)}; ${hint}`);
    }
  }
}

function equal(wanted: Scalar): (value: Scalar) => boolean {
  return (value) => value === wanted;
}

function ordered(
  wanted: unknown,
  place: string,
  holds: (order: number) => boolean,
): (value: Scalar) => boolean {
  if (typeof wanted === "number" && Number.isFinite(wanted)) {
    return (value) => typeof value === "number" && holds(value - wanted);
  }
  if (typeof wanted === "string") {
    return (value) => typeof value === "string" && holds(compareBytes(value, wanted));
  }
  throw badArgument(`${place} must be a finite number or a text, got ${shown(wanted)}`);
}

function scalar(value: unknown, place: string): Scalar {
  const isScalar = value === null || ["string", "boolean"].includes(typeof value);
  if (isScalar || Number.isFinite(value)) return value as Scalar;
  throw badArgument(
    `${place} must be a text, a finite number, true, false or null, got ${shown(value)}`,
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
