/**
 * Parses untrusted JSON: valid UTF-8, of bounded depth and number of values; errors
 * name the position. The bounds are checked before the text is parsed: a parser that
 * runs out of memory ends the process.
 */

import { badArgument, TermwiseError } from "../../src/common/errors.ts";
import { LIMITS } from "./limits.ts";
import { checkFreeHeap } from "./memory-guard.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Bounds of a JSON text. */
export interface JsonOptions {
  /** Its name in messages, such as "the body". */
  readonly location: string;
  readonly depth?: number;
  readonly values?: number;
}

/** Parses JSON. */
export function parseJson(
  bytes: Uint8Array,
  { location, depth = LIMITS.depth, values = LIMITS.values }: JsonOptions,
): unknown {
  const jsonSize = measureJson(bytes, depth, values);
  if (jsonSize.depth > depth) {
    throw new TermwiseError("LIMIT_EXCEEDED", `${location} is nested more than ${depth} deep`);
  }
  if (jsonSize.values > values) {
    throw new TermwiseError("LIMIT_EXCEEDED", `${location} has more than ${values} values`);
  }
  checkFreeHeap(
    { bytes: bytes.length, values: jsonSize.values, isAscii: jsonSize.isAscii },
    location,
  );
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw badArgument(`${location} is not UTF-8`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const errorOffset = /position (\d+)/.exec((error as Error).message)?.[1];
    const at = errorOffset === undefined ? "" : ` at character ${errorOffset}`;
    throw badArgument(`${location} is not JSON${at}`);
  }
}

/** How deep brackets outside of strings are nested, how many values there are, and whether all is ASCII; counting ends beyond a limit. */
function measureJson(
  bytes: Uint8Array,
  maxDepth: number,
  maxValues: number,
): { depth: number; values: number; isAscii: boolean } {
  let [depth, values, isString, all] = [0, 1, false, 0];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    all |= byte;
    if (isString) {
      if (byte === 0x5c) i++;
      else if (byte === 0x22) isString = false;
    } else if (byte === 0x22) isString = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth++;
      values++;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
    else if (byte === 0x2c) values++;
    if (depth > maxDepth || values > maxValues) break;
  }
  return { depth, values, isAscii: all < 0x80 };
}
