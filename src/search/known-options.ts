/** Options are checked by name: one that nobody knows is a mistake, not a wish to be ignored. */

import { badArgument, quote } from "../common/errors.ts";
import { nearestName } from "../common/nearest-name.ts";

/** `BAD_ARGUMENT` for anything but an object whose properties are all among `known`. */
export function checkOptions(of: string, given: unknown, known: readonly string[]): void {
  if (given === undefined) return;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw badArgument(`the options of ${of} must be an object, got ${shown(given)}`);
  }
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const near = nearestName(name, known);
    const hint = near === undefined ? `it has ${known.join(", ")}` : `did you mean ${quote(near)}?`;
    throw badArgument(`${of} has no option ${quote(name)}; ${hint}`, { option: name });
  }
}

/** `BAD_ARGUMENT` unless the value is a whole number from `least` on, or absent. */
export function checkWhole(name: string, value: unknown, least: number): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    throw badArgument(`${name} must be a whole number ≥ ${least}, got ${shown(value)}`);
  }
}

/** `BAD_ARGUMENT` unless the value is true, false or absent. */
export function checkFlag(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "boolean") {
    throw badArgument(`${name} must be true or false, got ${shown(value)}`);
  }
}

/** Any value in a message, short and on one line. */
export function shown(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (value === null || typeof value !== "object") return `${String(value)}`.slice(0, 80);
  return Array.isArray(value) ? "an array" : "an object";
}
