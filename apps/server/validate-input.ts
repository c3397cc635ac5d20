/** Validates input against the schema of a route. The error names the value, the rule and the location. */

import * as v from "valibot";
import { badArgument } from "../../src/common/errors.ts";
import { findNearestName } from "../../src/common/find-nearest-name.ts";
import { parseStrictObject } from "./parse-strict-object.ts";
import type { Schema } from "./route.ts";

/** The value as the schema gives it. `place` is "the body", "the address", … */
export function validateInput<T>(schema: Schema<T>, input: unknown, location: string): T {
  const values = parseStrictObject(schema, input);
  if (values !== undefined) return checkNothingDropped(input, values as T, location);
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return checkNothingDropped(input, result.output, location);
  const [issue] = result.issues;
  throw badArgument(formatIssue(issue, location, schema));
}

/** Names that the library leaves out of every object, since objects inherit them. */
const INHERITED_NAMES = ["__proto__", "constructor", "prototype"];

/** `BAD_ARGUMENT` for an input with a name that the library has left out in silence. */
function checkNothingDropped<T>(input: unknown, output: T, location: string): T {
  const path = findDropped(input, output);
  if (path === undefined) return output;
  throw badArgument(`${truncateText(path)} in ${location} is not known`);
}

function findDropped(input: unknown, output: unknown): string | undefined {
  if (input === output || !isObject(input) || !isObject(output)) return undefined;
  const dropped = INHERITED_NAMES.find(
    (name) => Object.hasOwn(input, name) && !Object.hasOwn(output, name),
  );
  if (dropped !== undefined) return dropped;
  for (const name of Object.keys(output)) {
    const path = Object.hasOwn(input, name) ? findDropped(input[name], output[name]) : undefined;
    if (path !== undefined) return `${name}.${path}`;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function formatIssue(
  issue: v.BaseIssue<unknown>,
  location: string,
  schema: Schema<unknown>,
): string {
  const path = v.getDotPath(issue);
  const subject = path === null ? location : `${truncateText(path)} in ${location}`;
  const { expected, kind, received, message, type } = findBrokenRule(issue);
  if (type === "strict_object" && expected === "never") {
    return `${subject} is not known${suggestName(issue, schema)}`;
  }
  if (kind !== "schema") return `${subject} ${formatRule(message)}`;
  const isMissing = received === "undefined";
  if (isMissing) return `${subject} is missing`;
  if (/^(must|is) /.test(message)) return `${subject} ${message}, got ${truncateText(received)}`;
  return `${subject} must be ${truncateText(expected ?? "something else")}, got ${truncateText(received)}`;
}

/** The rule that a value of one of several types breaks, rather than that it has none of them. */
function findBrokenRule(issue: v.BaseIssue<unknown>): v.BaseIssue<unknown> {
  if (issue.type !== "union") return issue;
  return issue.issues?.find(({ kind }) => kind === "validation") ?? issue;
}

/** The nearest name to an unknown property of the input itself. */
function suggestName({ path }: v.BaseIssue<unknown>, schema: Schema<unknown>): string {
  const { entries } = schema as { readonly entries?: object };
  const [item] = path ?? [];
  if (entries === undefined || path?.length !== 1 || typeof item?.key !== "string") return "";
  if (item.key.length > MAX_NAME) return "";
  const nearest = findNearestName(item.key, Object.keys(entries));
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}

/** Longer names are not compared. */
const MAX_NAME = 64;

/** Sentences of the library itself ("Invalid length: …") read on as a rule. */
function formatRule(message: string): string {
  return /^(must|is|asks) /.test(message)
    ? message
    : `is wrong: ${message[0]?.toLowerCase()}${truncateText(message.slice(1))}`;
}

/** Hostile input must not flood a response or a log. */
function truncateText(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, "�");
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
