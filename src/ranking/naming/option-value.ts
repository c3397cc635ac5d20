/** Option values as people write them: `0.75`, `inf`, `lucene`. */

import { badArgument, quote } from "../../common/errors.ts";
import { nearestName } from "../../common/nearest-name.ts";
import type { OptionDeclaration } from "./declaration.ts";

/** Reads and checks a value. `owner` is the ranker's name, for messages. */
export function readOption(
  owner: string,
  option: OptionDeclaration,
  written: string,
): number | string {
  if (option.kind === "choice") {
    if (Object.hasOwn(option.choices, written)) return written;
    const { aliases = {} } = option;
    if (Object.hasOwn(aliases, written)) return aliases[written] as string;
    const known = Object.keys(option.choices);
    throw badArgument(
      `${owner} ${option.name} must be one of ${known.join(", ")}, got ${quote(written)}${hint(written, known)}`,
    );
  }
  if (option.kind === "table") {
    if (written !== "") return written;
    throw badArgument(`${owner} ${option.name} must be ${rangeOf(option)}, got ${quote(written)}`);
  }
  const value = written === "inf" ? Infinity : decimal(written);
  const fits = value >= option.min && value <= option.max;
  if (fits && (option.isWhole === undefined || Number.isInteger(value))) return value;
  throw badArgument(`${owner} ${option.name} must be ${rangeOf(option)}, got ${quote(written)}`);
}

/** Writes a value so that `readOption` reads the same again. */
export function writeOption(value: number | string): string {
  return value === Infinity ? "inf" : String(value);
}

/** The rule of an option in words: "a number from 0 to 1". */
export function rangeOf(option: OptionDeclaration): string {
  if (option.kind === "choice") return Object.keys(option.choices).join(", ");
  if (option.kind === "table") return "a file or a model";
  const { min, max } = option;
  const number = option.isWhole ? "a whole number" : "a number";
  const least = min === Number.MIN_VALUE ? "above 0" : `from ${min}`;
  if (max === Infinity) return `${number} ${least}, or inf`;
  if (max === Number.MAX_VALUE) return `${number} ${least}`;
  return max === 1 - Number.EPSILON
    ? `${number} ${least} and below 1`
    : `${number} ${least} to ${max}`;
}

/** ` (did you mean …?)`, or nothing when no known name is near. */
export function hint(typed: string, known: readonly string[]): string {
  const near = nearestName(typed.slice(0, 40), known);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}

/** NaN unless it is a plain decimal number, optionally with an exponent. */
function decimal(written: string): number {
  return /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(written) ? Number(written) : NaN;
}
