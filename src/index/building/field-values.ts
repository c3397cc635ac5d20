/**
 * What a field of a document may hold: whatever JSON gives back as it was.
 * Nothing is dropped or changed in silence, so everything else is refused by
 * the path of the value and the rule that it breaks.
 */

import { badArgument, quote, type TermwiseError } from "../../common/errors.ts";

/** Deeper values are mistakes, or made to exhaust the stack. */
export const DEEPEST_VALUE = 100;

/** Checks a value and returns about how many characters it has. `owner` begins every message. */
export function checkFieldValue(owner: string, path: string, value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length;
  if (typeof value === "boolean" || value === null) return 5;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return 16;
    throw broken(owner, path, `numbers must be finite, got ${value}`);
  }
  if (typeof value !== "object") throw broken(owner, path, `${kindOf(value)} cannot be stored`);
  if (depth >= DEEPEST_VALUE) {
    throw broken(owner, path, `it is nested more than ${DEEPEST_VALUE} deep, or holds itself`);
  }
  let size = 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      size += checkFieldValue(owner, `${path}[${i}]`, value[i], depth + 1);
    }
    return size;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const kind = value.constructor?.name ?? "an object of a class";
    throw broken(owner, path, `${kind} cannot be stored; only plain objects and arrays can`);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw broken(owner, path, "a property whose name is a symbol cannot be stored");
  }
  for (const [name, inner] of Object.entries(value)) {
    checkFieldName(owner, name, `${path}.${name}`);
    if (inner === undefined) continue; // absent, before and after
    size += name.length + checkFieldValue(owner, `${path}.${name}`, inner, depth + 1);
  }
  return size;
}

/** Checks the name of a field or of a property inside one. */
export function checkFieldName(owner: string, name: string, path: string = name): void {
  if (name === "__proto__") {
    throw broken(owner, path, 'a field must not be named "__proto__"');
  }
  if (/^\p{Cc}|\p{Cs}/u.test(name)) {
    throw broken(
      owner,
      path,
      "a name must be well-formed text that does not begin with a control character",
    );
  }
}

function kindOf(value: unknown): string {
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

function broken(owner: string, path: string, rule: string): TermwiseError {
  return badArgument(`${owner}, field ${quote(path)}: ${rule}`, { field: path });
}
