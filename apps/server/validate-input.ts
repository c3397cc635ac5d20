/** Checks what was sent against the schema of a route; says in one sentence what is wrong and where. */

import * as v from "valibot";
import { badArgument } from "../../src/common/errors.ts";
import { parseStrictObject } from "./parse-strict-object.ts";
import type { Schema } from "./route.ts";

/** The value as the schema gives it. `place` is "the body", "the address", … */
export function validateInput<T>(schema: Schema<T>, input: unknown, location: string): T {
  const values = parseStrictObject(schema, input);
  if (values !== undefined) return values as T;
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw badArgument(formatIssue(issue, location));
}

function formatIssue(issue: v.BaseIssue<unknown>, location: string): string {
  const path = v.getDotPath(issue);
  const subject = path === null ? location : `${truncateText(path)} in ${location}`;
  const { expected, received, message, type } = issue;
  if (type === "strict_object" && expected === "never") return `${subject} is not known`;
  if (issue.kind !== "schema") return `${subject} ${formatRule(message)}`;
  const isMissing = received === "undefined";
  if (isMissing) return `${subject} is missing`;
  if (/^(must|is) /.test(message)) return `${subject} ${message}, got ${truncateText(received)}`;
  return `${subject} must be ${truncateText(expected ?? "something else")}, got ${truncateText(received)}`;
}

/** Sentences of the library itself ("Invalid length: …") read on as a rule. */
function formatRule(message: string): string {
  return /^(must|is|asks) /.test(message)
    ? message
    : `is wrong: ${message[0]?.toLowerCase()}${truncateText(message.slice(1))}`;
}

/** Hostile input must not flood an answer or a log. */
function truncateText(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, "�");
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
