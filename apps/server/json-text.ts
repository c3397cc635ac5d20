/**
 * JSON from strangers: valid UTF-8, not nested too deep, not of too many values,
 * said where it is wrong. All this is measured before the text is parsed: a parser
 * that runs out of memory ends the process.
 */

import { badArgument, TermwiseError } from "../../src/common/errors.ts";
import { checkRoom } from "./heap-room.ts";
import { LIMITS } from "./limits.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** What JSON may be. */
export interface JsonOptions {
  /** What a sentence calls it, such as "the body". */
  readonly place: string;
  readonly depth?: number;
  readonly values?: number;
}

/** Parses JSON. */
export function parseJson(
  bytes: Uint8Array,
  { place, depth = LIMITS.depth, values = LIMITS.values }: JsonOptions,
): unknown {
  const most = measured(bytes, depth, values);
  if (most.depth > depth) {
    throw new TermwiseError("LIMIT_EXCEEDED", `${place} is nested more than ${depth} deep`);
  }
  if (most.values > values) {
    throw new TermwiseError("LIMIT_EXCEEDED", `${place} has more than ${values} values`);
  }
  checkRoom({ bytes: bytes.length, values: most.values, isAscii: most.isAscii }, place);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw badArgument(`${place} is not UTF-8`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = /position (\d+)/.exec((error as Error).message)?.[1];
    const at = where === undefined ? "" : ` at character ${where}`;
    throw badArgument(`${place} is not JSON${at}`);
  }
}

/** How deep brackets outside of strings are nested, how many values there are, and whether all is ASCII; counting ends beyond a limit. */
function measured(
  bytes: Uint8Array,
  mostDepth: number,
  mostValues: number,
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
    if (depth > mostDepth || values > mostValues) break;
  }
  return { depth, values, isAscii: all < 0x80 };
}
