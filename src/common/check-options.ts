/** Checks options by name and type. Unknown options throw. */

import { badArgument, describeValue, quote } from "./errors.ts";
import { findNearestName } from "./find-nearest-name.ts";

/** `BAD_ARGUMENT` for anything but an object whose properties are all among `allowed`. */
export function checkOptions(of: string, options: unknown, allowed: readonly string[]): void {
  if (options === undefined) return;
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw badArgument(`the options of ${of} must be an object, got ${describeValue(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (allowed.includes(name)) continue;
    const suggestion = findNearestName(name, allowed);
    const hint =
      suggestion === undefined
        ? `it has ${allowed.join(", ")}`
        : `did you mean ${quote(suggestion)}?`;
    throw badArgument(`${of} has no option ${quote(name)}; ${hint}`, { option: name });
  }
}

/** `BAD_ARGUMENT` unless the value is a whole number ≥ `min`, or absent. */
export function checkInteger(name: string, value: unknown, min: number): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value) || (value as number) < min) {
    throw badArgument(`${name} must be a whole number ≥ ${min}, got ${describeValue(value)}`);
  }
}

/** `BAD_ARGUMENT` unless the value is true, false or absent. */
export function checkFlag(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean") {
    throw badArgument(`${name} must be true or false, got ${describeValue(value)}`);
  }
}
