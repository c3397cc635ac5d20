/**
 * Single values of properties and their order: false, true, numbers by size,
 * texts by their UTF-8 bytes. Values of different kinds are never equal.
 */

import { compareBytes } from "../../common/bytes/index.ts";

/** A single value of a property. */
export type Scalar = string | number | boolean | null;

/** A value other than null. */
export type NonNullScalar = string | number | boolean;

/** Negative when `a` comes first, positive when `b` does, 0 when they are equal. */
export function compareValues(a: NonNullScalar, b: NonNullScalar): number {
  if (typeof a === "string" && typeof b === "string") return compareBytes(a, b);
  if (typeof a === typeof b) return Number(a) - Number(b);
  return rankKind(a) - rankKind(b);
}

function rankKind(value: NonNullScalar): number {
  if (typeof value === "boolean") return 0;
  return typeof value === "number" ? 1 : 2;
}

/** Formats a date of a column, in milliseconds since 1970, as ISO 8601 in UTC. */
export function formatDate(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
