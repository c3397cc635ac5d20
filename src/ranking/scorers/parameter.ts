/** Checks of scorer parameters, with uniform messages. */

import { badArgument } from "../../common/errors.ts";

/** A number from 0 to 1, both included. */
export function checkShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1))
    throw badArgument(`${name} must be between 0 and 1, got ${value}`);
}

/** A finite number that is 0 or more. */
export function checkNotNegative(name: string, value: number): void {
  if (!(value >= 0 && value < Infinity)) {
    throw badArgument(`${name} must be finite and ≥ 0, got ${value}`);
  }
}

/** A finite number above 0. */
export function checkPositive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) {
    throw badArgument(`${name} must be finite and above 0, got ${value}`);
  }
}
