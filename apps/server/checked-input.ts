/** Checks what was sent against the schema of a route; says in one sentence what is wrong and where. */

import * as v from "valibot";
import { badArgument } from "../../src/common/errors.ts";
import type { Schema } from "./route.ts";
import { strictValues } from "./strict-values.ts";

/** The value as the schema gives it. `place` is "the body", "the address", … */
export function checkedInput<T>(schema: Schema<T>, given: unknown, place: string): T {
  const values = strictValues(schema, given);
  if (values !== undefined) return values as T;
  const result = v.safeParse(schema, given, { abortPipeEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw badArgument(sentence(issue, place));
}

function sentence(issue: v.BaseIssue<unknown>, place: string): string {
  const path = v.getDotPath(issue);
  const where = path === null ? place : `${shown(path)} in ${place}`;
  const { expected, received, message, type } = issue;
  if (type === "strict_object" && expected === "never") return `${where} is not known`;
  if (issue.kind !== "schema") return `${where} ${ruleOf(message)}`;
  const isMissing = received === "undefined";
  if (isMissing) return `${where} is missing`;
  if (/^(must|is) /.test(message)) return `${where} ${message}, got ${shown(received)}`;
  return `${where} must be ${shown(expected ?? "something else")}, got ${shown(received)}`;
}

/** Sentences of the library itself ("Invalid length: …") read on as a rule. */
function ruleOf(message: string): string {
  return /^(must|is|asks) /.test(message)
    ? message
    : `is wrong: ${message[0]?.toLowerCase()}${shown(message.slice(1))}`;
}

/** Hostile input must not flood an answer or a log. */
function shown(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, "�");
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
