/**
 * What a field of a document may hold: whatever JSON gives back as it was.
 * Nothing is dropped or changed in silence, so everything else is refused by
 * the path of the value and the rule that it breaks.
 */

import { badArgument, quote, type TermwiseError } from "../../common/errors.ts";

/** Deeper values are mistakes, or made to exhaust the stack. */
export const MAX_VALUE_DEPTH = 100;

/** Checks a value and returns about how many characters it has. `id` is that of the document. */
export function checkFieldValue(id: string, path: string, value: unknown, depth = 0): number {
  if (typeof value === "string") return value.length;
  if (typeof value === "boolean" || value === null) return 5;
  if (typeof value === "number") {
    if (Number.isFinite(value)) return 16;
    throw fieldError(id, path, `numbers must be finite, got ${value}`);
  }
  if (typeof value !== "object")
    throw fieldError(id, path, `${describeKind(value)} cannot be stored`);
  if (depth >= MAX_VALUE_DEPTH) {
    throw fieldError(id, path, `it is nested more than ${MAX_VALUE_DEPTH} deep, or holds itself`);
  }
  let size = 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      size += checkFieldValue(id, `${path}[${i}]`, value[i], depth + 1);
    }
    return size;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const kind = value.constructor?.name ?? "an object of a class";
    throw fieldError(id, path, `${kind} cannot be stored; only plain objects and arrays can`);
  }
  if (Object.getOwnPropertySymbols(value).length > 0) {
    throw fieldError(id, path, "a property whose name is a symbol cannot be stored");
  }
  for (const [name, inner] of Object.entries(value)) {
    checkFieldName(id, name, `${path}.${name}`);
    if (inner === undefined) continue; // absent, before and after
    size += name.length + checkFieldValue(id, `${path}.${name}`, inner, depth + 1);
  }
  return size;
}

/** Checks the name of a field or of a property inside one. */
export function checkFieldName(id: string, name: string, path: string = name): void {
  if (name === "__proto__") {
    throw fieldError(id, path, 'a field must not be named "__proto__"');
  }
  if (validNameCache.has(name)) return;
  if (/^\p{Cc}|\p{Cs}/u.test(name)) {
    throw fieldError(
      id,
      path,
      "a name must be well-formed text that does not begin with a control character",
    );
  }
  if (validNameCache.size < MAX_CACHED_NAMES) validNameCache.add(name);
}

/** Documents have the same few names. */
const validNameCache = new Set<string>();
const MAX_CACHED_NAMES = 256;

function describeKind(value: unknown): string {
  return value === undefined ? "undefined" : `a ${typeof value}`;
}

function fieldError(id: string, path: string, rule: string): TermwiseError {
  return badArgument(`document ${quote(id)}, field ${quote(path)}: ${rule}`, { field: path });
}
