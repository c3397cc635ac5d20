/** Reads the JSON of OpenSearch's requests. Errors name the property. */

import { badArgument, quote } from "../../../src/common/errors.ts";

/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** `BAD_ARGUMENT` for anything but an object. */
export function readObject(input: unknown, label: string): Json {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  if (isObject) return input as Json;
  throw badArgument(`${label} must be an object`);
}

/** The property of an object that must have one. */
export function readOnlyEntry(input: unknown, label: string): [string, unknown] {
  const entries = Object.entries(readObject(input, label));
  const [entry] = entries;
  if (entry !== undefined && entries.length === 1) return entry;
  throw badArgument(`${label} must be an object with one property, got ${entries.length}`);
}

/** `BAD_ARGUMENT` for an option that would have to be ignored. */
export function checkOptionNames(options: Json, label: string, names: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    throw badArgument(`${quote(name)} of ${label} is not supported; there are ${names.join(", ")}`);
  }
}

/** The items of a list, of which one may stand alone. */
export function toList(input: unknown): readonly unknown[] {
  if (input === undefined) return [];
  return Array.isArray(input) ? input : [input];
}
