/** Option values as people write them: `0.75`, `inf`, `lucene`. */

import { badArgument, quote } from "../../common/errors.ts";
import { findNearestName } from "../../common/find-nearest-name.ts";
import type { OptionDeclaration } from "./declaration.ts";

/** Reads and checks a value. `owner` is the ranker's name, for messages. */
export function readOption(
  owner: string,
  option: OptionDeclaration,
  text: string,
): number | string {
  if (option.kind === "choice") {
    if (Object.hasOwn(option.choices, text)) return text;
    const { aliases = {} } = option;
    if (Object.hasOwn(aliases, text)) return aliases[text] as string;
    const choices = Object.keys(option.choices);
    throw badArgument(
      `${owner} ${option.name} must be one of ${choices.join(", ")}, got ${quote(text)}${formatHint(text, choices)}`,
    );
  }
  if (option.kind === "table") {
    if (text !== "") return text;
    throw badArgument(`${owner} ${option.name} must be ${formatRange(option)}, got ${quote(text)}`);
  }
  if (option.default === "auto" && text === "auto") return text;
  const value = text === "inf" ? Infinity : parseDecimal(text);
  const fits = value >= option.min && value <= option.max;
  if (fits && (option.isInteger === undefined || Number.isInteger(value))) return value;
  throw badArgument(`${owner} ${option.name} must be ${formatRange(option)}, got ${quote(text)}`);
}

/** Writes a value so that `readOption` reads the same again. */
export function writeOption(value: number | string): string {
  return value === Infinity ? "inf" : String(value);
}

/** The rule of an option in words: "a number from 0 to 1". */
export function formatRange(option: OptionDeclaration): string {
  if (option.kind === "choice") return Object.keys(option.choices).join(", ");
  if (option.kind === "table") return "a file or a model";
  const { min, max } = option;
  const kind = option.isInteger ? "a whole number" : "a number";
  const number = option.default === "auto" ? `auto, or ${kind}` : kind;
  const lowerBound = min === Number.MIN_VALUE ? "above 0" : `from ${min}`;
  if (max === Infinity) return `${number} ${lowerBound}, or inf`;
  if (max === Number.MAX_VALUE) return `${number} ${lowerBound}`;
  return max === 1 - Number.EPSILON
    ? `${number} ${lowerBound} and below 1`
    : `${number} ${lowerBound} to ${max}`;
}

/** ` (did you mean …?)`, or nothing if no choice is similar. */
export function formatHint(name: string, choices: readonly string[]): string {
  const nearest = findNearestName(name.slice(0, 40), choices);
  return nearest === undefined ? "" : ` (did you mean ${nearest}?)`;
}

/** NaN unless it is a plain decimal number, optionally with an exponent. */
function parseDecimal(text: string): number {
  return /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}
