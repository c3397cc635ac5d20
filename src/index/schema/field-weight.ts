/** The weight of a field, which a schema gives and a search may choose anew: apart from the schema's parser, which a search does not load. */

import { badArgument, quote, type TermwiseError } from "../../common/errors.ts";

/** `BAD_ARGUMENT` unless the weight of a field is a number above 0. */
export function checkWeight(name: string, weight: unknown): asserts weight is number {
  if (typeof weight !== "number" || !Number.isFinite(weight) || weight <= 0) {
    throw fieldOptionError(name, `must have a finite weight above 0, got ${String(weight)}`);
  }
}

/** What is wrong with a field. */
export function fieldOptionError(name: string, rule: string): TermwiseError {
  return badArgument(`field ${quote(name)} ${rule}`, { field: name });
}
